/** Conversions of texts of a request to values of other types. */

import { absoluteURL } from "../Runtime/TypeScript/urls.ts";
import type { Literal, RuleSet, ValueType } from "./model.ts";

/** Returns the converted text; null if the text does not convert. */
export function converted(text: string, type: ValueType, set: RuleSet): Literal | null {
  switch (type.kind) {
    case "string":
      return { kind: "string", value: text };
    case "int":
      return convertedInt(text);
    case "double": {
      const value = convertedDouble(text);
      return value === null ? null : { kind: "double", value };
    }
    case "bool":
      return text === "true" || text === "false" ? { kind: "bool", value: text === "true" } : null;
    case "url": {
      const value = absoluteURL(text);
      return value === null ? null : { kind: "url", value };
    }
    case "enumeration": {
      const cases = set.enumerations.find(({ name }) => name === type.name)?.cases ?? [];
      const found = cases.find(({ raw }) => raw === text);
      return found ? { kind: "case", value: found.raw, name: found.name } : null;
    }
    case "optional":
      return type.of ? converted(text, type.of, set) : null;
    default:
      return null;
  }
}

/** Reads an optional sign and digits, within 64 bits. */
export function convertedInt(text: string): Literal | null {
  if (!/^[+-]?[0-9]+$/.test(text)) return null;
  const number = BigInt(text);
  return BigInt.asIntN(64, number) === number ? { kind: "int", value: String(number) } : null;
}

/** Reads a decimal number that is certainly finite. */
function convertedDouble(text: string): number | null {
  const parts = /^[+-]?([0-9]*)(?:\.([0-9]*))?(?:[eE]([+-]?)([0-9]+))?$/.exec(text);
  if (parts === null) return null;
  const [, whole = "", fraction = "", sign = "", exponent] = parts;
  if (whole === "" && fraction === "") return null;
  const isFinite = exponent === undefined
    ? whole.length <= 308
    : exponent.length <= 2
    ? whole.length <= 208
    : exponent.length === 3 && whole.length <= 1 && (sign === "-" || Number(exponent) <= 307);
  return isFinite ? Number(text) : null;
}
