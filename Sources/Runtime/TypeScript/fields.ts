/** Conversions of the fields of models and unions. */

import { alternatives, BridgeMismatch, inField, kindOf } from "./mismatch.ts";

/** Returns an own property. Every object inherits other properties, such as `constructor`. */
function property<Value extends object, Key extends keyof Value>(
  value: Value,
  key: Key,
): Value[Key] | undefined {
  const isOwn = Object.prototype.hasOwnProperty.call(value, key);
  return isOwn || !(key in Object.prototype) ? value[key] : undefined;
}

export type BridgeFields = Record<string, unknown>;

export function readObject(json: unknown): BridgeFields {
  if (kindOf(json) !== "an object") throw new BridgeMismatch("an object", kindOf(json));
  return json as BridgeFields;
}

export function readField<Value>(
  fields: BridgeFields,
  name: string,
  read: (json: unknown) => Value,
): Value {
  try {
    return read(property(fields, name));
  } catch (error) {
    throw inField(name, error);
  }
}

export function readFieldOr<Value>(
  fields: BridgeFields,
  name: string,
  read: (json: unknown) => Value,
  fallback: Value,
): Value {
  return property(fields, name) === undefined ? fallback : readField(fields, name, read);
}

export function readDiscriminator<Name extends string>(
  fields: BridgeFields,
  field: string,
  names: readonly Name[],
): Name {
  const name = names.find((name) => name === property(fields, field));
  if (name === undefined) throw unknownCase(fields, field, names);
  return name;
}

export function unknownCase(union: object, field: string, names: readonly string[]): unknown {
  if (kindOf(union) !== "an object") return new BridgeMismatch("an object", kindOf(union));
  const name = property(union as Record<string, unknown>, field);
  const expected = alternatives(names.map((name) => JSON.stringify(name)));
  const found = typeof name === "string" ? "another string" : kindOf(name);
  return inField(field, new BridgeMismatch(expected, found));
}

export function writeField<Value extends object, Key extends keyof Value & string>(
  value: Value,
  key: Key,
  write: (field: Value[Key]) => unknown,
): unknown {
  if (kindOf(value) !== "an object") throw new BridgeMismatch("an object", kindOf(value));
  try {
    return write(property(value, key) as Value[Key]);
  } catch (error) {
    throw inField(key, error);
  }
}

export function writeFieldOr<Value extends object, Key extends keyof Value & string>(
  value: Value,
  key: Key,
  write: (field: NonNullable<Value[Key]>) => unknown,
  fallback: NonNullable<Value[Key]>,
): unknown {
  return writeField(value, key, (field) => write(field ?? fallback));
}

export function writeOptionalField<Value extends object, Key extends keyof Value & string>(
  value: Value,
  key: Key,
  write: (field: NonNullable<Value[Key]>) => unknown,
): unknown {
  return writeField(
    value,
    key,
    (field) => field === undefined || field === null ? undefined : write(field),
  );
}

/**
 * Returns the fields without those that are undefined, since the app would read null for a property
 * that exists.
 */
export function withoutUndefined(fields: Record<string, unknown>): Record<string, unknown> {
  for (const key of Object.keys(fields)) {
    if (fields[key] === undefined) delete fields[key];
  }
  return fields;
}
