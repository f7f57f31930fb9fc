/** Conversions of texts of a request to values of other types. */

import { bytesOf } from "./bytes.ts";
import { defaultPort, isSpecial, lowercased, parsedURL } from "./address.ts";
import type { Literal, RuleSet, ValueType } from "./model.ts";

/** null if the text does not convert. */
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
      const value = convertedURL(text);
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

/** An optional sign and digits, within 64 bits. */
export function convertedInt(text: string): Literal | null {
  if (!/^[+-]?[0-9]+$/.test(text)) return null;
  const number = BigInt(text);
  return BigInt.asIntN(64, number) === number ? { kind: "int", value: String(number) } : null;
}

/** A decimal number that is certainly finite. */
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

/** The serialized URL; null for texts that apps do not convert, though the URL standard accepts some of them. */
export function convertedURL(text: string): string | null {
  const bytes = bytesOf(text);
  const match = /^([A-Za-z][A-Za-z0-9+\-.]*):([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(bytes);
  // deno-lint-ignore no-control-regex
  if (match === null || /[\x00-\x1F\x7F]| $/.test(bytes)) return null;
  const scheme = lowercased(match[1] ?? "");
  const front = convertedFront(match[2] ?? "", scheme);
  if (front === null) return null;
  const query = match[3] === undefined ? "" : escaped(match[3], ":@/?", isSpecial(scheme));
  const fragment = match[4] === undefined ? "" : "#" + escaped(match[4].slice(1), ":@/?");
  return scheme + ":" + front + query + fragment;
}

/** The URL between the scheme and the query. */
function convertedFront(bytes: string, scheme: string): string | null {
  const slash = isSpecial(scheme) ? /[/\\]/ : /\//;
  if (!bytes.startsWith("//")) {
    if (isSpecial(scheme)) return null;
    if (!bytes.startsWith("/")) return escaped(bytes, ":@/");
    const path = convertedPath(bytes.slice(1), slash);
    return path.startsWith("//") ? "/." + path : path;
  }
  const rest = bytes.slice(2);
  const end = rest.search(slash);
  const authority = convertedAuthority(end < 0 ? rest : rest.slice(0, end), scheme);
  if (authority === null) return null;
  if (end < 0) return "//" + authority + (isSpecial(scheme) ? "/" : "");
  const hasDrive = rest.slice(end).split(slash).some((part) => /^[A-Za-z][:|]$/.test(part));
  if (scheme === "file" && hasDrive) return null;
  return "//" + authority + convertedPath(rest.slice(end + 1), slash);
}

/** - Parameter bytes: without the slash at the start. */
function convertedPath(bytes: string, slash: RegExp): string {
  const parts = bytes.split(slash);
  const kept: string[] = [];
  parts.forEach((part, place) => {
    const dots = /^(?:\.|%2e){1,2}$/i.test(part) ? part.replace(/%2e/gi, ".").length : 0;
    if (dots === 2) kept.pop();
    if (dots === 0) kept.push(escaped(part, ":@"));
    else if (place === parts.length - 1) kept.push("");
  });
  return kept.map((part) => "/" + part).join("");
}

function convertedAuthority(bytes: string, scheme: string): string | null {
  if (bytes === "") return isSpecial(scheme) && scheme !== "file" ? null : "";
  if (scheme === "file") return null;
  const at = bytes.lastIndexOf("@");
  const user = bytes.slice(0, at + 1);
  if (at >= 0) {
    const colon = user.indexOf(":");
    const names = colon < 0
      ? [user.slice(0, at)]
      : [user.slice(0, colon), user.slice(colon + 1, at)];
    if (names.some((name) => name === "" || /[;=]/.test(name) || !isPlain(name))) return null;
  }
  const place = /^(\[.*?\][^:]*|[^:]*)(?::([0-9]*))?$/s.exec(bytes.slice(at + 1));
  if (place === null) return null;
  const name = convertedHost(place[1] ?? "", isSpecial(scheme));
  const port = Number(place[2] ?? "");
  if (name === null || port > 65_535) return null;
  const hasPort = (place[2] ?? "") !== "" && port !== defaultPort(scheme);
  return user + name + (hasPort ? `:${port}` : "");
}

function convertedHost(bytes: string, isOfSpecial: boolean): string | null {
  if (bytes.startsWith("[")) {
    if (!/^\[[0-9A-Fa-f:]*\]$/.test(bytes)) return null;
    return parsedURL(`http://${bytes}/`)?.hostname ?? null;
  }
  if (bytes === "" || !isPlain(bytes)) return null;
  if (!isOfSpecial) return bytes;
  if (bytes.includes("%")) return null;
  const host = lowercased(bytes);
  if (!/(?:^|\.)(?:[0-9]+|0x[0-9a-f]*)\.?$/.test(host)) return host;
  return parsedURL(`http://${host}/`)?.hostname === host ? host : null;
}

/** Nothing has to be escaped. */
function isPlain(bytes: string): boolean {
  return escaped(bytes, "") === bytes;
}

/** The text with all characters escaped that a URL cannot hold. */
function escaped(bytes: string, others: string, escapesQuote = false): string {
  return bytes.replace(/%(?![0-9A-Fa-f]{2})|[^%A-Za-z0-9\-._~!$&()*+,;=]/g, (byte) => {
    if (others.includes(byte) || byte === "'" && !escapesQuote) return byte;
    return "%" + byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0");
  });
}
