/** Changes of the request that a step passes on. */

import { defaultPort } from "./address.ts";
import type { Address } from "./address.ts";
import { decode, encode } from "./escapes.ts";
import type { Change } from "./model.ts";

/** A change with its text; the text of a removed part is null. */
export interface KnownChange {
  change: Change;
  text: string | null;
}

const pathCharacters = "/!$&'()*+,;=:@";

/** Returns whether the request has the part, and the change therefore keeps it. */
export function keeps(change: Change, address: Address): boolean {
  if (!change.onlyIfMissing) return false;
  if (change.part === "fragment") return address.fragment !== null;
  return items(address.query).some((item) => isNamed(item, change.key ?? ""));
}

/** Returns the URL with the changes. */
export function changed(address: Address, changes: readonly KnownChange[]): Address {
  const url = { ...address };
  for (const { change, text } of changes) apply(change, text, url);
  return url;
}

function apply(change: Change, text: string | null, url: Address) {
  switch (change.part) {
    case "user":
      url.user = "";
      return;
    case "fragment":
      url.fragment = text === null ? null : encode(text, pathCharacters + "?");
      return;
    case "query":
      url.query = changedQuery(url.query, change.key ?? "", text);
      return;
    case "header":
      return;
    case "port":
      url.port = text === null || Number(text) === defaultPort(url.scheme) ? null : Number(text);
      return;
  }
  if (text === null) return;
  switch (change.part) {
    case "scheme":
      url.scheme = text;
      break;
    case "host":
      url.host = text;
      break;
    case "path":
      url.path = "/" + encode(text, pathCharacters).slice(1);
  }
  // The default port of the scheme is not written.
  if (url.port === defaultPort(url.scheme)) url.port = null;
}

/**
 * Replaces the first item of a name and removes the others. If there is no such item, adds one at
 * the end.
 */
function changedQuery(query: string | null, name: string, text: string | null): string | null {
  const all = items(query);
  const first = all.findIndex((item) => isNamed(item, name));
  if (text === null) {
    if (first < 0) return query;
    const kept = all.filter((item) => !isNamed(item, name)).join("&");
    return kept === "" ? null : kept;
  }
  const item = encode(name) + "=" + encode(text);
  if (first < 0) return [...all, item].join("&");
  return all.flatMap((other, index) =>
    index === first ? [item] : isNamed(other, name) ? [] : [other]
  ).join("&");
}

function items(query: string | null): string[] {
  return query === null || query === "" ? [] : query.split("&");
}

function isNamed(item: string, name: string): boolean {
  return item !== "" && decode(item.replace(/=.*/s, ""), "query") === name;
}
