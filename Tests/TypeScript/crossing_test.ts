import { sendEchoData, sendEchoJSON, sendEchoString } from "./crossing_bridge.ts";
import type { JSONValue } from "./crossing_bridge.ts";
import { posted, show } from "./app.ts";
import { assertEquals, failure } from "./assert.ts";
import { cross } from "./crossing.ts";
import type { Result, Value } from "./crossing.ts";

interface Expectation extends Value {
  /** The expected result, if it is not `wire`. */
  canonical?: unknown;
  error?: string;
}

/** The results of another implementation, and its values if they are not those of the fixture. */
const [resultsFile, fixtureFile = "crossing.json"] = Deno.args;

const fixture: Expectation[] = JSON.parse(Deno.readTextFileSync(fixtureFile));

async function results(): Promise<Result[]> {
  if (resultsFile === undefined) return await cross(fixture);
  return JSON.parse(Deno.readTextFileSync(resultsFile));
}

Deno.test("every value of the fixture crosses as it should", async () => {
  const found = await results();
  assertEquals(found.length, fixture.length);
  fixture.forEach(({ strategy, wire, canonical, error }, index) => {
    const expected = error === undefined ? { wire: canonical ?? wire } : { error };
    assertEquals([strategy, wire, found[index]], [strategy, wire, expected]);
  });
});

Deno.test("what has crossed once crosses unchanged", async () => {
  const values: Value[] = [];
  (await results()).forEach((result, index) => {
    const { strategy } = fixture[index] ?? { strategy: "" };
    if ("wire" in result) values.push({ strategy, wire: result.wire });
  });
  assertEquals(values.length > 0, true);
  assertEquals(await cross(values), values.map(({ wire }) => ({ wire })));
});

Deno.test("half a surrogate pair becomes a replacement character", async () => {
  show({ string: (body) => Promise.resolve(body), json: (body) => Promise.resolve(body) });
  assertEquals(
    await sendEchoString("a\uD800b\uDC00\u{1F600}\uD83D"),
    "a\uFFFDb\uFFFD\u{1F600}\uFFFD",
  );
  assertEquals(await sendEchoJSON({ "\uDFFF": ["\uD800"] }), { "\uFFFD": ["\uFFFD"] });
});

Deno.test("large data", async () => {
  show({ data: (body) => Promise.resolve(body) });
  const bytes = new Uint8Array(3_000_001).map((_, index) => index * 7);
  const copy = await sendEchoData(bytes);
  assertEquals(copy.length, bytes.length);
  assertEquals(copy.every((byte, index) => byte === bytes[index]), true);
});

Deno.test("what is no JSON", async () => {
  show({ json: (body) => Promise.resolve(body) });
  assertEquals(await sendEchoJSON({ a: undefined } as unknown as JSONValue), {});
  const cyclic: JSONValue[] = [];
  cyclic.push(cyclic);
  const wrong: [unknown, RegExp][] = [
    [undefined, /^json: expected JSON, found nothing$/],
    [[1, undefined], /^json: \[1\]: expected JSON, found nothing$/],
    [{ a: { b: NaN } }, /^json: \["a"\]\["b"\]: expected JSON, found a number that is not finite$/],
    [() => 1, /^json: expected JSON, found a function$/],
    [1n, /^json: expected JSON, found a bigint$/],
    [new Date(), /^json: expected JSON, found an object$/],
    [new Map(), /^json: expected JSON, found an object$/],
    [cyclic, /expected JSON of at most 512 levels, found a deeper value$/],
  ];
  for (const [value, pattern] of wrong) {
    const { message } = await failure(() => sendEchoJSON(value as JSONValue));
    assertEquals([pattern.test(message), message], [true, message]);
  }
  assertEquals(posted.length, 1);
});

Deno.test("JSON of 512 levels and no more", async () => {
  show({ json: (body) => Promise.resolve(body) });
  const nested = (levels: number) => JSON.parse("[".repeat(levels) + "]".repeat(levels));
  assertEquals(await sendEchoJSON(nested(512)), nested(512));
  const { message } = await failure(() => sendEchoJSON(nested(513)));
  assertEquals(
    message.endsWith("[0]: expected JSON of at most 512 levels, found a deeper value"),
    true,
  );
  await failure(() => sendEchoJSON(nested(100_000)));
});
