/** Conversions of strings, numbers and Booleans. */

import { BridgeMismatch, kindOf } from "./mismatch.ts";

export function readNothing(): void {}

export function writeNothing(): null {
  return null;
}

export function checkString(value: unknown): string {
  if (typeof value !== "string") throw new BridgeMismatch("a string", kindOf(value));
  return value;
}

/** Writes a string. A lone surrogate is not a character, so it becomes U+FFFD. */
export function writeString(value: string): string {
  return checkString(value).replace(/[\uD800-\uDFFF]/gu, "\uFFFD");
}

export function checkInteger(value: unknown): number {
  if (typeof value !== "number") throw new BridgeMismatch("an integer", kindOf(value));
  if (Number.isSafeInteger(value)) return value === 0 ? 0 : value; // There is no integer -0.
  const isFraction = Number.isFinite(value) && !Number.isInteger(value);
  const found = isFraction ? "with a fraction" : `beyond ±${Number.MAX_SAFE_INTEGER}`;
  throw new BridgeMismatch("an integer", `a number ${found}`);
}

export function checkNumber(value: unknown): number {
  if (typeof value !== "number") throw new BridgeMismatch("a number", kindOf(value));
  if (!Number.isFinite(value)) throw new BridgeMismatch("a number", "a number that is not finite");
  return value;
}

export function checkBoolean(value: unknown): boolean {
  if (typeof value !== "boolean") throw new BridgeMismatch("a Boolean", kindOf(value));
  return value;
}
