import {
  appContract,
  contract,
  implementCrossInt,
  implementCrossItem,
  implementCrossStrings,
  implementNothing,
  onBare,
  onLate,
  onTold,
} from "./crossing_bridge.ts";
import type { Item } from "./crossing_bridge.ts";
import { posted, show } from "./app.ts";
import { assertEquals, defined } from "./assert.ts";

interface Script {
  body: string;
  arguments: Record<string, unknown>;
}

// The scripts that the generated Swift passes to WebKit: bodies of async functions, and arguments.
const scripts: Script[] = JSON.parse(Deno.readTextFileSync(Deno.args[0] ?? ""));
const events = scripts.slice(0, 6);
const calls = scripts.slice(6, 10);
const late = scripts.slice(10, 12);
const announcement = scripts[12]?.body ?? "";

const page = { readyState: "loading" };
Object.assign(globalThis, { window: globalThis, document: page });
const address = { protocol: "https:", origin: "https://a.example" };
Object.defineProperty(globalThis, "location", { value: address, configurable: true });

async function run(script: Script): Promise<unknown> {
  const AsyncFunction = (async () => {}).constructor as new (
    ...text: string[]
  ) => (...values: unknown[]) => Promise<unknown>;
  const names = Object.keys(script.arguments);
  return await new AsyncFunction(...names, script.body)(...Object.values(script.arguments));
}

async function outcomes(changes: object): Promise<unknown[]> {
  const results: unknown[] = [];
  // The scripts are for the page `a`.
  (globalThis as { __bascule?: { page?: string } }).__bascule ??= {};
  (globalThis as { __bascule?: { page?: string } }).__bascule!.page = "a";
  for (const script of late) {
    results.push(await run({ ...script, arguments: { ...script.arguments, ...changes } }));
  }
  return results;
}

// This test runs before anything is implemented or listened to.
Deno.test("a call that the page does not implement is told from one that fails", async () => {
  for (const script of calls) assertEquals(await run(script), {});
});

Deno.test("an event for a page that does not listen waits until the page has loaded", async () => {
  page.readyState = "interactive";
  assertEquals(await outcomes({ hasEarlier: false }), ["not loaded", "not loaded"]);
  page.readyState = "complete";
  // A page of an older version may listen to the custom event; there is no such function.
  assertEquals(await outcomes({ hasEarlier: true }), ["handed over", "missing"]);
});

Deno.test("a page gets nothing that is meant for another one", async () => {
  const shown = globalThis as { __bascule?: { page?: string } };
  const received: unknown[] = [];
  const stop = onLate((text) => received.push(text));
  const { __bascule } = shown;
  for (const other of [undefined, {}, { page: "b" }, { ...__bascule, page: "b" }]) {
    if (other === undefined) delete shown.__bascule;
    else shown.__bascule = other;
    for (const script of late) assertEquals(await run(script), "other page");
    for (const script of calls) {
      const arguments_ = { ...script.arguments, page: "a" };
      assertEquals(await run({ ...script, arguments: arguments_ }), "other page");
    }
  }
  // A page of another origin that knows the identifier.
  shown.__bascule = { ...__bascule, page: "a" };
  for (
    const other of [
      { protocol: "https:", origin: "https://b.example" },
      { protocol: "http:", origin: "http://a.example" },
      { protocol: "https:", origin: "https://a.example:8443" },
      { protocol: "about:", origin: "null" },
      { protocol: "data:", origin: "null" },
    ]
  ) {
    const before = { ...address };
    Object.assign(address, other);
    for (const script of late) assertEquals(await run(script), "other page");
    Object.assign(address, before);
  }
  // The hostile page reads the identifier where it is compared, if it can.
  const seen: unknown[] = [];
  shown.__bascule = new Function(
    "seen",
    `function page() { if (page.caller) seen.push(page.caller.arguments); return "c"; }
    return Object.defineProperty({}, "page", { get: page });`,
  )(seen);
  assertEquals(await run(late[0] as Script), "other page");
  assertEquals(seen, []);
  // The control: a function that is not strict tells what calls it.
  new Function("__bascule.page")("a");
  assertEquals(seen.length, 1);
  shown.__bascule = __bascule ?? {};
  stop();
  assertEquals(received, []);
});

