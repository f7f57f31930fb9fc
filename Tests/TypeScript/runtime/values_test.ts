import * as collections from "../../../Sources/Runtime/TypeScript/collections.ts";
import { readData, writeData } from "../../../Sources/Runtime/TypeScript/data.ts";
import { readDate, writeDate } from "../../../Sources/Runtime/TypeScript/dates.ts";
import { copyJSON, readText, writeText } from "../../../Sources/Runtime/TypeScript/json.ts";
import * as scalars from "../../../Sources/Runtime/TypeScript/scalars.ts";
import { checkURL } from "../../../Sources/Runtime/TypeScript/urls.ts";
import { assertEquals, failure } from "../assert.ts";

/** Expects each value to be rejected with this message. */
async function refuses(
  conversion: (value: never) => unknown,
  cases: [value: unknown, message: string][],
): Promise<void> {
  for (const [value, message] of cases) {
    const error = await failure(() => (conversion as (value: unknown) => unknown)(value));
    assertEquals(error.message, message);
  }
}

Deno.test("strings", async () => {
  assertEquals(scalars.checkString(""), "");
  assertEquals(scalars.writeString("a\uD800b\u{1F600}\uDC00"), "a\uFFFDb\u{1F600}\uFFFD");
  await refuses(scalars.writeString, [
    [undefined, "expected a string, found nothing"],
    [null, "expected a string, found null"],
    [[], "expected a string, found an array"],
    [{}, "expected a string, found an object"],
    [true, "expected a string, found a Boolean"],
    [1n, "expected a string, found a bigint"],
  ]);
});

Deno.test("integers", async () => {
  assertEquals([0, -7, 2 ** 53 - 1].map(scalars.checkInteger), [0, -7, 2 ** 53 - 1]);
  assertEquals(Object.is(scalars.checkInteger(-0), 0), true);
  await refuses(scalars.checkInteger, [
    [0.5, "expected an integer, found a number with a fraction"],
    [2 ** 53, "expected an integer, found a number beyond ±9007199254740991"],
    [Infinity, "expected an integer, found a number beyond ±9007199254740991"],
    ["1", "expected an integer, found a string"],
  ]);
});

Deno.test("numbers and Booleans", async () => {
  assertEquals([scalars.checkNumber(-0), scalars.checkBoolean(false)], [-0, false]);
  assertEquals([scalars.readNothing(), scalars.writeNothing()], [undefined, null]);
  await refuses(scalars.checkNumber, [
    [NaN, "expected a number, found a number that is not finite"],
    ["1", "expected a number, found a string"],
  ]);
  await refuses(scalars.checkBoolean, [[0, "expected a Boolean, found a number"]]);
});

Deno.test("URLs", async () => {
  const cases: [text: string, url: string][] = [
    ["tel:1", "tel:1"],
    [" HTTPS://Store.Example:443", "https://store.example/"],
    ["https://a.com/?filter[name]=caf%C3%A9", "https://a.com/?filter%5Bname%5D=caf%C3%A9"],
    ["https://a.com/%zz?a|b#c#d", "https://a.com/%25zz?a%7Cb#c%23d"],
    ["http://[0::1]/[]", "http://[::1]/%5B%5D"],
    ["http://192.168.261/", "http://192.168.1.5/"],
    ["ticket://Xk3AbC", "ticket://Xk3AbC"],
    ["file:///\u00FC", "file:///%C3%BC"],
  ];
  for (const [text, url] of cases) assertEquals(checkURL(text), url);
  const another = "expected a URL, found another string";
  await refuses(checkURL, [
    ["", another],
    ["cart/7", another],
    ["/cart", another],
    ["store.example", another],
    ["https://a.com:65536/", another],
    ["https://\u00FC.de/", another],
    ["https://%C3%BC.de/", another],
    [new URL("tel:1"), "expected a URL, found an object"],
  ]);
});

