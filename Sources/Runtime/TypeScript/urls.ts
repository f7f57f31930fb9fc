/** Conversions of URLs, which agree with those of the app. */

import { BridgeMismatch, kindOf } from "./mismatch.ts";

/** Returns the text of the URL that the app reads in a text; null if it is no absolute URL. */
export function absoluteURL(text: string): string | null {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return null;
  }
  // The app has no Unicode tables to convert a host to ASCII, as `new URL(text).href` does.
  const isWeb = /^(https?|wss?|ftp|file):$/.test(url.protocol);
  const place = url.protocol === "file:"
    ? /^[^:]*:[/\\]{2}([^/\\?#]*)/
    : /^[^:]*:[/\\]*(?:[^/\\?#]*@)?([^/\\?#]*)/;
  const host = place.exec(text.replace(/[\t\n\r]/g, ""))?.[1] ?? "";
  // deno-lint-ignore no-control-regex
  if (isWeb && /[^\x00-\x7F]|%[89A-F]/i.test(host)) return null;
  return handedOn(url.href);
}

/** Escapes all characters of a serialized URL that the app's type cannot hold. Existing escapes are kept. */
export function handedOn(href: string): string {
  const hash = href.indexOf("#");
  // Only an address in a host can contain brackets.
  const hostEnd = /^[^:]*:\/\/[^/?#]*/.exec(href)?.[0].length ?? 0;
  const others = /%(?![0-9A-Fa-f]{2})|[^%A-Za-z0-9\-._~!$&'()*+,;=:@/?]/g;
  return href.replace(others, (character, place: number) => {
    if (place === hash || place < hostEnd && /[[\]]/.test(character)) return character;
    return "%" + character.charCodeAt(0).toString(16).toUpperCase();
  });
}

export function checkURL(value: unknown): string {
  if (typeof value !== "string") throw new BridgeMismatch("a URL", kindOf(value));
  const url = absoluteURL(value);
  if (url === null) throw new BridgeMismatch("a URL", "another string");
  return url;
}
