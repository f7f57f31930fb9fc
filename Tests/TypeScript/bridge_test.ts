import {
  appContract,
  BridgeError,
  CloseReason,
  contract,
  implementHighlight,
  implementResizeImages,
  implementSummary,
  isAvailable,
  onceDataUpdate,
  oncePaymentFinished,
  onceTick,
  onDataUpdate,
  onPaymentFinished,
  onTick,
  sendAsk,
  sendCart,
  sendNames,
  sendNote,
  sendPage,
  sendPay,
  sendPing,
  sendReady,
  sendToken,
  sendTrack,
  sendVoid,
  supports,
} from "./bridge.ts";
import type {
  CartItem,
  CartItemInput,
  CloseReasonInput,
  PaymentResult,
  PaymentResultInput,
} from "./bridge.ts";
import { call, posted, sendByFunction, sendEvent, show } from "./app.ts";
import { assertEquals, defined, failure } from "./assert.ts";

async function bridgeFailure(action: () => unknown): Promise<BridgeError> {
  const error = await failure(action);
  if (error instanceof BridgeError) return error;
  throw new Error(`not a BridgeError: ${error}`);
}

const item = { sku: "a", quantity: 2, reason: CloseReason.done, tags: [] };
const wireItem = { item_sku: "a", quantity: 2, reason: "done", tags: [] };

// Importing must not change the page: a bundler can remove the module, and a server can load it.
const pageBefore = Object.keys(globalThis);

Deno.test("importing leaves no trace", () => {
  assertEquals(pageBefore.includes("bridge"), false);
  assertEquals(pageBefore.includes("__bascule"), false);
  assertEquals(globalThis.dispatchEvent === EventTarget.prototype.dispatchEvent, true);
});

// Strategies

Deno.test("messages without reply", async () => {
  show({ page: () => {}, onReady: () => {}, note: () => {}, app: () => Promise.resolve(null) });
  assertEquals(await sendPage(CloseReason.done), undefined);
  // Sent at once, in this order.
  void sendPage(CloseReason.cancelled);
  void sendPage("done");
  void sendReady();
  void sendNote();
  void sendNote("x");
  assertEquals(posted, [
    ["page", "done"],
    ["page", "user-cancelled"],
    ["page", "done"],
    ["onReady", null],
    ["note", null],
    ["note", "x"],
  ]);
});

Deno.test("messages with reply, defaults and wire names", async () => {
  show({ cart: () => Promise.resolve(3), token: () => Promise.resolve(null) });
  assertEquals(await sendCart({ sku: "a" }), 3);
  assertEquals(
    await sendCart({ sku: "b", quantity: 5, note: "n", reason: "done", tags: ["t"] }),
    3,
  );
  assertEquals(await sendToken(), undefined);
  assertEquals(posted, [
    ["cart", { item_sku: "a", quantity: 1, reason: "user-cancelled", tags: [] }],
    ["cart", { item_sku: "b", quantity: 5, note: "n", reason: "done", tags: ["t"] }],
    ["token", null],
  ]);
  assertEquals("note" in (posted[0]?.[1] as object), false);
});

Deno.test("collections and empty models", async () => {
  show({
    names: () => Promise.resolve({ "__proto__x": "2026-11-21T00:00:00Z" }),
    void: () => Promise.resolve({ more: 1 }),
  });
  assertEquals(await sendNames(["a", "b"]), { "__proto__x": new Date(Date.UTC(2026, 10, 21)) });
  assertEquals(await sendVoid({}), {});
  assertEquals(posted, [["names", ["a", "b"]], ["void", {}]]);
});

Deno.test("a channel wraps what it carries", async () => {
  show({ app: (body) => Promise.resolve((body as { type: string }).type === "ask") });
  void sendTrack({ sku: "a" });
  assertEquals(await sendAsk([1, 2]), true);
  void sendPing();
  assertEquals(posted, [
    ["app", {
      type: "track",
      payload: { item_sku: "a", quantity: 1, reason: "user-cancelled", tags: [] },
    }],
    ["app", { type: "ask", payload: [1, 2] }],
    ["app", { type: "ping", payload: null }],
  ]);
});

