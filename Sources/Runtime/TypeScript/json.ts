/** Conversions of arbitrary JSON values. */

import { readArray, readDictionary } from "./collections.ts";
import { BridgeMismatch, kindOf } from "./mismatch.ts";
import { writeString } from "./scalars.ts";

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
