import { implement } from "../../../Sources/Runtime/TypeScript/calls.ts";
import { sharedState } from "../../../Sources/Runtime/TypeScript/contract.ts";
import { subscribe } from "../../../Sources/Runtime/TypeScript/events.ts";
import { contract } from "../../../Sources/Runtime/TypeScript/generated.ts";
import { copyJSON } from "../../../Sources/Runtime/TypeScript/json.ts";
import { isAvailable, post, request } from "../../../Sources/Runtime/TypeScript/messages.ts";
import { besideName, inEnvelope } from "../../../Sources/Runtime/TypeScript/messages.ts";
import { checkInteger, checkString } from "../../../Sources/Runtime/TypeScript/scalars.ts";
import * as testing from "../../../Sources/Runtime/TypeScript/testing.ts";
import { fakeMessages } from "../../../Sources/Runtime/TypeScript/testmessages.ts";
import type { TestMessage } from "../../../Sources/Runtime/TypeScript/testmessages.ts";
import { assertEquals, failure } from "../assert.ts";

const messages: Record<string, TestMessage> = {
  cart: { handler: "cart", read: checkInteger, write: checkInteger },
  "app.close": { handler: "app", by: "type", name: "close", read: copyJSON },
  "app.open": {
    handler: "app",
    by: "type",
    name: "open",
    payload: "payload",
    read: checkString,
  },
};

const sendCart = (count: number) => request("cart", count, checkInteger, checkInteger);
const openEnvelope = inEnvelope("type", "open", "payload", checkString);
const sendOpen = () => post("app", "url", openEnvelope, "app.open");
const sendClose = () => post("app", { id: 1 }, besideName("type", "close", copyJSON), "app.close");

Deno.test("messages are recorded and replied to", async () => {
  const app = testing.fakeApp({}, { ...contract, messages: ["app.close", "app.open", "cart"] });
  const { on, sent } = fakeMessages(app, messages);
  assertEquals(
    (await failure(() => sendCart(1))).message,
    "cart: the test sets no reply; see `on`",
  );
  on("cart", (count: number) => count * 2);
  assertEquals(await sendCart(2), 4);
  await sendOpen();
  assertEquals([sent("cart"), sent("app.open"), sent("app.close")], [[1, 2], ["url"], []]);
  await sendClose();
  assertEquals(sent("app.close"), [{ id: 1 }]);
  on("cart", () => "4");
  assertEquals(
    (await failure(() => sendCart(2))).message,
    "cart: expected an integer, found a string",
  );
  app.close();
});

Deno.test("closing restores the page", () => {
  const page = globalThis as unknown as { webkit?: unknown };
  const state = sharedState();
  page.webkit = undefined;
  const app = testing.fakeApp({ messages: ["cart"] }, contract);
  fakeMessages(app, messages);
  assertEquals([isAvailable("cart"), isAvailable("app")], [true, false]);
  assertEquals([state.page, state.app?.messages], ["test", ["cart"]]);
  app.close();
  assertEquals([isAvailable("cart"), state.page, state.app], [false, undefined, undefined]);
});

Deno.test("events wait until the page listens", async () => {
  const app = testing.fakeApp({}, contract);
  const events = { late: { write: checkInteger }, later: { write: checkInteger } };
  const { fire, hasListened } = testing.fakeEvents(app, events, testing.byEvent("WebAppEvent"));
  const received: number[] = [];
  fire("late", 1);
  fire("later", 10);
  assertEquals(hasListened("late"), false);
  const stop = subscribe("late", checkInteger, (value) => received.push(value));
  await Promise.resolve();
  await Promise.resolve();
  fire("late", 2);
  assertEquals([hasListened("late"), received], [true, [1, 2]]);
  // The other event is still kept.
  const stopLater = subscribe("later", checkInteger, (value) => received.push(value));
  await Promise.resolve();
  await Promise.resolve();
  assertEquals(received, [1, 2, 10]);
  stopLater();
  assertEquals(
    (await failure(() => fire("late", "3"))).message,
    "late: expected an integer, found a string",
  );
  stop();
  // Between two listeners an event is kept.
  fire("late", 3);
  subscribe("late", checkInteger, (value) => received.push(value))();
  await Promise.resolve();
  await Promise.resolve();
  assertEquals([hasListened("late"), received], [false, [1, 2, 10]]);
  const stopAgain = subscribe("late", checkInteger, (value) => received.push(value));
  await Promise.resolve();
  await Promise.resolve();
  assertEquals(received, [1, 2, 10, 3]);
  stopAgain();
  app.close();
});

Deno.test("an old app does not wait", () => {
  const app = testing.fakeApp({ handshake: false }, contract);
  const events = { told: { write: checkInteger } };
  const { fire } = testing.fakeEvents(app, events, testing.byFunction("bridge.receive"));
  const received: number[] = [];
  const stop = subscribe("told", checkInteger, (value) => received.push(value));
  fire("told", 1);
  assertEquals([received, sharedState().app], [[1], undefined]);
  // An event is sent even if nothing listens to it.
  const sent: unknown[] = [];
  const unheard = { unheard: { write: checkInteger } };
  testing.fakeEvents(app, unheard, (...event) => sent.push(event)).fire("unheard", 2);
  assertEquals(sent, [["unheard", 2]]);
  stop();
  app.close();
});

Deno.test("calls", async () => {
  const app = testing.fakeApp({}, contract);
  const calls = { sum: { read: checkInteger, write: checkInteger } };
  const { call } = testing.fakeCalls(app, calls);
  assertEquals(
    (await failure(() => call("sum", 1))).message,
    "sum: the page does not implement this call",
  );
  const stop = implement("sum", checkInteger, (value) => value + 1, checkInteger);
  assertEquals(await call("sum", 1), 2);
  stop();
  app.close();
});
