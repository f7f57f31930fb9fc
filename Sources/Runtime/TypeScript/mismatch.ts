/** The error of a value that does not fit its type, and the path to that value. */

/** The error of a value that does not fit its type. `path` grows from the inside out. */
export class BridgeMismatch extends Error {
  path = "";

  constructor(expected: string, found: string) {
    super(`expected ${expected}, found ${found}`);
  }
}

export function at(index: number | string, error: unknown): unknown {
  if (error instanceof BridgeMismatch) error.path = `[${JSON.stringify(index)}]${error.path}`;
  return error;
}

export function inField(name: string, error: unknown): unknown {
  if (!/^[A-Za-z_$][A-Za-z0-9_$]*$/.test(name)) return at(name, error);
  if (error instanceof BridgeMismatch) error.path = `.${name}${error.path}`;
  return error;
}

export function kindOf(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  if (typeof value === "object") return "an object";
  return typeof value === "boolean" ? "a Boolean" : `a ${typeof value}`;
}

/** Joins names to a text such as `a, b or c`. */
export function alternatives(names: readonly string[]): string {
  const last = names[names.length - 1] ?? "";
  return names.length < 2 ? last : `${names.slice(0, -1).join(", ")} or ${last}`;
}