Deno.test("feature detection", () => {
  show();
  assertEquals(isAvailable("cart"), false);
  show({});
  assertEquals(isAvailable("cart"), false);
  show({ cart: () => 1 });
  assertEquals(isAvailable("cart"), true);
  assertEquals(isAvailable("app"), false);
});

Deno.test("what the app supports", () => {
  const page = globalThis as unknown as { __bascule?: { app?: typeof contract } };
  const app = (messages: string[]) => {
    page.__bascule ??= {};
    page.__bascule.app = { ...contract, version: "another", messages };
  };
  show();
  assertEquals([supports("cart"), supports("app.ask"), appContract()], [false, false, undefined]);
  // An app of a version without a contract.
  show({ cart: () => 1, app: () => 1 });
  assertEquals([supports("cart"), supports("app.ask"), supports("page")], [true, true, false]);
  app(["app.ping", "cart", "page"]);
  assertEquals([supports("cart"), supports("app.ask"), supports("app.ping")], [true, false, true]);
  assertEquals(supports("page"), false);
  assertEquals(appContract()?.version, "another");
  delete page.__bascule?.app;
});

Deno.test("the contract", () => {
  assertEquals(/^[0-9a-f]{16}$/.test(contract.version), true);
  assertEquals(contract.messages.includes("app.ask"), true);
  assertEquals(contract.events.includes("DataUpdate"), true);
  assertEquals(contract.calls.includes("resizeImages"), true);
});

Deno.test("the sender names a time limit", async () => {
  show({ cart: () => new Promise(() => {}) });
  const late = await bridgeFailure(() => sendCart({ sku: "a" }, { timeout: 2 }));
  assertEquals([late.code, late.identifier, late.message], [
    "timeout",
    "cart",
    "cart: the app did not answer within 2 ms",
  ]);
  // Before the timeout: deno reports the timer as a leak if it is not cleared.
  show({ cart: () => Promise.resolve(3) });
  assertEquals(await sendCart({ sku: "a" }, { timeout: 60_000 }), 3);
  show({ cart: () => Promise.reject("cart: no") });
  assertEquals(
    (await bridgeFailure(() => sendCart({ sku: "a" }, { timeout: 60_000 }))).code,
    "rejected",
  );
  assertEquals(
    (await bridgeFailure(() => sendCart({ sku: "a", quantity: 0.5 }, { timeout: 60_000 }))).code,
    "encoding",
  );
  // A late reply is ignored, and so is a late rejection.
  let answer = (_: unknown): void => {};
  show({ cart: () => new Promise((_, reject) => answer = reject) });
  assertEquals((await bridgeFailure(() => sendCart({ sku: "a" }, { timeout: 2 }))).code, "timeout");
  answer("cart: no");
  await new Promise((resolve) => setTimeout(resolve, 5));
});

Deno.test("a time limit of any size", async () => {
  show({ cart: () => new Promise((resolve) => setTimeout(() => resolve(3), 5)) });
  for (const timeout of [Infinity, NaN, 2 ** 31, 2 ** 40, Number.MAX_VALUE, undefined]) {
    assertEquals(await sendCart({ sku: "a" }, { timeout }), 3);
  }
  // Deno reports the timer as a leak if it is not cleared.
  assertEquals(await sendCart({ sku: "a" }, { timeout: 2 ** 31 - 1 }), 3);
  show({ cart: () => new Promise(() => {}) });
  for (const timeout of [0, -1, -Infinity]) {
    const { code } = await bridgeFailure(() => sendCart({ sku: "a" }, { timeout }));
    assertEquals([timeout, code], [timeout, "timeout"]);
  }
  show({ cart: () => Promise.resolve(3) });
  assertEquals(await sendCart({ sku: "a" }, { timeout: 0 }), 3);
});

