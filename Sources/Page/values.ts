/** The values of one request that rules test. */

import { handedOn } from "../Runtime/TypeScript/urls.ts";
import {
  addressComponents,
  addressHost,
  addressPath,
  addressText,
  compared,
  isSpecial,
  parseAddress,
  queryItem,
  serialized,
  textAfterScheme,
} from "./address.ts";
import { decode } from "./escapes.ts";
import type { Address } from "./address.ts";
import type { Constant, Input, Model, Question, RequestValue, Root, RuleSet } from "./model.ts";

/** A value that is present. */
export type Found =
  | { kind: "string" | "url"; text: string }
  | { kind: "int"; number: bigint }
  | { kind: "bool"; truth: boolean }
  | { kind: "choice"; position: number; name: string }
  | { kind: "list"; items: Found[] };

export function isSame(a: Found, b: Found): boolean {
  if (a.kind === "list" || b.kind === "list") return false;
  return a.kind === b.kind && JSON.stringify(jsonOf(a)) === JSON.stringify(jsonOf(b));
}

/** Returns the text of a string or URL. */
export function textOfFound(found: Found | null): string | null {
  return found?.kind === "string" || found?.kind === "url" ? found.text : null;
}

/**
 * Returns the value as `bascule trace --format json` writes it. A large integer loses its last digits, since
 * the result is a number.
 */
export function jsonOf(found: Found | null): unknown {
  switch (found?.kind) {
    case undefined:
      return null;
    case "string":
    case "url":
      return found.text;
    case "int":
      return Number(found.number);
    case "bool":
      return found.truth;
    case "choice":
      return found.name;
    case "list":
      return found.items.map(jsonOf);
  }
}

/** The values of a question. Each value is read once. */
export class RequestValues {
  private readonly inputs: Map<string, Input>;
  private readonly found = new Map<number, Found | null>();

  private readonly set: RuleSet;
  readonly question: Question;

  constructor(model: Model, set: RuleSet, question: Question) {
    this.set = set;
    this.question = question;
    this.inputs = new Map(model.inputs.map((input) => [input.key, input]));
  }

  get url(): Address {
    const address = this.address("request");
    if (address === null) throw new Error("no URL");
    return address;
  }

  /** Returns the URL under a root; null if it is missing. */
  address(root: Root, app?: string): Address | null {
    const key = { request: "url", page: "page", document: "document", source: "sourceOrigin" };
    const text = root === "value" ? this.appValue(app ?? "") : this.question[key[root]];
    return typeof text === "string" ? parseAddress(text) : null;
  }

  /**
   * Returns the value with an index in the form that steps pass on, with the letters of its host; null if it
   * is missing.
   */
  handed(number: number, asText: boolean): Found | null {
    const value = this.set.requestValues[number];
    if (value?.root === undefined) return this.value(number);
    const address = this.address(value.root, value.app);
    if (address === null) return null;
    switch (value.part) {
      case "whole": {
        const text = serialized(address);
        // The app has the request's URL as a URL, and creates the others from text.
        return { kind: "url", text: asText || value.root === "request" ? text : handedOn(text) };
      }
      case "host":
        return addressHost(address) === null ? null : { kind: "string", text: address.host ?? "" };
      case "opaque":
      case "afterScheme":
        return this.value(number) && { kind: "string", text: textAfterScheme(address) };
      case "writtenURL":
        return { kind: "string", text: serialized(address) };
      default:
        return this.value(number);
    }
  }

  /** Returns the value with an index in the form that conditions compare; null if it is missing. */
  value(number: number): Found | null {
    let found = this.found.get(number);
    if (found === undefined) {
      const value = this.set.requestValues[number];
      found = value === undefined ? null : this.read(value);
      this.found.set(number, found);
    }
    return found;
  }

  named(number: number): string {
    return this.set.requestValues[number]?.name ?? "";
  }

  list(name: string): Found[] {
    const found = this.readAppValue(name);
    return found?.kind === "list" ? found.items : [];
  }

