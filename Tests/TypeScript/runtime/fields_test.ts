import * as fields from "../../../Sources/Runtime/TypeScript/fields.ts";
import { BridgeMismatch } from "../../../Sources/Runtime/TypeScript/mismatch.ts";
import { checkInteger, writeString } from "../../../Sources/Runtime/TypeScript/scalars.ts";
import { assertEquals, failure } from "../assert.ts";

async function mismatch(action: () => unknown): Promise<[path: string, message: string]> {
  const error = await failure(action);
  if (error instanceof BridgeMismatch) return [error.path, error.message];
  throw error;
}

Deno.test("fields are read by name", async () => {
  const object = fields.readObject(JSON.parse('{"a": 1, "b": null}'));
  assertEquals(fields.readField(object, "a", checkInteger), 1);
  assertEquals(await mismatch(() => fields.readField(object, "c", checkInteger)), [
    ".c",
    "expected an integer, found nothing",
  ]);
  assertEquals(await mismatch(() => fields.readField(object, "a b", checkInteger)), [
    '["a b"]',
    "expected an integer, found nothing",
  ]);
  assertEquals(await mismatch(() => fields.readObject([])), [
    "",
    "expected an object, found an array",
  ]);
});

Deno.test("inherited properties are not fields", async () => {
  const object = fields.readObject({});
  for (const name of ["constructor", "toString", "__proto__"]) {
    assertEquals(fields.readFieldOr(object, name, checkInteger, 7), 7);
    const [, message] = await mismatch(() => fields.readField(object, name, checkInteger));
    assertEquals(message, "expected an integer, found nothing");
  }
});

Deno.test("a default replaces a missing field only", async () => {
  const object = fields.readObject({ a: 1, b: null });
  assertEquals(fields.readFieldOr(object, "a", checkInteger, 5), 1);
  assertEquals(fields.readFieldOr(object, "c", checkInteger, 5), 5);
  assertEquals(await mismatch(() => fields.readFieldOr(object, "b", checkInteger, 5)), [
    ".b",
    "expected an integer, found null",
  ]);
});

Deno.test("discriminators", async () => {
  const read = (json: unknown, names: string[]) =>
    fields.readDiscriminator(fields.readObject(json), "kind", names);
  assertEquals(read({ kind: "b" }, ["a", "b"]), "b");
  assertEquals(await mismatch(() => read({ kind: "c" }, ["a", "b", "it's"])), [
    ".kind",
    'expected "a", "b" or "it\'s", found another string',
  ]);
  assertEquals(await mismatch(() => read({}, ["a"])), [".kind", 'expected "a", found nothing']);
  const unknown = fields.unknownCase(null as unknown as object, "kind", ["a"]) as BridgeMismatch;
  assertEquals(unknown.message, "expected an object, found null");
});

Deno.test("fields are written", async () => {
  interface Item {
    name: string;
    note?: string | null | undefined;
  }
  const item: Item = { name: "a" };
  assertEquals(fields.writeField(item, "name", writeString), "a");
  assertEquals(fields.writeOptionalField(item, "note", writeString), undefined);
  assertEquals(fields.writeOptionalField({ ...item, note: null }, "note", writeString), undefined);
  assertEquals(fields.writeOptionalField({ ...item, note: "n" }, "note", writeString), "n");
  assertEquals(fields.writeFieldOr(item, "note", writeString, "none"), "none");
  assertEquals(fields.writeFieldOr({ ...item, note: "n" }, "note", writeString, "none"), "n");
  assertEquals(fields.writeFieldOr({ ...item, note: "" }, "note", writeString, "none"), "");
  const nothing = undefined as unknown as Item;
  assertEquals(await mismatch(() => fields.writeField(nothing, "name", writeString)), [
    "",
    "expected an object, found nothing",
  ]);
  const wrong = { name: 1 as unknown as string };
  assertEquals(await mismatch(() => fields.writeField(wrong, "name", writeString)), [
    ".name",
    "expected a string, found a number",
  ]);
});

Deno.test("undefined fields are removed", () => {
  const written = fields.withoutUndefined({ a: undefined, b: null, c: 0 });
  assertEquals(Object.entries(written), [["b", null], ["c", 0]]);
});
