/** Matches texts with globs and with patterns of hosts. */

import { bytesOf, textOf } from "./bytes.ts";
import { converted } from "./conversions.ts";
import type { Glob, GlobElement, RuleSet, ValueType } from "./model.ts";

/** A captured text, in the forms that conditions compare and that steps pass on. */
export interface CapturedText {
  compared: string;
  handed: string;
}

export type Captures = Map<number, CapturedText>;

/**
 * Returns the captured texts; null if the text does not match.
 *
 * - Parameter handed: the text with the letters that captures pass on. It differs from `text` only in case.
 */
export function matchGlob(
  glob: Glob,
  text: string,
  types: readonly ValueType[],
  set: RuleSet,
  handed: string = text,
): Captures | null {
  if (refusesEmptyLabels(glob)) {
    const labels = text.split(".");
    if (typeof glob.elements.at(-1) === "string") labels.pop();
    if (labels.includes("")) return null;
  }
  return new GlobMatcher(glob, text, types, set).walk(handed)?.captures ?? null;
}

/** Returns the text that each element of the glob takes; null if the text does not match. */
export function globParts(
  glob: Glob,
  text: string,
  types: readonly ValueType[],
  set: RuleSet,
): string[] | null {
  if (matchGlob(glob, text, types, set) === null) return null;
  return new GlobMatcher(glob, text, types, set).walk(text)?.parts ?? null;
}

/** Returns whether the glob is a host pattern with a wildcard, which matches no empty labels. */
function refusesEmptyLabels(glob: Glob): boolean {
  const isLiteral = glob.elements.length === 1 && typeof glob.elements[0] === "string";
  return glob.separator === "." && glob.elements.length > 0 && !isLiteral;
}

/**
 * Matches a text with a glob.
 *
 * A table, filled from the last element to the first, holds the positions from which the rest of the glob
 * matches the rest of the text. Then each wildcard takes the shortest text that the table allows.
 */
class GlobMatcher {
  private readonly elements: readonly GlobElement[];
  private readonly separator: string;
  private readonly text: string;
  private readonly table: Uint8Array[] = [];

  private readonly types: readonly ValueType[];
  private readonly set: RuleSet;

  constructor(glob: Glob, text: string, types: readonly ValueType[], set: RuleSet) {
    this.types = types;
    this.set = set;
    this.elements = glob.elements.map((e) => typeof e === "string" ? bytesOf(e) : e);
    this.separator = glob.separator;
    this.text = bytesOf(text);
    this.fill();
  }

  private fill() {
    const count = this.text.length;
    const last = new Uint8Array(count + 1);
    last[count] = 1;
    this.table[this.elements.length] = last;
    for (let index = this.elements.length - 1; index >= 0; index--) {
      const row = new Uint8Array(count + 1);
      const next = this.row(index + 1);
      this.table[index] = row;
      let isTakenLater = false;
      for (let position = count; position >= 0; position--) {
        row[position] = this.takes(this.elements[index], row, next, position, isTakenLater) ? 1 : 0;
        isTakenLater ||= next[position] === 1;
      }
    }
  }

  private row(index: number): Uint8Array {
    return this.table[index] ?? new Uint8Array(0);
  }

  /** Returns whether an element and those after it match all text from a position. */
  private takes(
    element: GlobElement | undefined,
    row: Uint8Array,
    next: Uint8Array,
    position: number,
    isTakenLater: boolean,
  ): boolean {
    const { text, separator } = this;
    if (element === undefined) return false;
    if (typeof element === "string") {
      return text.startsWith(element, position) && next[position + element.length] === 1;
    }
    const isInside = position < text.length;
    switch (element[0]) {
      case "run":
        if (next[position]) return true;
        return isInside && text[position] !== separator && row[position + 1] === 1;
      case "anything":
        return next[position] === 1 || isInside && row[position + 1] === 1;
      case "components":
        return next[position] === 1 || isInside && text[position] === separator && isTakenLater;
      case "capture": {
        if (position > 0 && text[position - 1] !== separator) return false;
        const end = this.componentEnd(position);
        return end > position && next[end] === 1 && this.converts(position, end, element[1]);
      }
      case "captureText":
        if (!isInside || text[position] === separator) return false;
        return next[position + 1] === 1 || row[position + 1] === 1;
      case "captureRest":
        if (!isInside) return this.converts(position, position, element[1]);
        return text[position] === separator &&
          this.converts(position + 1, text.length, element[1]);
    }
  }

  walk(handed: string): { captures: Captures; parts: string[] } | null {
    if (!this.row(0)[0]) return null;
    const handedBytes = bytesOf(handed);
    const captures: Captures = new Map();
    const parts: string[] = [];
    let position = 0;
    this.elements.forEach((element, index) => {
      const start = position;
      position = this.end(element, this.row(index + 1), start);
      parts.push(textOf(this.text.slice(start, position)));
      if (typeof element === "string") return;
      const [kind, capture] = element;
      if (capture === undefined) return;
      const first = kind === "captureRest" ? start + 1 : start;
      captures.set(capture, {
        compared: textOf(this.text.slice(first, position)),
        handed: textOf(handedBytes.slice(first, position)),
      });
    });
    return { captures, parts };
  }

  /** Returns the end of the text of an element, with the shortest text that the rest allows. */
  private end(element: GlobElement, next: Uint8Array, start: number): number {
    if (typeof element === "string") return start + element.length;
    switch (element[0]) {
      case "run":
      case "anything":
        return next.indexOf(1, start);
      case "components":
        return next[start] ? start : next.indexOf(1, start + 1);
      case "capture":
        return this.componentEnd(start);
      case "captureText":
        return next.indexOf(1, start + 1);
      case "captureRest":
        return this.text.length;
    }
  }

  private componentEnd(position: number): number {
    const end = this.text.indexOf(this.separator, position);
    return end < 0 ? this.text.length : end;
  }

  private converts(start: number, end: number, capture: number): boolean {
    const type = this.types[capture];
    if (type === undefined || type.kind === "string") return true;
    return converted(textOf(this.text.slice(start, end)), type, this.set) !== null;
  }
}

/**
 * The maximum length of a host that patterns of the app match: a domain name has at most 253 bytes, and
 * possibly a dot at its end.
 */
export const longestHost = 254;

/** Returns the glob of a host pattern that the app gives; null if the text is no pattern. */
export function hostPattern(text: string): Glob | null {
  const elements: GlobElement[] = [];
  const isPattern = text.replace(
    /\\([*{}\\])|(\*+)|([^*\\{}]+)/gs,
    (_, escaped?: string, stars?: string, plain?: string) => {
      if (stars !== undefined) {
        if (stars.length > 2) return stars;
        elements.push([stars.length === 1 ? "run" : "anything"]);
        return "";
      }
      const literal = escaped ?? plain ?? "";
      const last = elements.at(-1);
      if (typeof last === "string") elements[elements.length - 1] = last + literal;
      else elements.push(literal);
      return "";
    },
  ) === "";
  return isPattern ? { separator: ".", elements } : null;
}
