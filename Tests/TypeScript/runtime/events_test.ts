import { implement } from "../../../Sources/Runtime/TypeScript/calls.ts";
import {
  announce,
  appContract,
  sharedState,
} from "../../../Sources/Runtime/TypeScript/contract.ts";
import { next, receiveFunction, subscribe } from "../../../Sources/Runtime/TypeScript/events.ts";
import { contract } from "../../../Sources/Runtime/TypeScript/generated.ts";
import {
  checkInteger,
  readNothing,
  writeNothing,
} from "../../../Sources/Runtime/TypeScript/scalars.ts";
import { call, posted, sendByFunction, sendEvent, show } from "../app.ts";
import { assertEquals, failure } from "../assert.ts";

/** Waits until the announcement of this task is sent. */
async function settled(): Promise<void> {
  await Promise.resolve();
  await Promise.resolve();
}

Deno.test("events arrive by DOM event and by function", () => {
  const received: number[] = [];
  const stop = subscribe("told", checkInteger, (value) => received.push(value));
  sendEvent("WebAppEvent", "told", 1);
  sendByFunction("bridge.receive", "told", 2);
  sendEvent("WebAppEvent", "other", 3);
  stop();
  sendEvent("WebAppEvent", "told", 4);
  assertEquals(received, [1, 2]);
});

Deno.test("a listener that throws, and a value that does not fit, do not stop the others", () => {
  const reported: string[] = [];
  const report = globalThis.reportError;
  globalThis.reportError = (error: Error) => reported.push(error.message);
  const received: number[] = [];
  const stops = [
    subscribe("told", readNothing, () => {
      throw new Error("broken");
    }),
    subscribe("told", checkInteger, (value) => received.push(value)),
  ];
  sendEvent("WebAppEvent", "told", 1);
  sendEvent("WebAppEvent", "told", "1");
  stops.forEach((stop) => stop());
  globalThis.reportError = report;
  assertEquals(received, [1]);
  assertEquals(reported, ["broken", "broken", "told: expected an integer, found a string"]);
});

Deno.test("a listener added by a listener waits for the next event", () => {
  const received: string[] = [];
  const stops: (() => void)[] = [];
  stops.push(subscribe("told", readNothing, () => {
    received.push("first");
    if (stops.length === 1) {
      stops.push(subscribe("told", readNothing, () => received.push("second")));
    }
  }));
  sendEvent("WebAppEvent", "told", null);
  assertEquals(received, ["first"]);
  sendEvent("WebAppEvent", "told", null);
  assertEquals(received, ["first", "first", "second"]);
  stops.forEach((stop) => stop());
});

Deno.test("a function that was there before is still called", () => {
  const page = globalThis as unknown as Record<string, unknown>;
  const calls: unknown[][] = [];
  page["earlier"] = {
    receive(this: unknown, ...values: unknown[]) {
      calls.push([this === page["earlier"], ...values]);
      return "earlier";
    },
  };
  receiveFunction("earlier.receive");
  const receive = (page["earlier"] as { receive(...values: unknown[]): unknown }).receive;
  assertEquals(receive.call(page["earlier"], "told", 1), "earlier");
  assertEquals(receive.call(page["earlier"], 2), "earlier");
  assertEquals(calls, [[true, "told", 1], [true, 2]]);
});

Deno.test("the browser's own function still accepts events", () => {
  receiveFunction("dispatchEvent");
  let heard = 0;
  const stop = subscribe("told", readNothing, () => heard++);
  const dispatch = globalThis.dispatchEvent as unknown as (...values: unknown[]) => unknown;
  assertEquals(dispatch.call(globalThis, "told", null), undefined);
  assertEquals(heard, 1);
  assertEquals(dispatch.call(globalThis, new Event("something")), true);
  stop();
  Reflect.deleteProperty(globalThis, "dispatchEvent");
});

