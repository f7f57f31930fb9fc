/** The parts of URLs that rules test. */

import { decode } from "./escapes.ts";

/** A URL as the URL standard parses it. The texts are percent-encoded. */
export interface Address {
  scheme: string;
  /** The user name and password with `@`; empty if there are none. */
  user: string;
  /** The host; null without an authority. The host of a web URL is in lower case. */
  host: string | null;
  port: number | null;
  /** The path from the first `/` on, or the path of a URL such as `tel:+1`. */
  path: string;
  isOpaque: boolean;
  query: string | null;
  fragment: string | null;
}

const specialSchemes = new Set(["http", "https", "ws", "wss", "ftp", "file"]);
const defaultPorts = new Map([["http", 80], ["ws", 80], ["https", 443], ["wss", 443], ["ftp", 21]]);

export function isSpecial(scheme: string): boolean {
  return specialSchemes.has(scheme);
}

export function defaultPort(scheme: string): number | null {
  return defaultPorts.get(scheme) ?? null;
}

export function lowercased(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/**
 * Returns the URL of a text; null if the text is no absolute URL. `URL.canParse` is missing in
 * browsers before 2023.
 */
export function parsedURL(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

const cache = new Map<string, Address | null>();

/** Returns the address of a text; null if the text is no absolute URL. */
export function parseAddress(text: string): Address | null {
  let address = cache.get(text);
  if (address === undefined) {
    if (cache.size > 1000) cache.clear();
    const url = parsedURL(text);
    address = url === null ? null : split(url.href);
    cache.set(text, address);
  }
  return address;
}

/**
 * Splits a URL into its parts.
 *
 * - Requires: the URL is serialized.
 */
function split(href: string): Address {
  const parts = /^([^:]*):(?:\/\/([^/?#]*))?([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(href);
  const part = (index: number) => parts?.[index];
  const authority = part(2);
  const at = authority?.lastIndexOf("@") ?? -1;
  const place = /^(.*?)(?::(\d+))?$/s.exec(authority?.slice(at + 1) ?? "");
  let path = part(3) ?? "";
  const isOpaque = authority === undefined && !path.startsWith("/");
  if (authority === undefined && path.startsWith("/./")) path = path.slice(2);
  return {
    scheme: part(1) ?? "",
    user: authority?.slice(0, at + 1) ?? "",
    host: authority === undefined ? null : place?.[1] ?? "",
    port: place?.[2] === undefined ? null : Number(place[2]),
    path,
    isOpaque,
    query: part(4)?.slice(1) ?? null,
    fragment: part(5)?.slice(1) ?? null,
  };
}

/** Returns the text that rules compare: the serialized URL, with the host in lower case. */
export function addressText(address: Address): string {
  return serialized(compared(address));
}

/** Returns the address with its host in lower case, as rules compare it. */
export function compared(address: Address): Address {
  return address.host === null ? address : { ...address, host: lowercased(address.host) };
}

export function serialized(address: Address): string {
  let result = address.scheme + ":" + textAfterScheme(address);
  if (address.query !== null) result += "?" + address.query;
  if (address.fragment !== null) result += "#" + address.fragment;
  return result;
}

/** Returns the text after the scheme, without query and fragment. */
export function textAfterScheme(address: Address): string {
  if (address.host === null) {
    return !address.isOpaque && address.path.startsWith("//") ? "/." + address.path : address.path;
  }
  const port = address.port === null ? "" : `:${address.port}`;
  return "//" + address.user + address.host + port + address.path;
}

/** Returns the host that rules compare, in lower case; null if there is none. */
export function addressHost(address: Address): string | null {
  return address.host === null || address.host === "" ? null : lowercased(address.host);
}

/**
 * Returns `/`, then the decoded components that are not empty; no components for an opaque path.
 */
export function addressComponents(address: Address): string[] {
  if (address.isOpaque) return [];
  const parts = address.path.split("/").filter((part) => part !== "");
  return ["/", ...parts.map((part) => decode(part, "component"))];
}

export function addressPath(address: Address): string | null {
  return address.isOpaque ? null : "/" + addressComponents(address).slice(1).join("/");
}

/** Returns the first value of a key. */
export function queryItem(address: Address, key: string, use: "query" | "text"): string | null {
  for (const item of (address.query ?? "").split("&")) {
    if (item === "") continue;
    const equals = item.indexOf("=");
    const name = equals < 0 ? item : item.slice(0, equals);
    if (decode(name, use) === key) return equals < 0 ? "" : decode(item.slice(equals + 1), use);
  }
  return null;
}

/** Returns whether both addresses have a host, and the same scheme, host and port. */
export function haveSameOrigin(a: Address, b: Address): boolean {
  const host = addressHost(a);
  return host !== null && host === addressHost(b) && a.scheme === b.scheme && a.port === b.port;
}
