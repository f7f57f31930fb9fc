/** Evaluates the conditions of rules. */

import { addressHost, defaultPort, haveSameOrigin, parseAddress } from "./address.ts";
import type { Address } from "./address.ts";
import { bytesOf } from "./bytes.ts";
import { matchesExpression } from "./expressions.ts";
import { hostPattern, longestHost, matchGlob } from "./globs.ts";
import type { Captures } from "./globs.ts";
import type { Condition, Core, OriginPattern, Pattern, Place, Test } from "./model.ts";
import type { RuleSet, ValueType } from "./model.ts";
import { caseless } from "./letters.ts";
import { isSame, textOfFound } from "./values.ts";
import type { Found, RequestValues } from "./values.ts";

/** A part of a rule that usually does not hold, and the values that it tested. */
export interface FailedPart {
  at: Place;
  /** The source text of the part. */
  part: string;
  seen: { name: string; value: Found | null }[];
  /** The type to which a value does not convert. */
  expected: string | null;
}

/** The captures if the condition holds, and otherwise the smallest parts that failed. */
export type Result = { captures: Captures } | { failed: FailedPart[] };

export class ConditionEvaluation {
  private readonly set: RuleSet;
  private readonly values: RequestValues;
  private readonly types: readonly ValueType[];

  constructor(set: RuleSet, values: RequestValues, types: readonly ValueType[]) {
    this.set = set;
    this.values = values;
    this.types = types;
  }

  result(condition: Condition): Result {
    switch (condition.kind) {
      case "constant":
        return condition.value ? { captures: new Map() } : this.failure(condition.at, []);
      case "test": {
        const captures = this.captures(condition.core);
        return captures ? { captures } : this.failure(condition.at, condition.seen);
      }
      case "not":
        return "failed" in this.result(condition.inner)
          ? { captures: new Map() }
          : this.failure(condition.at, condition.seen);
      case "all": {
        const captures: Captures = new Map();
        for (const part of condition.parts) {
          const result = this.result(part);
          if ("failed" in result) return result;
          merge(captures, result.captures);
        }
        return { captures };
      }
      case "any": {
        const failed: FailedPart[] = [];
        for (const part of condition.parts) {
          const result = this.result(part);
          if ("captures" in result) return result;
          failed.push(...result.failed);
        }
        return { failed };
      }
    }
  }

  /** Returns the parts that make a condition true, with the values that they tested. */
  held(condition: Condition): FailedPart[] {
    switch (condition.kind) {
      case "constant":
        return [];
      case "test":
      case "not":
        return [this.part(condition.at, condition.seen)];
      case "all":
        return condition.parts.flatMap((part) => this.held(part));
      case "any": {
        const first = condition.parts.find((part) => "captures" in this.result(part));
        return first === undefined ? [] : this.held(first);
      }
    }
  }

  private failure(at: Place, seen: readonly number[]): Result {
    return { failed: [this.part(at, seen)] };
  }

  private part(at: Place, seen: readonly number[]): FailedPart {
    const values = seen.map((number) => ({
      name: this.values.named(number),
      value: this.values.value(number),
    }));
    return { at, part: at[3], seen: values, expected: null };
  }

  /** Returns the captures of a condition; null if the condition is false. */
  private captures(core: Core): Captures | null {
    switch (core.kind) {
      case "constant":
        return core.value ? new Map() : null;
      case "test":
        return this.test(core.test, core.of);
      case "not":
        return this.captures(core.inner) === null ? new Map() : null;
      case "all": {
        const captures: Captures = new Map();
        for (const part of core.parts) {
          const more = this.captures(part);
          if (more === null) return null;
          merge(captures, more);
        }
        return captures;
      }
      case "any":
        for (const part of core.parts) {
          const captures = this.captures(part);
          if (captures !== null) return captures;
        }
        return null;
    }
  }

  /**
   * Returns the captures of a test; null if the test is false, which it always is for a missing
   * value.
   */
  private test(test: Test, number: number): Captures | null {
    const found = this.values.value(number);
    if (found === null) return null;
    if (isPattern(test)) {
      const text = textOfFound(found);
      const handed = textOfFound(this.values.handed(number, true));
      return text === null ? null : this.member(test, text, handed ?? text);
    }
    return this.holds(test, number, found) ? new Map() : null;
  }

