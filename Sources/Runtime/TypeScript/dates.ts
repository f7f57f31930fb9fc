/** Conversions of dates. */

import { BridgeMismatch, kindOf } from "./mismatch.ts";

const datePattern =
  /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:Z|([+-])(\d\d):(\d\d))$/;

/**
 * Reads an ISO 8601 date to the millisecond. A leap second becomes the first second of the next
 * minute.
 */
export function readDate(json: unknown): Date {
  if (typeof json !== "string") throw new BridgeMismatch("an ISO 8601 date", kindOf(json));
  const parts = datePattern.exec(json);
  const digits = (index: number) => Number(parts?.[index] ?? 0);
  const [year, month, day] = [digits(1), digits(2), digits(3)];
  const [hour, minute, second] = [digits(4), digits(5), digits(6)];
  const milliseconds = Number((parts?.[7] ?? "").slice(0, 3).padEnd(3, "0"));
  const [offsetHour, offsetMinute] = [digits(9), digits(10)];
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const isValid = parts !== null && date.getUTCMonth() === month - 1 &&
    hour < 24 && minute < 60 && second <= 60 && offsetHour < 24 && offsetMinute < 60;
  if (!isValid) throw new BridgeMismatch("an ISO 8601 date", "another string");
  const sign = parts[8] === "-" ? -1 : 1;
  date.setUTCHours(
    hour - sign * offsetHour,
    minute - sign * offsetMinute,
    second,
    milliseconds,
  );
  return checkYears(date, "an ISO 8601 date", "another string");
}

export function writeDate(value: Date): string {
  if (!(value instanceof Date)) throw new BridgeMismatch("a date", kindOf(value));
  return checkYears(value, "a date of the years 1 to 9999", "another date").toISOString();
}

function checkYears(date: Date, expected: string, found: string): Date {
  const year = date.getUTCFullYear();
  if (year >= 1 && year <= 9999) return date;
  throw new BridgeMismatch(expected, found);
}