Deno.test("the events of the app arrive, whichever way it sends them", async () => {
  const items: Item[] = [];
  let bare = 0;
  const stops = [onTold((item) => items.push(item)), onBare(() => bare++)];
  for (const script of events) assertEquals(await run(script), "heard");
  stops.forEach((stop) => stop());
  const item = {
    sku: "a\u2028\"'`${x}\\ \u{1F600}",
    quantity: 1,
    note: "</script>",
    level: "new",
    tags: [],
  };
  assertEquals(defined(items), [item, item, item]);
  assertEquals(bare, 3);
});

Deno.test("the calls of a render reach their functions and are answered", async () => {
  const stops = [
    implementCrossInt((value) => value + 1),
    implementNothing(() => {}),
    implementCrossItem((item) => ({ sku: item.sku })),
    implementCrossStrings((values) => Promise.resolve([...values, "more"])),
  ];
  const replies: unknown[] = [];
  for (const script of calls) replies.push(await run(script));
  stops.forEach((stop) => stop());
  assertEquals(replies, [
    { reply: 4 },
    { reply: null },
    { reply: { item_sku: "a\u2028\"'`${x}", quantity: 1, level: "mid level", tags: [] } },
    { reply: ["</script>", "more"] },
  ]);
});

Deno.test("a call that fails says why", async () => {
  const stop = implementCrossInt(() => {
    throw new RangeError("too wide");
  });
  assertEquals(await run(calls[0] as Script), { failure: "too wide" });
  const unread = { ...calls[0] as Script, arguments: { name: "int", payload: "3", page: null } };
  assertEquals(await run(unread), { failure: "int: expected an integer, found a string" });
  stop();
});

Deno.test("an event for a page that listens comes after those that were kept for it", async () => {
  page.readyState = "loading";
  const received: string[] = [];
  const stop = onLate((text) => received.push(text));
  assertEquals(await outcomes({ hasEarlier: true }), ["earlier first", "earlier first"]);
  assertEquals(received, []);
  assertEquals(await outcomes({ hasEarlier: false }), ["heard", "heard"]);
  assertEquals(received, ["10", "11"]);
  stop();
  // Once the last listener is gone, the app keeps events for the next one.
  assertEquals(await outcomes({ hasEarlier: false }), ["not loaded", "not loaded"]);
  assertEquals(received, ["10", "11"]);
});

Deno.test("app and page tell each other what they know", async () => {
  const tick = () => new Promise((resolve) => setTimeout(resolve, 1));
  show({ __bascule: () => {} });
  delete (globalThis as { __bascule?: { page?: string } }).__bascule?.page;
  onLate(() => {})();
  await tick();
  assertEquals([appContract(), posted], [undefined, []]);

  new Function(announcement)();
  const app = appContract();
  assertEquals(app, { ...contract, messages: ["it's </script>", "\u2028", '"\\'] });
  const token = (posted[0]?.[1] as { page?: string }).page ?? "";
  assertEquals([token.length > 8, posted], [true, [
    ["__bascule", { page: token, state: "started" }],
  ]]);

  const told = {
    page: token,
    version: contract.version,
    events: ['it\'s "bare"', "late", "told"],
    calls: contract.calls,
    listens: [],
  };
  posted.length = 0;
  implementNothing(() => {})();
  implementCrossInt((value) => value)();
  await tick();
  assertEquals(defined(posted), [["__bascule", told]]);

  posted.length = 0;
  const shown = (persisted: boolean) => Object.assign(new Event("pageshow"), { persisted });
  globalThis.dispatchEvent(new Event("load"));
  globalThis.dispatchEvent(shown(false));
  await tick();
  assertEquals(posted, [["__bascule", { page: token, state: "loaded" }]]);
  posted.length = 0;
  globalThis.dispatchEvent(shown(true));
  await tick();
  assertEquals(defined(posted), [
    ["__bascule", { page: token, state: "started" }],
    ["__bascule", { page: token, state: "loaded" }],
    ["__bascule", told],
  ]);
});