Deno.test("signals stop listening", () => {
  const controller = new AbortController();
  let count = 0;
  subscribe("told", readNothing, () => count++, { signal: controller.signal });
  sendEvent("WebAppEvent", "told", null);
  controller.abort();
  sendEvent("WebAppEvent", "told", null);
  subscribe("told", readNothing, () => count++, { signal: controller.signal });
  sendEvent("WebAppEvent", "told", null);
  assertEquals(count, 1);
  // A stopped listener is not kept by its signal.
  const { signal } = new AbortController();
  const added: unknown[] = [];
  signal.addEventListener = (_: string, listener: unknown) => added.push(listener);
  signal.removeEventListener = (_: string, listener: unknown) =>
    added.splice(added.indexOf(listener), 1);
  const stop = subscribe("told", readNothing, () => {}, { signal });
  assertEquals(added.length, 1);
  stop();
  assertEquals(added.length, 0);
});

Deno.test("the next event", async () => {
  const first = next("told", checkInteger);
  sendEvent("WebAppEvent", "told", 1);
  sendEvent("WebAppEvent", "told", 2);
  assertEquals(await first, 1);
  const wrong = next("told", checkInteger);
  sendEvent("WebAppEvent", "told", "1");
  assertEquals((await failure(() => wrong)).message, "told: expected an integer, found a string");
  const reason = new Error("page closed");
  const aborted = next("told", checkInteger, { signal: AbortSignal.abort(reason) });
  assertEquals(await failure(() => aborted) === reason, true);
});

Deno.test("calls", async () => {
  const stop = implement("sum", checkInteger, (value) => value + 1, checkInteger);
  assertEquals(await call("sum", 3), 4);
  assertEquals(
    (await failure(() => call("sum", "3"))).message,
    "sum: expected an integer, found a string",
  );
  const replaced = implement("sum", readNothing, () => {}, writeNothing);
  assertEquals(await call("sum", null), null);
  replaced();
  replaced();
  // The first implementation counts again.
  assertEquals(await call("sum", 3), 4);
  const third = implement("sum", readNothing, () => {}, writeNothing);
  // Ending one that has been replaced does not remove the other.
  stop();
  assertEquals(await call("sum", null), null);
  third();
  assertEquals(
    (await failure(() => call("sum", 3))).message,
    "sum: the page does not implement this call",
  );
});

Deno.test("the page announces its contract once for each task", async () => {
  const state = sharedState();
  await settled();
  show({ __bascule: () => {} });
  announce();
  await settled();
  assertEquals(posted, []);
  state.page = "load 1";
  announce();
  announce();
  await settled();
  const announcement = ["__bascule", {
    page: "load 1",
    version: contract.version,
    events: ["told"],
    calls: ["sum"],
    listens: [],
  }];
  assertEquals(posted, [announcement]);
  // A new implementation is announced; of an event, the first listener and the end of the last are.
  const stops = [implement("sum", readNothing, () => {}, writeNothing)];
  await settled();
  assertEquals(posted, [announcement, announcement]);
  const listens = () => (posted[posted.length - 1]?.[1] as { listens: string[] }).listens;
  const stop = subscribe("told", readNothing, () => {});
  await settled();
  assertEquals([posted.length, listens()], [3, ["told"]]);
  const again = subscribe("told", readNothing, () => {});
  stop();
  stop();
  await settled();
  assertEquals(posted.length, 3);
  again();
  await settled();
  assertEquals([posted.length, listens(), state.listens], [4, [], {}]);
  // At once again: the app does not learn of the moment between.
  subscribe("told", readNothing, () => {})();
  stops.push(subscribe("told", readNothing, () => {}));
  await settled();
  assertEquals([posted.length, listens()], [5, ["told"]]);
  stops.forEach((stop) => stop());
  await settled();
  delete state.page;
});

Deno.test("a page from the page cache announces itself again", async () => {
  const state = sharedState();
  // Only one listener of the page, even after several announcements.
  const { addEventListener } = globalThis;
  let added = 0;
  globalThis.addEventListener = () => added++;
  announce();
  await settled();
  globalThis.addEventListener = addEventListener;
  assertEquals(added, 0);
  state.page = "load 2";
  show({ __bascule: () => {} });
  globalThis.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: false }));
  await settled();
  assertEquals(posted.length, 0);
  globalThis.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
  await settled();
  assertEquals(posted.length, 1);
  delete state.page;
});

Deno.test("the contract of the app", () => {
  assertEquals(appContract(), undefined);
  const app = { version: "1", messages: [], events: [], calls: [] };
  sharedState().app = app;
  assertEquals(appContract() === app, true);
  delete sharedState().app;
});
