import {
  implementCrossInt,
  implementCrossItem,
  implementCrossStrings,
  implementNothing,
  onBare,
  onTold,
} from "./crossing_bridge.ts";
import type { Item } from "./crossing_bridge.ts";
import { assertEquals, defined, failure } from "./assert.ts";

interface Script {
  body: string;
  arguments: Record<string, unknown>;
}

// What the generated Swift hands to WebKit: the bodies of asynchronous functions, and arguments.
const scripts: Script[] = JSON.parse(Deno.readTextFileSync(Deno.args[0] ?? ""));
const events = scripts.slice(0, 6);
const calls = scripts.slice(6);

Object.assign(globalThis, { window: globalThis });

async function run(script: Script): Promise<unknown> {
  const AsyncFunction = (async () => {}).constructor as new (
    ...text: string[]
  ) => (...values: unknown[]) => Promise<unknown>;
  const names = Object.keys(script.arguments);
  return await new AsyncFunction(...names, script.body)(...Object.values(script.arguments));
}

// First, before anything is implemented.
Deno.test("a call that the page does not implement fails with its name", async () => {
  const messages: string[] = [];
  for (const script of calls) messages.push((await failure(() => run(script))).message);
  const names = ["int", "nothing", "item", "strings"];
  assertEquals(messages.length, names.length);
  names.forEach((name, index) => {
    assertEquals([messages[index]?.includes(name), messages[index]], [true, messages[index]]);
  });
});

Deno.test("the events of the app arrive, whichever way it sends them", async () => {
  const items: Item[] = [];
  let bare = 0;
  const stops = [onTold((item) => items.push(item)), onBare(() => bare++)];
  for (const script of events) await run(script);
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
    4,
    null,
    { item_sku: "a\u2028\"'`${x}", quantity: 1, level: "mid level", tags: [] },
    ["</script>", "more"],
  ]);
});
