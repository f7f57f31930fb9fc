/** Conversions of arrays, dictionaries and optional values. */

import { at, BridgeMismatch, kindOf } from "./mismatch.ts";
import { writeString } from "./scalars.ts";

export function readArray<Element>(
  read: (json: unknown) => Element,
): (json: unknown) => Element[] {
  return (json) => {
    if (!Array.isArray(json)) throw new BridgeMismatch("an array", kindOf(json));
    return json.map((element: unknown, index) => {
      try {
        return read(element);
      } catch (error) {
        throw at(index, error);
      }
    });
  };
}

export function writeArray<Element>(
  write: (value: Element) => unknown,
): (values: readonly Element[]) => unknown[] {
  return (values) => {
    if (!Array.isArray(values)) throw new BridgeMismatch("an array", kindOf(values));
    // Unlike `map`, this also visits the holes of an array.
    return Array.from<Element, unknown>(values, (value, index) => {
      try {
        return write(value);
      } catch (error) {
        throw at(index, error);
      }
    });
  };
}

/** Reads a dictionary. The result has no prototype, so that no key finds an inherited property. */
export function readDictionary<Element>(
  read: (json: unknown) => Element,
): (json: unknown) => Record<string, Element> {
  return (json) => {
    if (kindOf(json) !== "an object") throw new BridgeMismatch("an object", kindOf(json));
    const entries: Record<string, Element> = Object.create(null);
    for (const [key, element] of Object.entries(json as object)) {
      try {
        entries[key] = read(element);
      } catch (error) {
        throw at(key, error);
      }
    }
    return entries;
  };
}

export function writeDictionary<Element>(
  write: (value: Element) => unknown,
): (values: Readonly<Record<string, Element>>) => Record<string, unknown> {
  return (values) => {
    if (kindOf(values) !== "an object") throw new BridgeMismatch("an object", kindOf(values));
    const entries: Record<string, unknown> = Object.create(null);
    for (const [key, value] of Object.entries(values)) {
      try {
        entries[writeString(key)] = write(value);
      } catch (error) {
        throw at(key, error);
      }
    }
    return entries;
  };
}

export function readOptional<Value>(
  read: (json: unknown) => Value,
): (json: unknown) => Value | undefined {
  return (json) => json === undefined || json === null ? undefined : read(json);
}

export function writeOptional<Value>(
  write: (value: Value) => unknown,
): (value: Value | undefined) => unknown {
  return (value) => value === undefined || value === null ? null : write(value);
}