  /** Returns the value of an input that is no URL; null if it is missing. */
  input(key: string, name?: string): Found | null {
    if (key === "flag") {
      return { kind: "bool", truth: (this.question.flags ?? []).includes(name ?? "") };
    }
    if (key === "value") return this.readAppValue(name ?? "");
    if (key === "header") return this.header(name ?? "");
    const input = this.inputs.get(key);
    if (input === undefined) return null;
    const written = this.question[key] === undefined ? input.default : this.question[key];
    if (written === null || written === undefined) return null;
    if (input.type === "choice") {
      const position = input.choices.indexOf(String(written));
      return position < 0 ? null : { kind: "choice", position, name: String(written) };
    }
    if (input.type === "Bool") return { kind: "bool", truth: written === true };
    if (input.type === "Int") return readInteger(written);
    return { kind: "string", text: stored(key, String(written)) };
  }

  private header(name: string): Found | null {
    for (const [other, text] of Object.entries(this.question.headers ?? {})) {
      if (other.toLowerCase() === name) return { kind: "string", text };
    }
    return null;
  }

  private read(value: RequestValue): Found | null {
    if (value.root === undefined) return this.input(value.input ?? "", value.key);
    const address = this.address(value.root, value.app);
    return address === null ? null : readPart(value, address);
  }

  private appValue(name: string): Constant {
    const declared = this.set.values.find((value) => value.name === name);
    const given = this.question.values?.[name];
    return given === undefined ? declared?.default ?? null : given;
  }

  private readAppValue(name: string): Found | null {
    const type = this.set.values.find((value) => value.name === name)?.type;
    const given = this.appValue(name);
    if (type === undefined || given === null) return null;
    if (type === "[String]" || type === "[URL]") {
      const items = Array.isArray(given) ? given : [given];
      const read = type === "[URL]" ? readURL : readString;
      return { kind: "list", items: items.map(read).filter((item) => item !== null) };
    }
    if (type === "Int") return readInteger(given);
    return type === "URL" ? readURL(given) : readString(given);
  }
}

function readString(text: unknown): Found {
  return { kind: "string", text: String(text) };
}

function readURL(text: unknown): Found | null {
  const address = parseAddress(String(text));
  return address === null ? null : { kind: "url", text: addressText(address) };
}

function readInteger(written: unknown): Found | null {
  const text = String(written);
  return /^-?[0-9]+$/.test(text) ? { kind: "int", number: BigInt(text) } : null;
}

/**
 * Returns the text in normal form: methods in upper case, MIME types in lower case and without parameters.
 */
function stored(key: string, text: string): string {
  if (key === "method") return text.toUpperCase();
  return key === "mime" ? text.toLowerCase().replace(/;.*/s, "").replace(/[ \t]/g, "") : text;
}

function readPart(value: RequestValue, address: Address): Found | null {
  const int = (number: number | null): Found | null =>
    number === null ? null : { kind: "int", number: BigInt(number) };
  switch (value.part) {
    case "whole":
      return { kind: "url", text: addressText(address) };
    case "port":
      return int(address.port);
    case "count":
      return int(addressComponents(address).length);
  }
  const text = readPartText(value, address);
  return text === null ? null : { kind: "string", text };
}

function readPartText(value: RequestValue, address: Address): string | null {
  switch (value.part) {
    case "scheme":
      return address.scheme;
    case "host":
      return addressHost(address);
    case "path":
      return addressPath(address);
    case "component":
      return addressComponents(address)[value.index ?? 0] ?? null;
    case "last":
      return addressComponents(address).slice(1).at(-1) ?? null;
    case "queryItem":
      return queryItem(address, value.key ?? "", "query");
    case "rawQueryItem":
      return queryItem(address, value.key ?? "", "text");
    case "fragment":
      return address.fragment === null ? null : decode(address.fragment, "text");
    case "writtenQuery":
      return address.query;
    case "writtenFragment":
      return address.fragment;
    case "opaque":
      return address.isOpaque ? textAfterScheme(compared(address)) : null;
    case "afterScheme":
      return isSpecial(address.scheme) ? null : textAfterScheme(compared(address));
    case "writtenURL":
      return addressText(address);
    default:
      return null;
  }
}
