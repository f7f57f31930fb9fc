import { sharedState } from "../../../Sources/Runtime/TypeScript/contract.ts";
import { BridgeError } from "../../../Sources/Runtime/TypeScript/errors.ts";
import * as messages from "../../../Sources/Runtime/TypeScript/messages.ts";
import { checkInteger, writeNothing } from "../../../Sources/Runtime/TypeScript/scalars.ts";
import { posted, show } from "../app.ts";
import { assertEquals, failure } from "../assert.ts";

async function bridgeFailure(action: () => unknown): Promise<unknown[]> {
  const error = await failure(action);
  if (!(error instanceof BridgeError)) throw error;
  return [error.code, error.identifier, error.message];
}

Deno.test("handlers that are there", () => {
  show();
  assertEquals(messages.isAvailable("cart"), false);
  show({ cart: () => 1 });
  assertEquals([messages.isAvailable("cart"), messages.isAvailable("app")], [true, false]);
});

Deno.test("messages that the app handles", () => {
  show({ app: () => {} });
  const state = sharedState();
  assertEquals(messages.appTakes("cart", "cart"), false);
  assertEquals(messages.appTakes("app", "app.open"), true);
  state.app = { version: "", messages: ["app.open"], events: [], calls: [] };
  assertEquals(messages.appTakes("app", "app.open"), true);
  assertEquals(messages.appTakes("app", "app.status"), false);
  delete state.app;
});

Deno.test("post", async () => {
  show({ cart: () => Promise.reject(new Error("ignored")) });
  assertEquals(await messages.post("cart", 3, checkInteger), undefined);
  assertEquals(posted, [["cart", 3]]);
  assertEquals(await bridgeFailure(() => messages.post("cart", 0.5, checkInteger)), [
    "encoding",
    "cart",
    "cart: expected an integer, found a number with a fraction",
  ]);
  assertEquals(await bridgeFailure(() => messages.post("app", null, writeNothing, "app.open")), [
    "unavailable",
    "app.open",
    'app.open: no message handler "app"; is this page shown in the app?',
  ]);
  show({
    cart: () => {
      throw new Error("not cloneable");
    },
  });
  assertEquals(await bridgeFailure(() => messages.post("cart", 3, checkInteger)), [
    "rejected",
    "cart",
    "not cloneable",
  ]);
});

const send = (options?: messages.SendOptions) =>
  messages.request("cart", 3, checkInteger, checkInteger, options);

Deno.test("request", async () => {
  show({ cart: (body) => Promise.resolve((body as number) + 1) });
  assertEquals(await send(), 4);
  show({ cart: () => Promise.resolve("4") });
  assertEquals(await bridgeFailure(() => send()), [
    "decoding",
    "cart",
    "cart: expected an integer, found a string",
  ]);
  show({ cart: () => Promise.reject() });
  assertEquals(await bridgeFailure(() => send()), [
    "rejected",
    "cart",
    "cart: the app rejected the message",
  ]);
  show({ cart: () => Promise.reject("sold out") });
  assertEquals(await bridgeFailure(() => send()), ["rejected", "cart", "sold out"]);
});

Deno.test("timeouts", async () => {
  show({ cart: () => new Promise(() => {}) });
  assertEquals(await bridgeFailure(() => send({ timeout: 1 })), [
    "timeout",
    "cart",
    "cart: the app did not answer within 1 ms",
  ]);
  show({ cart: () => Promise.resolve(1) });
  const cleared: unknown[] = [];
  const { clearTimeout } = globalThis;
  globalThis.clearTimeout = (timer) => {
    cleared.push(timer);
    clearTimeout(timer);
  };
  assertEquals(await send({ timeout: 60_000 }), 1);
  await Promise.resolve();
  globalThis.clearTimeout = clearTimeout;
  assertEquals(cleared.length, 1);
});

Deno.test("signals", async () => {
  show({ cart: () => new Promise(() => {}) });
  const reason = new Error("page closed");
  const controller = new AbortController();
  const pending = send({ signal: controller.signal });
  controller.abort(reason);
  assertEquals(await failure(() => pending) === reason, true);
  assertEquals(posted.length, 1);
  assertEquals(await failure(() => send({ signal: controller.signal })) === reason, true);
  assertEquals(posted.length, 1);
});

Deno.test("envelopes", () => {
  const write = messages.inEnvelope("type", "open", "data", checkInteger);
  assertEquals(write(3), { type: "open", data: 3 });
  const inline = messages.besideName("type", "open", (id: number) => ({ id, type: "other" }));
  assertEquals(inline(3), { id: 3, type: "open" });
  assertEquals(messages.besideName("type", "open", () => null)(undefined), { type: "open" });
});
