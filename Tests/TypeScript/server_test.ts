/** The module on a server or in a worker, where there is neither a document nor an app. */
import {
  appContract,
  BridgeError,
  implementResizeImages,
  isAvailable,
  onceTick,
  onTick,
  sendAsk,
  sendCart,
  sendReady,
  supports,
} from "./bridge.ts";
import { assertEquals, failure } from "./assert.ts";

Deno.test("without a window, nothing throws and nothing is left behind", async () => {
  const before = Object.getOwnPropertyNames(globalThis);
  const { dispatchEvent } = globalThis;
  // Node has no such functions.
  for (const isNode of [false, true]) {
    if (isNode) {
      Object.assign(globalThis, { addEventListener: undefined, removeEventListener: undefined });
    }
    const { signal } = new AbortController();
    onTick(() => {}, { signal })();
    implementResizeImages((width) => width)();
    assertEquals([supports("cart"), supports("app.ask"), isAvailable("cart")], [
      false,
      false,
      false,
    ]);
    assertEquals(appContract(), undefined);
    for (const send of [() => sendCart({ sku: "a" }), sendReady, () => sendAsk([1])]) {
      const error = await failure(send);
      assertEquals([error instanceof BridgeError, (error as BridgeError).code], [
        true,
        "unavailable",
      ]);
    }
    const reason = new Error("over");
    const waiting = onceTick({ signal: AbortSignal.timeout(1) });
    assertEquals((await failure(() => waiting)).name, "TimeoutError");
    assertEquals(
      await failure(() => onceTick({ signal: AbortSignal.abort(reason) })) === reason,
      true,
    );
  }
  Reflect.deleteProperty(globalThis, "addEventListener");
  Reflect.deleteProperty(globalThis, "removeEventListener");
  await new Promise((resolve) => setTimeout(resolve));
  assertEquals(Object.getOwnPropertyNames(globalThis), before);
  assertEquals(globalThis.dispatchEvent === dispatchEvent, true);
});
