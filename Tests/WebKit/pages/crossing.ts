import {
  implementCrossString,
  implementCrossInt,
  implementCrossDouble,
  implementCrossBool,
  implementCrossURL,
  implementCrossDate,
  implementCrossData,
  implementCrossJSON,
  implementCrossLevel,
  implementCrossStrings,
  implementCrossHoles,
  implementCrossMatrix,
  implementCrossCounts,
  implementCrossMaybes,
  implementCrossOptional,
  implementCrossItem,
  implementCrossEverything,
  implementCrossTree,
  implementCrossShape,
  implementCrossAnything,
  implementNothing,
  implementStrange,
  onBare,
  onOdd,
  onTold,
  sendEchoString,
  sendEchoInt,
  sendEchoDouble,
  sendEchoBool,
  sendEchoURL,
  sendEchoDate,
  sendEchoData,
  sendEchoJSON,
  sendEchoLevel,
  sendEchoStrings,
  sendEchoHoles,
  sendEchoMatrix,
  sendEchoCounts,
  sendEchoMaybes,
  sendEchoOptional,
  sendEchoItem,
  sendEchoEverything,
  sendEchoTree,
  sendEchoShape,
  sendEchoAnything,
} from "./bascule.ts";
import { offer, shown } from "./test.ts";

interface Expectation {
  strategy: string;
  wire: unknown;
  canonical?: unknown;
  error?: string;
}

/** Sends every value like hand-written code of a page; reports values that did not return as expected. */
async function crossByHand(values: Expectation[]): Promise<string> {
  const { messageHandlers } = (globalThis as unknown as {
    webkit: { messageHandlers: Record<string, { postMessage(body: unknown): Promise<unknown> }> };
  }).webkit;
  const wrong: string[] = [];
  for (const value of values) {
    // A text may be the JSON text of the expected value.
    const isText = typeof value.wire === "string";
    if (isText && /^expected an (array|object), found a string$/.test(value.error ?? "")) {
      value.error = "expected JSON text, found another string";
    }
    const expected = value.error === undefined
      ? shown(value.canonical ?? value.wire)
      : `malformed: ${value.error}`;
    let found: string;
    try {
      found = shown(await messageHandlers[value.strategy]?.postMessage(value.wire));
    } catch (error) {
      // What crosses is the text of an error with a code and a message.
      const { code, message } = JSON.parse((error as Error).message) as Record<string, string>;
      found = `${code}: ${message}`;
    }
    if (found !== expected) {
      wrong.push(`${value.strategy} ${shown(value.wire)}: ${found}, not ${expected}`);
    }
  }
  return wrong.join("\n");
}

// The argument of the app's call returns to it as a message, and the reply to that is the result: each value
// is decoded and encoded twice on either side.
implementCrossString(sendEchoString);
implementCrossInt(sendEchoInt);
implementCrossDouble(sendEchoDouble);
implementCrossBool(sendEchoBool);
implementCrossURL(sendEchoURL);
implementCrossDate(sendEchoDate);
implementCrossData(sendEchoData);
implementCrossJSON(sendEchoJSON);
implementCrossLevel(sendEchoLevel);
implementCrossStrings(sendEchoStrings);
implementCrossHoles(sendEchoHoles);
implementCrossMatrix(sendEchoMatrix);
implementCrossCounts(sendEchoCounts);
implementCrossMaybes(sendEchoMaybes);
implementCrossOptional(sendEchoOptional);
implementCrossItem(sendEchoItem);
implementCrossEverything(sendEchoEverything);
implementCrossTree(sendEchoTree);
implementCrossShape(sendEchoShape);
implementCrossAnything(sendEchoAnything);
implementNothing(() => {});
implementStrange((text) => text);

const errors: string[] = [];
globalThis.addEventListener("error", (event) => errors.push(event.message));
globalThis.addEventListener("unhandledrejection", (event) => errors.push(String(event.reason)));
Object.assign(globalThis, { broken: () => errors.push("a payload was run") });

/** The last event, to be sent back unchanged. */
let last: unknown;
let count = 0;
function keep(value: unknown): void {
  last = value;
  count += 1;
}
onTold(keep);
onOdd(keep);
onBare(() => keep(null));

offer({ crossByHand, errors, heard: () => ({ last, count, errors }), scripts: () => document.scripts.length });