Deno.test("the sender loses patience", async () => {
  show({ cart: () => new Promise(() => {}) });
  const controller = new AbortController();
  const { signal } = controller;
  const failed = failure(() => sendCart({ sku: "a" }, { signal, timeout: 60_000 }));
  await Promise.resolve();
  controller.abort(new Error("page closed"));
  assertEquals((await failed).message, "page closed");
  assertEquals(posted.length, 1);
  assertEquals((await failure(() => sendCart({ sku: "a" }, { signal }))).message, "page closed");
  // An aborted message is not sent.
  assertEquals(posted.length, 1);
});

Deno.test("outside the app", async () => {
  show();
  const thrown = await bridgeFailure(() => sendPage("done"));
  assertEquals([thrown.code, thrown.identifier, thrown.name], [
    "unavailable",
    "page",
    "BridgeError",
  ]);
  assertEquals(thrown.message, 'page: no message handler "page"; is this page shown in the app?');
  // Messages with and without a reply behave alike: neither function throws.
  for (const send of [() => sendCart({ sku: "a" }), sendReady, () => sendPage("done")]) {
    const promise: Promise<unknown> = send();
    assertEquals((await bridgeFailure(() => promise)).code, "unavailable");
  }
  const inChannel = await bridgeFailure(() => sendPing());
  assertEquals(
    inChannel.message,
    'app.ping: no message handler "app"; is this page shown in the app?',
  );
});

Deno.test("native rejections", async () => {
  for (
    const [reason, message] of [
      ["cart: out of stock", "cart: out of stock"],
      [new Error("cart: gone"), "cart: gone"],
      [undefined, "cart: the app rejected the message"],
      ["", "cart: the app rejected the message"],
    ]
  ) {
    show({ cart: () => Promise.reject(reason) });
    const error = await bridgeFailure(() => sendCart({ sku: "a" }));
    assertEquals([error.code, error.identifier, error.message], ["rejected", "cart", message]);
  }
});

Deno.test("errors that a program can tell apart", async () => {
  for (const code of ["refused", "malformed", "unknown", "busy", "failed"]) {
    show({ cart: () => Promise.reject(new Error(JSON.stringify({ code, message: "why" }))) });
    const error = await bridgeFailure(() => sendCart({ sku: "a" }));
    assertEquals([error.code, error.reason, error.message], [code, undefined, "cart: why"]);
  }
  const soldOut = { code: "rejected", reason: "soldOut", message: "there are no more" };
  show({ cart: () => Promise.reject(new Error(JSON.stringify(soldOut))) });
  const error = await bridgeFailure(() => sendCart({ sku: "a" }));
  assertEquals([error.code, error.reason, error.message], [
    "rejected",
    "soldOut",
    "cart: there are no more",
  ]);
  // Texts of other apps stay as they are.
  for (const text of ["{", "{}", '{"code":"timeout","message":"x"}', '["refused"]']) {
    show({ cart: () => Promise.reject(new Error(text)) });
    const error = await bridgeFailure(() => sendCart({ sku: "a" }));
    assertEquals([error.code, error.reason, error.message], ["rejected", undefined, text]);
  }
});

Deno.test("options do not read what a page has put into all objects", async () => {
  show({ cart: () => Promise.resolve(3) });
  // The page's own listener is there: deno's `addEventListener` reads such properties, an engine does not.
  onTick(() => {})();
  const polluted = Object.prototype as Record<string, unknown>;
  polluted["timeout"] = 0;
  polluted["signal"] = { aborted: true, reason: new Error("polluted"), addEventListener() {} };
  let count = 0;
  try {
    assertEquals(await sendCart({ sku: "a" }), 3);
    assertEquals(await sendCart({ sku: "a" }, {}), 3);
    assertEquals(await sendCart({ sku: "a" }, { timeout: 60_000 }), 3);
    const stops = [onTick(() => count++), onTick(() => count++, {})];
    const next = onceTick();
    sendEvent("WebAppEvent", "tick", null);
    await next;
    stops.forEach((stop) => stop());
  } finally {
    delete polluted["timeout"];
    delete polluted["signal"];
  }
  assertEquals(count, 2);
});

