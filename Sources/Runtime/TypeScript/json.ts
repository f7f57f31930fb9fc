/** Conversions of arbitrary JSON values. */

import { readArray, readDictionary } from "./collections.ts";
import { BridgeMismatch, kindOf } from "./mismatch.ts";
import { checkString, writeString } from "./scalars.ts";

/** Any JSON value. */
export type JSONValue =
  | null
  | boolean
  | number
  | string
  | JSONValue[]
  | { [key: string]: JSONValue };

export function copyJSON(value: unknown): JSONValue {
  return copyBelow(value, 0);
}

function copyBelow(value: unknown, level: number): JSONValue {
  if (value === null || typeof value === "boolean") return value;
  if (typeof value === "string") return writeString(value);
  if (typeof value === "number" && Number.isFinite(value)) return value;
  if (typeof value === "number") throw new BridgeMismatch("JSON", "a number that is not finite");
  if (level === 512) throw new BridgeMismatch("JSON of at most 512 levels", "a deeper value");
  const copy = (element: unknown) => copyBelow(element, level + 1);
  if (Array.isArray(value)) return readArray(copy)(Array.from<unknown>(value));
  if (Object.prototype.toString.call(value) !== "[object Object]") {
    throw new BridgeMismatch("JSON", kindOf(value));
  }
  const entries = Object.entries(value as object)
    .filter(([, element]) => element !== undefined)
    .map(([key, element]) => [writeString(key), element]);
  return readDictionary(copy)(Object.fromEntries(entries));
}

/** Reads a value from its JSON text. */
export function readText<Value>(read: (json: unknown) => Value): (json: unknown) => Value {
  return (json) => {
    const text = checkString(json);
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      throw new BridgeMismatch("JSON text", "another string");
    }
    return read(value);
  };
}

/** Writes a value as JSON text. */
export function writeText<Value>(write: (value: Value) => unknown): (value: Value) => string {
  return (value) => JSON.stringify(write(value) ?? null);
}
