import {
  implementNew,
  onClass,
  send__proto__,
  sendClass,
  sendInner,
  sendInner2,
  sendInner3,
  sendOdd,
  sendProto,
} from "./odd_bridge.ts";
import type { class_ } from "./odd_bridge.ts";
import { call, posted, sendEvent, show } from "./app.ts";
import { assertEquals, defined, failure } from "./assert.ts";

const names = ["a b", "a-b", "1", "", '"', "'", "\\", "\n", "\u2028", "é", "\u{1F600}", "`${x}`"];
const wireNames = [...names, "constructor", "hasOwnProperty"];
const required = Object.fromEntries(wireNames.map((_, index) => [`odd${index}`, `value${index}`]));
const requiredWire = Object.fromEntries(wireNames.map((name, index) => [name, `value${index}`]));

Deno.test("odd names of fields", async () => {
  show({ class: (body) => Promise.resolve(body) });
  const value = { ...required } as unknown as class_;
  assertEquals(defined(await sendClass(value)), required);
  assertEquals(posted[0]?.[1], requiredWire);

  const full = JSON.parse('{"__proto__": "p", "toString": "s", "valueOf": "v", "new": "n"}');
  assertEquals(defined(await sendClass({ ...required, ...full })), { ...required, ...full });
  assertEquals(posted[1]?.[1], { ...requiredWire, ...full });
  assertEquals(Object.getPrototypeOf(posted[1]?.[1]) === Object.prototype, true);
});

Deno.test("a missing field is not found among what every object inherits", async () => {
  const { constructor: _, ...others } = requiredWire;
  show({ class: () => Promise.resolve(others) });
  const { message } = await failure(() => sendClass({ ...required } as unknown as class_));
  assertEquals(message, "class: constructor: expected a string, found nothing");
});

Deno.test("odd identifiers, discriminators and cases", async () => {
  const identifier = 'it\'s "quoted" \\ \n \u2028';
  const proto = (name: string) => JSON.parse(`{"__proto__": "${name}", "x": 1}`);
  show({
    [identifier]: () => Promise.resolve(proto("toString")),
    constructor: () => {},
    "odd channel": () => Promise.resolve("2026-11-21T00:00:00Z"),
  });
  assertEquals(await sendOdd({ "a b": "it's", x: "*/" }), proto("toString"));
  sendProto(proto("toString"));
  assertEquals((await sendInner([undefined, { "a b": "it's", x: "" }])).getTime(), 1795219200000);
  sendInner2();
  sendInner3([1, null]);
  assertEquals(posted.map(([, body]) => JSON.stringify(body)), [
    '{"a b":"it\'s","x":"*/"}',
    '{"__proto__":"toString","x":1}',
    '{"__proto__":"toString","payload":[null,{"a b":"it\'s","x":""}]}',
    '{"__proto__":"2","payload":null}',
    '{"__proto__":"3","payload":[1,null]}',
  ]);
  const { message } = await failure(() => send__proto__("x" as never));
  assertEquals(
    message,
    '__proto__: no message handler "__proto__"; is this page shown in the app?',
  );
  show({ [identifier]: () => Promise.resolve({ x: 1 }) });
  assertEquals(
    (await failure(() => sendOdd({ "a b": "it's", x: "" }))).message,
    `${identifier}: __proto__: expected "a" or "toString", found nothing`,
  );
});

Deno.test("odd events and calls", async () => {
  const received: unknown[] = [];
  const stop = onClass((value) => received.push(value));
  sendEvent('It\'s an "event" \\', "__proto__", 3);
  sendEvent('It\'s an "event" \\', "__proto__", null);
  sendEvent('It\'s an "event" \\', "toString", 4);
  stop();
  assertEquals(received, [3, undefined]);
  const take = implementNew((values) => "x:" + Object.keys(values).join("/"));
  assertEquals(
    await call("__proto__", JSON.parse('{"__proto__": "AAAA", "b": ""}')),
    "x:__proto__/b",
  );
  take();
});
