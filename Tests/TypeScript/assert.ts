/** Assertions without dependencies. */

/** A value as text, with sorted keys; distinguishes values that are equal in JSON. */
export function shown(value: unknown): string {
  if (value === undefined) return "undefined";
  if (value instanceof Date) return `Date(${value.getTime()})`;
  if (value instanceof Uint8Array) return `Uint8Array(${[...value].join(",")})`;
  if (Array.isArray(value)) return `[${Array.from(value, shown).join(", ")}]`;
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${entries.map(([key, part]) => `${JSON.stringify(key)}: ${shown(part)}`).join(", ")}}`;
  }
  if (Object.is(value, -0)) return "-0";
  return typeof value === "string" ? JSON.stringify(value) : String(value);
}

/** Properties that are `undefined` count as present; `defined` removes them. */
export function assertEquals(actual: unknown, expected: unknown): void {
  const [a, b] = [shown(actual), shown(expected)];
  if (a !== b) throw new Error(`not equal\n  actual:   ${a}\n  expected: ${b}`);
}

/** A copy without properties that are `undefined`, at any depth. */
export function defined(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(defined);
  const isPlain = Object.prototype.toString.call(value) === "[object Object]";
  if (!isPlain) return value;
  const entries = Object.entries(value as object).filter(([, part]) => part !== undefined);
  return Object.fromEntries(entries.map(([key, part]) => [key, defined(part)]));
}

/** The error that `action` throws or rejects with. */
export async function failure(action: () => unknown): Promise<Error> {
  try {
    await action();
  } catch (error) {
    if (error instanceof Error) return error;
    throw new Error(`not an Error: ${shown(error)}`);
  }
  throw new Error("nothing was thrown");
}