Deno.test("dates", async () => {
  const cases: [json: string, time: number][] = [
    ["1970-01-01T00:00:00Z", 0],
    ["1970-01-01T00:00:00.5Z", 500],
    ["1970-01-01T00:00:00.123999Z", 123],
    ["1970-01-01T02:30:00+02:30", 0],
    ["1969-12-31T22:00:00-02:00", 0],
    ["1970-01-01T00:00:60Z", 60_000],
    ["2024-02-29T00:00:00Z", Date.UTC(2024, 1, 29)],
  ];
  for (const [json, time] of cases) assertEquals([json, readDate(json).getTime()], [json, time]);
  assertEquals(writeDate(new Date(500)), "1970-01-01T00:00:00.500Z");
  assertEquals(readDate("0001-01-01T00:00:00Z").getUTCFullYear(), 1);
  const another = "expected an ISO 8601 date, found another string";
  await refuses(readDate, [
    ["", another],
    ["2023-02-29T00:00:00Z", another],
    ["2023-04-31T00:00:00Z", another],
    ["2023-01-00T00:00:00Z", another],
    ["2023-01-01T00:00:00+24:00", another],
    ["2023-01-01T00:00:00+00:60", another],
    ["2023-13-01T00:00:00Z", another],
    ["2023-01-01T24:00:00Z", another],
    ["2023-01-01T00:60:00Z", another],
    ["2023-01-01T00:00:61Z", another],
    ["2023-01-01T00:00:00", another],
    ["2023-01-01 00:00:00Z", another],
    ["0000-12-31T00:00:00Z", another],
    ["0001-01-01T00:00:00+00:01", another],
    [0, "expected an ISO 8601 date, found a number"],
  ]);
  await refuses(writeDate, [
    [new Date(NaN), "expected a date of the years 1 to 9999, found another date"],
    [
      new Date(Date.UTC(10_000, 0, 1)),
      "expected a date of the years 1 to 9999, found another date",
    ],
    ["1970-01-01T00:00:00Z", "expected a date, found a string"],
  ]);
});

Deno.test("bytes", async () => {
  for (const length of [0, 1, 2, 3, 12_287, 12_288, 12_289, 30_000]) {
    const bytes = new Uint8Array(length).map((_, index) => index * 31);
    assertEquals(readData(writeData(bytes)), bytes);
  }
  assertEquals(writeData(new Uint8Array([255, 254])), "//4=");
  await refuses(readData, [
    ["//4", "expected base64 data, found another string"],
    ["__4=", "expected base64 data, found another string"],
    ["/=4=", "expected base64 data, found another string"],
    [null, "expected base64 data, found null"],
  ]);
  await refuses(writeData, [[[1], "expected a Uint8Array, found an array"]]);
});

Deno.test("arrays", async () => {
  assertEquals(collections.readArray(scalars.checkInteger)([1, 2]), [1, 2]);
  assertEquals(collections.writeArray(scalars.checkInteger)([]), []);
  await refuses(collections.readArray(scalars.checkInteger), [
    [{ length: 0 }, "expected an array, found an object"],
    [[1, null], "expected an integer, found null"],
  ]);
  // `map` would skip the hole.
  const sparse = [1];
  sparse[2] = 3;
  await refuses(collections.writeArray(scalars.checkInteger), [
    [sparse, "expected an integer, found nothing"],
  ]);
});

Deno.test("dictionaries", async () => {
  const read = collections.readDictionary(scalars.checkInteger);
  const proto = read(JSON.parse('{"__proto__": 1, "toString": 2}'));
  assertEquals(Object.entries(proto), [["__proto__", 1], ["toString", 2]]);
  assertEquals(read({})["constructor"], undefined);
  const write = collections.writeDictionary(scalars.checkInteger);
  assertEquals(JSON.stringify(write({ "a\uD800": 1 })), '{"a\uFFFD":1}');
  await refuses(read, [
    [[], "expected an object, found an array"],
    [{ a: "1" }, "expected an integer, found a string"],
  ]);
});

Deno.test("JSON is copied, without fields that are undefined", () => {
  const value = { a: [1, null, { b: "c" }], d: undefined };
  const copy = copyJSON(value) as { a: unknown[] };
  assertEquals(JSON.stringify(copy), '{"a":[1,null,{"b":"c"}]}');
  assertEquals(copy.a === value.a, false);
});

Deno.test("what JSON does not have is refused", async () => {
  let deep: unknown = [];
  for (let level = 1; level < 512; level++) deep = [deep];
  copyJSON(deep);
  await refuses(copyJSON, [
    [NaN, "expected JSON, found a number that is not finite"],
    [new Date(0), "expected JSON, found an object"],
    [() => {}, "expected JSON, found a function"],
    [[deep], "expected JSON of at most 512 levels, found a deeper value"],
  ]);
});

Deno.test("values as JSON text", async () => {
  const read = readText(scalars.checkInteger);
  assertEquals(read(" 3 "), 3);
  await refuses(read, [
    [3, "expected a string, found a number"],
    ["{", "expected JSON text, found another string"],
    ['"3"', "expected an integer, found a string"],
  ]);
  assertEquals(writeText(scalars.checkInteger)(3), "3");
  assertEquals(writeText(() => undefined)(undefined), "null");
});
