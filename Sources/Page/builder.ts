/** Builds links that lead to a screen or action with given values. */

import { parseAddress, serialized } from "./address.ts";
import type { Address } from "./address.ts";
import { changed } from "./changes.ts";
import { encode } from "./escapes.ts";
import { globParts } from "./globs.ts";
import type {
  Argument,
  Change,
  Condition,
  Core,
  Glob,
  Model,
  Question,
  RequestValue,
  Rule,
  RuleSet,
  Step,
} from "./model.ts";
import { RequestValues, textOfFound } from "./values.ts";

/** A parameter whose value is in the link. */
export interface Slot {
  label: string;
  type: string;
  /** The allowed values; null if all values of the type are allowed. */
  choices: string[] | null;
  optional: boolean;
  argument: Argument;
}

/** Returns the parameters of a step whose values are parts of the link. */
export function slotsOf(rule: Rule, step: Step, set: RuleSet): Slot[] {
  return (step.arguments ?? []).flatMap((argument) => {
    if (!isInLink(argument, rule, set)) return [];
    const type = argument.type.replace(/\?$/, "");
    const cases = set.enumerations.find(({ name }) => name === type)?.cases;
    const choices = type === "Bool" ? ["true", "false"] : cases?.map(({ raw }) => raw) ?? null;
    const { parameter: label, required } = argument;
    return [{ label, type: argument.type, choices, optional: !required, argument }];
  });
}

function isInLink(argument: Argument, rule: Rule, set: RuleSet): boolean {
  if (argument.capture !== undefined) {
    return capturing(rule.condition, argument.capture).some(({ of }) =>
      isPart(set.requestValues[of])
    );
  }
  return argument.request !== undefined && isPart(set.requestValues[argument.request]);
}

const settableParts = new Set([
  "host",
  "path",
  "component",
  "last",
  "queryItem",
  "rawQueryItem",
  "fragment",
]);

function isPart(value: RequestValue | undefined): boolean {
  return value?.root === "request" && settableParts.has(value.part ?? "") && value.index !== 0;
}

/**
 * Returns the globs of a condition with a capture, and the numbers of the values that they test.
 */
function capturing(condition: Condition | null, capture: number): { of: number; glob: Glob }[] {
  switch (condition?.kind) {
    case "test":
      return capturingCore(condition.core, capture);
    case "all":
    case "any":
      return condition.parts.flatMap((part) => capturing(part, capture));
    default:
      return [];
  }
}

function capturingCore(core: Core, capture: number): { of: number; glob: Glob }[] {
  switch (core.kind) {
    case "test": {
      if (core.test.kind !== "glob") return [];
      const { glob } = core.test;
      const has = glob.elements.some((element) =>
        typeof element !== "string" && element[1] === capture
      );
      return has ? [{ of: core.of, glob }] : [];
    }
    case "all":
    case "any":
      return core.parts.flatMap((part) => capturingCore(part, capture));
    default:
      return [];
  }
}

/** Returns the link of a question with other values in it, by the names of parameters. */
export function builtLink(
  model: Model,
  set: RuleSet,
  rule: Rule,
  slots: readonly Slot[],
  question: Question,
  texts: ReadonlyMap<string, string>,
): string {
  let { url } = question;
  for (const { label, argument } of slots) {
    const address = parseAddress(url);
    const text = texts.get(label);
    if (address === null || text === undefined) continue;
    const values = new RequestValues(model, set, { ...question, url });
    const next = argument.capture === undefined
      ? withPart(address, set.requestValues[argument.request ?? -1], text)
      : withCapture(address, values, set, rule, argument.capture, text);
    if (next !== null) url = serialized(next);
  }
  return url;
}

function withCapture(
  address: Address,
  values: RequestValues,
  set: RuleSet,
  rule: Rule,
  capture: number,
  text: string,
): Address | null {
  for (const { of, glob } of capturing(rule.condition, capture)) {
    const tested = textOfFound(values.value(of));
    const parts = tested === null ? null : globParts(glob, tested, rule.captures, set);
    if (parts === null) continue;
    const other = parts.map((part, index) => {
      const element = glob.elements[index];
      if (element === undefined || typeof element === "string" || element[1] !== capture) {
        return part;
      }
      return element[0] === "captureRest" && text !== "" ? glob.separator + text : text;
    });
    return withPart(address, set.requestValues[of], other.join(""));
  }
  return null;
}

const componentCharacters = "!$&'()*+,;=:@";

/**
 * Returns the address with another value of a part; null if the part cannot be set. An empty text
 * removes an item of the query or the fragment.
 */
function withPart(
  address: Address,
  value: RequestValue | undefined,
  text: string,
): Address | null {
  const change = (part: Change["part"], key?: string) => {
    const isRemoved = text === "" && (part === "query" || part === "fragment");
    const named: Change = { part, name: part, value: null };
    if (key !== undefined) named.key = key;
    return changed(address, [{ change: named, text: isRemoved ? null : text }]);
  };
  switch (value?.part) {
    case "host":
      return change("host");
    case "path":
      return change("path");
    case "fragment":
      return change("fragment");
    case "queryItem":
    case "rawQueryItem":
      return change("query", value.key);
    case "component":
      return withComponent(address, value.index ?? 0, text);
    case "last":
      return withComponent(address, -1, text);
    default:
      return null;
  }
}

/**
 * Returns the address with another component.
 *
 * - Parameter index: counted from 1, or -1 for the last component.
 */
function withComponent(address: Address, index: number, text: string): Address | null {
  const parts = address.path.split("/");
  const places = parts.flatMap((part, place) => part === "" ? [] : [place]);
  const place = index < 0 ? places.at(-1) : places[index - 1];
  if (address.isOpaque || place === undefined) return null;
  parts[place] = encode(text, componentCharacters);
  return { ...address, path: parts.join("/") };
}