Deno.test("no rejection stays unhandled", async () => {
  const unhandled: unknown[] = [];
  const note = (event: PromiseRejectionEvent) => {
    event.preventDefault();
    unhandled.push(event.reason);
  };
  globalThis.addEventListener("unhandledrejection", note);
  show({ page: () => Promise.reject("page: no"), app: () => Promise.reject(new Error("no")) });
  await sendPage("done");
  await sendTrack({ sku: "a" });
  await new Promise((resolve) => setTimeout(resolve, 5));
  globalThis.removeEventListener("unhandledrejection", note);
  assertEquals(unhandled, []);
});

Deno.test("a message handler that throws", async () => {
  const handle = () => {
    throw new TypeError("gone");
  };
  show({ page: handle, cart: handle });
  assertEquals((await bridgeFailure(() => sendPage("done"))).message, "gone");
  assertEquals((await bridgeFailure(() => sendCart({ sku: "a" }))).code, "rejected");
});

Deno.test("replies of the wrong shape", async () => {
  for (
    const [reply, message] of [
      ["3", "cart: expected an integer, found a string"],
      [null, "cart: expected an integer, found null"],
      [undefined, "cart: expected an integer, found nothing"],
      [true, "cart: expected an integer, found a Boolean"],
      [1.5, "cart: expected an integer, found a number with a fraction"],
      [2 ** 53, "cart: expected an integer, found a number beyond ±9007199254740991"],
      [{}, "cart: expected an integer, found an object"],
    ]
  ) {
    show({ cart: () => Promise.resolve(reply) });
    const error = await bridgeFailure(() => sendCart({ sku: "a" }));
    assertEquals([error.code, error.message], ["decoding", message]);
  }
});

Deno.test("union replies", async () => {
  const reply = (body: unknown) => {
    show({ pay: () => Promise.resolve(body) });
    return sendPay({ kind: "pending" });
  };
  assertEquals(await reply({ kind: "success", receipt: "https://a.com/1" }), {
    kind: "success",
    receipt: "https://a.com/1",
  });
  assertEquals(defined(await reply({ kind: "failed", code: 4, other: 1 })), {
    kind: "failed",
    code: 4,
    message: "?",
  });
  const messages = [
    [{}, 'pay: kind: expected "success", "failed" or "pending", found nothing'],
    [
      { kind: "refund" },
      'pay: kind: expected "success", "failed" or "pending", found another string',
    ],
    [{ kind: 1 }, 'pay: kind: expected "success", "failed" or "pending", found a number'],
    [[], "pay: expected an object, found an array"],
    [{ kind: "success", receipt: "" }, "pay: receipt: expected a URL, found another string"],
    [
      { kind: "failed", code: 1, items: [{ item_sku: "a" }, { item_sku: 3 }] },
      "pay: items[1].item_sku: expected a string, found a number",
    ],
    [
      { kind: "failed", code: 1, message: null },
      "pay: message: expected a string, found null",
    ],
  ];
  for (const [body, message] of messages) {
    assertEquals((await bridgeFailure(() => reply(body))).message, message);
  }
});

