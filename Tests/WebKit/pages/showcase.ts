import * as bridge from "./bascule.ts";
import { offer, shown } from "./test.ts";

/** The result of a promise: its value, or the error for the page. */
async function outcome(action: () => unknown): Promise<string> {
  try {
    return `value ${shown(await action())}`;
  } catch (error) {
    if (error instanceof bridge.BridgeError) {
      return `${error.name} ${error.code} ${error.identifier}: ${error.message}`;
    }
    return refusal(error) ?? `not typed: ${error}`;
  }
}

/** The error for a message that the test posts itself, as text. */
function refusal(error: unknown): string | undefined {
  try {
    const { code, reason = "", message } = JSON.parse((error as Error).message);
    return `told ${code} ${reason}: ${message}`;
  } catch {
    return undefined;
  }
}

/** A valid cart item with the given changes. */
function item(changes: Partial<bridge.CartItemInput> = {}): bridge.CartItemInput {
  return {
    sku: "a",
    options: {},
    added: new Date(0),
    link: "https://zhgchg.li/",
    weight: 1,
    isGift: false,
    related: [],
    ...changes,
  };
}

/** The same in its encoded form, for messages that no function would send. */
function wireItem(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    item_sku: "a",
    quantity: 1,
    tags: [],
    options: {},
    added: "1970-01-01T00:00:00.000Z",
    link: "https://zhgchg.li/",
    weight: 1,
    isGift: false,
    related: [],
    ...changes,
  };
}

function post(name: string, body: unknown): Promise<unknown> {
  const page = globalThis as unknown as {
    webkit: { messageHandlers: Record<string, { postMessage(body: unknown): Promise<unknown> }> };
  };
  const handler = page.webkit.messageHandlers[name];
  if (handler === undefined) throw new Error(`no handler ${name}`);
  return handler.postMessage(body);
}

/** Nested lists with that depth. */
function deep(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level++) value = [value];
  return value;
}

globalThis.addEventListener("hashchange", () => evidence(`fragment ${location.hash}`));

offer({ ...bridge, shown, outcome, item, wireItem, post, deep });
