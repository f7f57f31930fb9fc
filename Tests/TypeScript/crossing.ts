/**
 * Passes every value of a file through the module: decodes and encodes it as the payload and the
 * reply of a call, then sends and receives it as a message. As a program it prints the resulting
 * values, without those that did not decode.
 */
import {
  implementCrossAnything,
  implementCrossBool,
  implementCrossCounts,
  implementCrossData,
  implementCrossDate,
  implementCrossDouble,
  implementCrossEverything,
  implementCrossHoles,
  implementCrossInt,
  implementCrossItem,
  implementCrossJSON,
  implementCrossLevel,
  implementCrossMatrix,
  implementCrossMaybes,
  implementCrossOptional,
  implementCrossShape,
  implementCrossString,
  implementCrossStrings,
  implementCrossTree,
  implementCrossURL,
  sendEchoAnything,
  sendEchoBool,
  sendEchoCounts,
  sendEchoData,
  sendEchoDate,
  sendEchoDouble,
  sendEchoEverything,
  sendEchoHoles,
  sendEchoInt,
  sendEchoItem,
  sendEchoJSON,
  sendEchoLevel,
  sendEchoMatrix,
  sendEchoMaybes,
  sendEchoOptional,
  sendEchoShape,
  sendEchoString,
  sendEchoStrings,
  sendEchoTree,
  sendEchoURL,
} from "./crossing_bridge.ts";
import { call, posted, show } from "./app.ts";
import { assertEquals } from "./assert.ts";

export interface Value {
  strategy: string;
  wire: unknown;
}

export type Result = { wire: unknown } | { error: string };

type Way = (identifier: string, wire: unknown) => Promise<Result>;

/**
 * A decoded value can be sent: a page may omit some fields, and only the types refuse values of enums
 * that it does not know.
 */
function crossing<Decoded, Input>(
  implement: (implementation: (value: Decoded) => Input) => () => void,
  send: (value: Input) => Promise<Decoded>,
): Way {
  return async (identifier, wire) => {
    let value: { decoded: Decoded } | undefined;
    const stop = implement((decoded) => {
      value = { decoded };
      return decoded as unknown as Input;
    });
    let result: unknown;
    try {
      result = await call(identifier, wire);
    } catch (error) {
      const { message } = error as Error;
      return { error: message.replace(`${identifier}: `, "") };
    } finally {
      stop();
    }
    if (value === undefined) throw new Error("the implementation was not called");
    show({ [identifier]: (body) => Promise.resolve(body) });
    assertEquals(await send(value.decoded as unknown as Input), value.decoded);
    assertEquals(posted, [[identifier, result]]);
    return { wire: result };
  };
}

const ways: Record<string, Way> = {
  string: crossing(implementCrossString, sendEchoString),
  int: crossing(implementCrossInt, sendEchoInt),
  double: crossing(implementCrossDouble, sendEchoDouble),
  bool: crossing(implementCrossBool, sendEchoBool),
  url: crossing(implementCrossURL, sendEchoURL),
  date: crossing(implementCrossDate, sendEchoDate),
  data: crossing(implementCrossData, sendEchoData),
  json: crossing(implementCrossJSON, sendEchoJSON),
  level: crossing(implementCrossLevel, sendEchoLevel),
  strings: crossing(implementCrossStrings, sendEchoStrings),
  holes: crossing(implementCrossHoles, sendEchoHoles),
  matrix: crossing(implementCrossMatrix, sendEchoMatrix),
  counts: crossing(implementCrossCounts, sendEchoCounts),
  maybes: crossing(implementCrossMaybes, sendEchoMaybes),
  optional: crossing(implementCrossOptional, sendEchoOptional),
  item: crossing(implementCrossItem, sendEchoItem),
  everything: crossing(implementCrossEverything, sendEchoEverything),
  tree: crossing(implementCrossTree, sendEchoTree),
  shape: crossing(implementCrossShape, sendEchoShape),
  anything: crossing(implementCrossAnything, sendEchoAnything),
};

export async function cross(values: Value[]): Promise<Result[]> {
  const results: Result[] = [];
  for (const { strategy, wire } of values) {
    const way = ways[strategy];
    if (way === undefined) throw new Error(`no strategy ${strategy}`);
    results.push(await way(strategy, wire));
  }
  return results;
}

if (import.meta.main) {
  const values: Value[] = JSON.parse(Deno.readTextFileSync(Deno.args[0] ?? ""));
  const results = await cross(values);
  const crossed: Value[] = [];
  results.forEach((result, index) => {
    const { strategy } = values[index] ?? { strategy: "" };
    if ("wire" in result) crossed.push({ strategy, wire: result.wire });
  });
  console.log(JSON.stringify(crossed));
}