  private holds(test: Exclude<Test, Pattern>, number: number, found: Found): boolean {
    switch (test.kind) {
      case "present":
        return true;
      case "number":
        return found.kind === "int" &&
          test.ranges.some(([low, high]) =>
            found.number >= BigInt(low) && found.number <= BigInt(high)
          );
      case "choice":
        if (found.kind === "bool") return test.positions.includes(found.truth ? 1 : 0);
        return found.kind === "choice" && test.positions.includes(found.position);
      case "equal":
      case "different": {
        const other = this.values.value(test.other);
        return other !== null && isSame(found, other) === (test.kind === "equal");
      }
      case "related": {
        const text = textOfFound(found);
        const part = textOfFound(this.values.value(test.other));
        if (text === null || part === null) return false;
        return test.ignoresCase
          ? this.areRelated(test.relation, caseless(text), caseless(part))
          : this.areRelated(test.relation, text, part);
      }
      case "listed":
        return this.values.list(test.list).some((item) => isSame(item, found));
      case "likeListed": {
        const text = textOfFound(found);
        return text !== null &&
          this.values.list(test.list).some((item) => this.isLike(text, textOfFound(item) ?? ""));
      }
      case "originListed":
        return this.hasOrigin({ kind: "originListed", list: test.list }, number);
      case "sameOrigin":
      case "origin":
        return this.hasOrigin(test, number);
    }
  }

  private areRelated(relation: string, text: string, part: string): boolean {
    switch (relation) {
      case "whole":
        return text === part;
      case "prefix":
        return text.startsWith(part);
      case "suffix":
        return text.endsWith(part);
      case "infix":
        return text.includes(part);
      default:
        return this.isLike(text, part);
    }
  }

  private isLike(text: string, pattern: string): boolean {
    if (bytesOf(text).length > longestHost) return false;
    const glob = hostPattern(pattern);
    return glob !== null && matchGlob(glob, text, [], this.set) !== null;
  }

  private hasOrigin(
    test: OriginTest,
    number: number,
  ): boolean {
    const value = this.set.requestValues[number];
    const url = value?.root === undefined ? null : this.values.address(value.root, value.app);
    if (url === null) return false;
    switch (test.kind) {
      case "origin":
        return test.patterns.some((pattern) => this.matchesOrigin(pattern, url));
      case "sameOrigin": {
        const other = this.values.address(test.root, test.app);
        return other !== null && haveSameOrigin(url, other);
      }
      case "originListed":
        return this.values.list(test.list).some((item) => {
          const other = parseAddress(textOfFound(item) ?? "");
          return other !== null && haveSameOrigin(url, other);
        });
    }
  }

  private matchesOrigin(pattern: OriginPattern, url: Address): boolean {
    const port = pattern.port ?? defaultPort(pattern.scheme);
    if (pattern.scheme !== url.scheme || port !== (url.port ?? defaultPort(url.scheme))) {
      return false;
    }
    const name = addressHost(url);
    if (name === null) return pattern.host.elements.length === 0;
    return matchGlob(pattern.host, name, [], this.set) !== null;
  }

  private member(pattern: Pattern, text: string, handed: string): Captures | null {
    const when = (holds: boolean): Captures | null => holds ? new Map() : null;
    switch (pattern.kind) {
      case "oneOf":
        return when(pattern.texts.includes(text));
      case "noneOf":
        return when(!pattern.texts.includes(text));
      case "prefix":
      case "suffix":
      case "infix":
        return when(this.areRelated(pattern.kind, text, pattern.text));
      case "ignoringCase":
        return when(this.areRelated(pattern.relation, caseless(text), pattern.text));
      case "glob":
        return matchGlob(pattern.glob, text, this.types, this.set, handed);
      case "expression":
        return when(matchesExpression(pattern.expression, text));
    }
  }
}

type OriginTest = Extract<Test, { kind: "origin" | "sameOrigin" }> | {
  kind: "originListed";
  list: string;
};

const patternKinds = new Set([
  "oneOf",
  "noneOf",
  "prefix",
  "suffix",
  "infix",
  "glob",
  "expression",
  "ignoringCase",
]);

function isPattern(test: Test): test is Pattern {
  return patternKinds.has(test.kind);
}

/** Adds captures. The first capture of a name takes precedence. */
function merge(captures: Captures, more: Captures) {
  for (const [number, text] of more) if (!captures.has(number)) captures.set(number, text);
}
