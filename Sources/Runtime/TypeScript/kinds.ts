/** Conversions of unions whose cases have different kinds of JSON. */

import { alternatives, BridgeMismatch, kindOf } from "./mismatch.ts";

/** A function for each kind of JSON, by the name that `kindOf` returns. */
export type KindConversions = Readonly<Record<string, (value: never) => unknown>>;

/** Converts a value with the function for its kind. */
export function convertByKind<Conversions extends KindConversions>(
  value: unknown,
  conversions: Conversions,
): ReturnType<Conversions[keyof Conversions]> {
  const found = kindOf(value);
  const kinds = Object.entries(conversions);
  for (const [kind, convert] of kinds) {
    if (kind === found) {
      return convert(value as never) as ReturnType<Conversions[keyof Conversions]>;
    }
  }
  throw new BridgeMismatch(alternatives(kinds.map(([kind]) => kind)), found);
}
