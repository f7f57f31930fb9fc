import {
  appContract,
  implementHighlight,
  implementResizeImages,
  implementSummary,
  isAvailable,
  onDataUpdate,
  onPaymentFinished,
  onTick,
  sendAsk,
  sendCart,
  sendPage,
  sendTrack,
  supports,
} from "./bridge.ts";
import type { BridgeError, CartItem } from "./bridge.ts";
import { createTestBridge } from "./bridge.testing.ts";
import { assertEquals, defined, failure } from "./assert.ts";

Deno.test("what the page sends is answered and noted", async () => {
  const app = createTestBridge();
  app.on("cart", (item) => item.quantity * 2);
  app.on("app.ask", (values) => Promise.resolve(values.length === 2));
  assertEquals(await sendCart({ sku: "a" }), 2);
  assertEquals(await sendCart({ sku: "b", quantity: 4 }, { timeout: 1000 }), 8);
  assertEquals(await sendAsk([1, 2]), true);
  await sendTrack({ sku: "c" });
  await sendPage("done");
  const skus: string[] = app.sent("cart").map((item) => item.sku);
  assertEquals(skus, ["a", "b"]);
  assertEquals(defined(app.sent("app.track")), [
    { sku: "c", quantity: 1, reason: "user-cancelled", tags: [] },
  ]);
  assertEquals([app.sent("page"), app.sent("onReady")], [["done"], []]);
  app.close();
});

Deno.test("the app refuses, or says nothing", async () => {
  const app = createTestBridge();
  assertEquals(
    (await failure(() => sendCart({ sku: "a" }))).message,
    "cart: the test sets no reply; see `on`",
  );
  app.on("cart", () => {
    throw new Error("sold out");
  });
  assertEquals((await failure(() => sendCart({ sku: "a" }))).message, "cart: the app failed");
  app.on("cart", () => {
    throw Object.assign(new Error("sold out"), { reason: "soldOut" });
  });
  const refusal = await failure(() => sendCart({ sku: "a" })) as BridgeError;
  assertEquals([refusal.code, refusal.reason, refusal.message], [
    "rejected",
    "soldOut",
    "cart: sold out",
  ]);
  app.on("cart", () => new Promise(() => {}));
  assertEquals(
    (await failure(() => sendCart({ sku: "a" }, { timeout: 1 }))).message,
    "cart: the app did not answer within 1 ms",
  );
  app.on("cart", () => 0.5);
  assertEquals(
    (await failure(() => sendCart({ sku: "a" }))).message,
    "cart: expected an integer, found a number with a fraction",
  );
  app.close();
});

Deno.test("events wait for the page", async () => {
  const app = createTestBridge();
  const received: unknown[] = [];
  app.fire("DataUpdate", [{ sku: "a" }]);
  app.fire("tick");
  const stops = [onDataUpdate((items: CartItem[]) => received.push(items.map((item) => item.sku)))];
  assertEquals([app.hasListened("DataUpdate"), app.hasListened("tick")], [true, false]);
  await Promise.resolve();
  await Promise.resolve();
  assertEquals(received, [["a"]]);
  stops.push(onTick(() => received.push("tick")));
  await Promise.resolve();
  await Promise.resolve();
  app.fire("tick");
  assertEquals(received, [["a"], "tick", "tick"]);
  stops.forEach((stop) => stop());
  app.close();
});

Deno.test("an app of an older version", () => {
  const app = createTestBridge({ messages: ["page"], handshake: false });
  assertEquals([supports("page"), supports("cart"), isAvailable("cart")], [true, false, false]);
  assertEquals(appContract(), undefined);
  const received: unknown[] = [];
  app.fire("paymentFinished", { kind: "pending" });
  const stop = onPaymentFinished((result) => received.push(result.kind));
  app.fire("paymentFinished", { kind: "pending" });
  assertEquals(received, ["pending"]);
  stop();
  app.close();
});

Deno.test("an app of another role", async () => {
  const app = createTestBridge({ messages: ["app.track", "page"] });
  assertEquals([supports("page"), supports("app.track"), supports("app.ask")], [true, true, false]);
  assertEquals(appContract()?.messages, ["app.track", "page"]);
  assertEquals(
    (await failure(() => sendAsk([1, 2]))).message,
    // None of the channel's messages that this app handles has a reply, so no promise tells why.
    "app.ask: expected a Boolean, found nothing",
  );
  app.close();
  assertEquals([isAvailable("page"), appContract()], [false, undefined]);
});

Deno.test("the page's functions", async () => {
  const app = createTestBridge();
  assertEquals(
    (await failure(() => app.call("resizeImages", 3))).message,
    "resizeImages: the page does not implement this call",
  );
  const stops = [
    implementResizeImages((width) => width * 2),
    implementHighlight(() => {}),
    implementSummary((items) => ({ sku: items.map((item) => item.sku).join("+") })),
  ];
  const width: number = await app.call("resizeImages", 3);
  assertEquals(width, 6);
  assertEquals(await app.call("highlight"), undefined);
  const summary = await app.call("summary", [{ sku: "a" }, { sku: "b" }]);
  assertEquals(summary.quantity, 1);
  assertEquals(summary.sku, "a+b");
  stops.forEach((stop) => stop());
  app.close();
});

Deno.test("wrong use fails the type check", () => {
  const app = createTestBridge();
  // Never run: only for the type check.
  const wrong = () => {
    // @ts-expect-error: the reply is a number
    app.on("cart", () => "3");
    // @ts-expect-error: no such message
    app.on("carts", () => 3);
    // @ts-expect-error: the payload is missing
    app.fire("DataUpdate");
    // @ts-expect-error: no payload here
    app.fire("tick", 1);
    // @ts-expect-error: the payload is a number
    void app.call("resizeImages", "wide");
    // @ts-expect-error: the bodies are items
    app.sent("cart").map((item) => item.colour);
  };
  assertEquals(typeof wrong, "function");
  app.close();
});
