/** The parts of a request that `load url` does not pass on. */

import { addressText, parsedURL } from "./address.ts";
import type { Address } from "./address.ts";
import type { KnownChange } from "./changes.ts";
import type { Chain, Question } from "./model.ts";

export interface Losses {
  /** The names of the headers, in lower case. */
  headers: string[];
  body: boolean;
}

const headersOfOrigin = new Set([
  "authorization",
  "cookie",
  "cookie2",
  "host",
  "origin",
  "proxy-authorization",
  "referer",
]);
const headersOfBody = new Set([
  "content-encoding",
  "content-language",
  "content-length",
  "content-location",
  "content-type",
  "transfer-encoding",
]);

/** Returns the lost parts; null if nothing is lost. */
export function losses(
  question: Question,
  kind: Chain["kind"],
  [from, to]: [Address, Address],
  changes: readonly KnownChange[],
): Losses | null {
  const method = String(question["method"] ?? "GET").toUpperCase();
  const body = kind === "chain" && method !== "GET" && method !== "HEAD";
  const set = changes.filter(({ change }) => change.part === "header");
  const changesOrigin = origin(from) !== origin(to);
  const isLost = (name: string) =>
    kind !== "chain" || changesOrigin && headersOfOrigin.has(name) ||
    body && headersOfBody.has(name);
  const names = set.length === 0
    ? []
    : Object.keys(question.headers ?? {}).map((name) => name.toLowerCase());
  const headers = names.filter((name) =>
    isLost(name) && !set.some(({ change }) => change.key === name)
  ).sort();
  return headers.length === 0 && !body ? null : { headers, body };
}

function origin(address: Address): string {
  const url = parsedURL(addressText(address));
  return url === null ? "" : `${url.protocol}//${url.host}`;
}

/** Returns a sentence for each lost part. */
export function lossWords(lost: Losses): string[] {
  const names = lost.headers.map((name) => `\`${name}\``).join(", ");
  return [
    ...(lost.body ? ["The body of the request is lost: the web view sends a GET."] : []),
    ...(names === "" ? [] : [`The web view does not send ${names} of the request.`]),
  ];
}