Deno.test("values of the page that do not fit", async () => {
  show({ cart: () => Promise.resolve(1), page: () => {}, pay: () => {}, app: () => {} });
  const wrong: [() => unknown, string][] = [
    [
      () => sendCart({ sku: "a", quantity: 1.5 }),
      "cart: quantity: expected an integer, found a number with a fraction",
    ],
    [
      () => sendCart({ sku: "a", quantity: NaN }),
      "cart: quantity: expected an integer, found a number beyond ±9007199254740991",
    ],
    [() => sendCart({} as CartItemInput), "cart: sku: expected a string, found nothing"],
    [
      () => sendCart(undefined as unknown as CartItemInput),
      "cart: expected an object, found nothing",
    ],
    [
      () => sendCart({ sku: "a", tags: ["", 1 as unknown as string] }),
      "cart: tags[1]: expected a string, found a number",
    ],
    [() => sendPage(4 as unknown as CloseReasonInput), "page: expected a string, found a number"],
    [
      () => sendPay({ kind: "other" } as unknown as PaymentResultInput),
      'pay: kind: expected "success", "failed" or "pending", found another string',
    ],
    [() => sendPay(null as unknown as PaymentResultInput), "pay: expected an object, found null"],
    [
      () => sendAsk([1, 2, Infinity]),
      "app.ask: [2]: expected an integer, found a number beyond ±9007199254740991",
    ],
  ];
  for (const [action, message] of wrong) {
    const error = await bridgeFailure(action);
    assertEquals([error.code, error.message], ["encoding", message]);
  }
  assertEquals(posted, []);
});

// Events

const success: PaymentResult = { kind: "success", receipt: "https://a.com/1" };

Deno.test("events by custom event and by both functions", () => {
  const received: PaymentResult[] = [];
  const stop = onPaymentFinished((result) => received.push(result));
  sendEvent("WebAppEvent", "paymentFinished", success);
  sendByFunction("bridge.receive", "paymentFinished", { kind: "pending" });
  sendByFunction("dispatchEvent", "paymentFinished", { kind: "failed", code: 1 });
  sendEvent("WebAppEvent", "unknown", success);
  sendEvent("OtherEvent", "paymentFinished", success);
  globalThis.dispatchEvent(new Event("WebAppEvent"));
  globalThis.dispatchEvent(new CustomEvent("WebAppEvent", { detail: { name: 4 } }));
  assertEquals(defined(received), [success, { kind: "pending" }, {
    kind: "failed",
    code: 1,
    message: "?",
  }]);
  stop();
  stop();
  sendEvent("WebAppEvent", "paymentFinished", success);
  assertEquals(received.length, 3);
});

Deno.test("the browser's own dispatchEvent still works", () => {
  let count = 0;
  const listener = () => count++;
  globalThis.addEventListener("mine", listener);
  const stop = onTick(() => {});
  assertEquals(globalThis.dispatchEvent(new Event("mine")), true);
  dispatchEvent(new Event("mine"));
  stop();
  globalThis.removeEventListener("mine", listener);
  assertEquals(count, 2);
});

Deno.test("several listeners, one of which fails", () => {
  const reported: unknown[] = [];
  const note = (event: ErrorEvent) => {
    event.preventDefault();
    reported.push(event.error.message);
  };
  globalThis.addEventListener("error", note);
  const received: string[] = [];
  const listener = () => received.push("same");
  const stops = [
    onTick(() => {
      throw new Error("listener failed");
    }),
    onTick(listener),
    onTick(listener),
  ];
  sendEvent("WebAppEvent", "tick", null);
  stops.forEach((stop) => stop());
  globalThis.removeEventListener("error", note);
  assertEquals(received, ["same", "same"]);
  assertEquals(reported, ["listener failed"]);
});

Deno.test("an event that does not decode is reported and reaches no listener", () => {
  const reported: unknown[] = [];
  const note = (event: ErrorEvent) => {
    event.preventDefault();
    reported.push(event.error.message);
  };
  globalThis.addEventListener("error", note);
  const received: CartItem[][] = [];
  const stop = onDataUpdate((items) => received.push(items));
  sendEvent("WebAppEvent", "DataUpdate", [wireItem, { item_sku: null }]);
  sendEvent("WebAppEvent", "DataUpdate", [wireItem]);
  stop();
  globalThis.removeEventListener("error", note);
  assertEquals(reported, ["DataUpdate: [1].item_sku: expected a string, found null"]);
  assertEquals(defined(received), [[item]]);
});

