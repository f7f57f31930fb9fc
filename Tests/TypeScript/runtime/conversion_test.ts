import {
  readArray,
  readOptional,
  writeArray,
} from "../../../Sources/Runtime/TypeScript/collections.ts";
import { convert } from "../../../Sources/Runtime/TypeScript/conversion.ts";
import { BridgeError } from "../../../Sources/Runtime/TypeScript/errors.ts";
import { readField, readObject } from "../../../Sources/Runtime/TypeScript/fields.ts";
import { checkInteger, checkString } from "../../../Sources/Runtime/TypeScript/scalars.ts";
import { assertEquals, failure } from "../assert.ts";

const readItem = (json: unknown) => ({ sku: readField(readObject(json), "sku", checkString) });

Deno.test("a value that fits is returned", () => {
  assertEquals(convert("decoding", "cart", [{ sku: "a" }], readArray(readItem)), [{ sku: "a" }]);
});

Deno.test("a mismatch becomes an error with the path to the value", async () => {
  const wrong = { items: [{ sku: "a" }, { sku: 1 }] };
  const read = (json: unknown) => readField(readObject(json), "items", readArray(readItem));
  const error = await failure(() => convert("decoding", "cart", wrong, read));
  assertEquals(error instanceof BridgeError, true);
  const { code, identifier, message } = error as BridgeError;
  assertEquals([code, identifier, message], [
    "decoding",
    "cart",
    "cart: items[1].sku: expected a string, found a number",
  ]);
});

Deno.test("a mismatch of the whole value has no path", async () => {
  const error = await failure(() => convert("encoding", "count", 0.5, checkInteger));
  assertEquals(error.message, "count: expected an integer, found a number with a fraction");
});

Deno.test("other errors are thrown unchanged", async () => {
  const own = new TypeError("own");
  const fail = () => {
    throw own;
  };
  assertEquals(await failure(() => convert("encoding", "x", 1, fail)) === own, true);
  assertEquals(await failure(() => convert("encoding", "x", [1], writeArray(fail))) === own, true);
});

Deno.test("optional values", () => {
  const read = readOptional(checkString);
  assertEquals([read(null), read(undefined), read("")], [undefined, undefined, ""]);
});