Deno.test("listening ends with a signal", async () => {
  const controller = new AbortController();
  let count = 0;
  onTick(() => count++, { signal: controller.signal });
  const next = onceTick({ signal: controller.signal });
  const failed = failure(() => next);
  sendEvent("WebAppEvent", "other", null);
  controller.abort(new Error("page closed"));
  sendEvent("WebAppEvent", "tick", null);
  assertEquals(count, 0);
  assertEquals((await failed).message, "page closed");
  onTick(() => count++, { signal: controller.signal });
  sendEvent("WebAppEvent", "tick", null);
  assertEquals(count, 0);
  assertEquals(
    (await failure(() => onceTick({ signal: controller.signal }))).message,
    "page closed",
  );
});

Deno.test("the next event", async () => {
  const next = oncePaymentFinished();
  const tick = onceTick();
  sendEvent("WebAppEvent", "paymentFinished", success);
  sendEvent("WebAppEvent", "paymentFinished", { kind: "pending" });
  sendEvent("WebAppEvent", "tick", "ignored");
  assertEquals(await next, success);
  assertEquals(await tick, undefined);
  const bad = onceDataUpdate();
  sendEvent("WebAppEvent", "DataUpdate", {});
  const error = await bridgeFailure(() => bad);
  assertEquals([error.code, error.message], [
    "decoding",
    "DataUpdate: expected an array, found an object",
  ]);
});

// Calls

Deno.test("calls", async () => {
  assertEquals(
    (await failure(() => call("resizeImages", 3))).message,
    "resizeImages: the page does not implement this call",
  );
  const stop = implementResizeImages((width) => width * 2);
  assertEquals(await call("resizeImages", 320), 640);
  assertEquals(
    (await bridgeFailure(() => call("resizeImages", "x"))).message,
    "resizeImages: expected an integer, found a string",
  );
  stop();
  assertEquals(
    (await failure(() => call("resizeImages", 3))).message,
    "resizeImages: the page does not implement this call",
  );
});

Deno.test("a call implemented anew", async () => {
  const first = implementResizeImages(() => 1);
  const second = implementResizeImages(() => Promise.resolve(2));
  first();
  assertEquals(await call("resizeImages", 0), 2);
  second();
  implementResizeImages(() => 0.5)();
});

Deno.test("a call whose implementation fails or replies nonsense", async () => {
  const stop = implementResizeImages(() => {
    throw new RangeError("too wide");
  });
  assertEquals((await failure(() => call("resizeImages", 1))).message, "too wide");
  stop();
  const other = implementResizeImages(() => 0.5);
  const error = await bridgeFailure(() => call("resizeImages", 1));
  other();
  assertEquals([error.code, error.message], [
    "encoding",
    "resizeImages: expected an integer, found a number with a fraction",
  ]);
});

Deno.test("a render: calls one after the other and at once", async () => {
  const log: string[] = [];
  const stops = [
    implementHighlight(async () => {
      await new Promise((resolve) => setTimeout(resolve, 2));
      log.push("highlight");
    }),
    implementSummary((items) => {
      log.push("summary");
      return { sku: items.map((item) => item.sku).join("+") };
    }),
    implementResizeImages((width) => width),
  ];
  const replies = await Promise.all([
    call("highlight", null),
    call("summary", [wireItem, wireItem]),
    call("resizeImages", 320),
  ]);
  stops.forEach((stop) => stop());
  assertEquals(replies, [
    null,
    { item_sku: "a+a", quantity: 1, reason: "user-cancelled", tags: [] },
    320,
  ]);
  assertEquals(log, ["summary", "highlight"]);
});
