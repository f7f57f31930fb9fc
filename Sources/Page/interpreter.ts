/**
 * Decides about a request as a chain does: the rules are evaluated in order, and the first that matches
 * decides.
 */

import { handedOn } from "../Runtime/TypeScript/urls.ts";
import { serialized } from "./address.ts";
import { changed, keeps } from "./changes.ts";
import type { KnownChange } from "./changes.ts";
import { ConditionEvaluation } from "./conditions.ts";
import type { FailedPart } from "./conditions.ts";
import { converted, convertedInt } from "./conversions.ts";
import type { Captures } from "./globs.ts";
import { losses } from "./losses.ts";
import type { Losses } from "./losses.ts";
import type { Argument, Chain, Change, Literal, Model } from "./model.ts";
import type { Question, Rule, RuleSet, Step } from "./model.ts";
import { RequestValues } from "./values.ts";
import type { Found } from "./values.ts";

/** A step with its values. */
export interface PerformedStep {
  kind: string;
  name: string | null;
  arguments: { label: string; value: Literal }[];
  changes: KnownChange[];
  /** The parts of the request that the step does not pass on; null if there are none. */
  lost: Losses | null;
}

export interface TriedRule {
  /** The index of the rule in its chain. */
  entry: number;
  rule: Rule;
  result: "matched" | "failed" | "unusable" | "declined" | "refused";
  failed: FailedPart[];
}

export interface Outcome {
  decision: string;
  /** The index of the rule that decided; null if none did. */
  entry: number | null;
  steps: PerformedStep[];
  /** The steps that the app does not perform, because the rule does not name the scheme of the URL. */
  refused: PerformedStep[];
  tried: TriedRule[];
  /** False if the chain ignores the frame of the request. */
  isLookedAt: boolean;
}

/** Returns the rules of a chain in the order of their evaluation. */
export function rulesOf(chain: Chain, set: RuleSet): Rule[] {
  return chain.runs.flatMap((run) =>
    run.rules.flatMap((number) => {
      const rule = set.rules[number];
      return rule === undefined ? [] : [rule];
    })
  );
}

/** Returns false for a rule after which further rules are evaluated. */
export function isFinal(rule: Rule): boolean {
  return rule.decision !== "continue" && rule.decision !== "leave";
}

/**
 * Decides about the request of a question.
 *
 * - Requires: the text of its URL is a URL.
 */
export function decide(model: Model, set: RuleSet, chain: Chain, question: Question): Outcome {
  return new Interpreter(set, new RequestValues(model, set, question), chain.kind).decide(
    chain,
    question,
  );
}

/** Returns the parts of a rule's condition that make it true. */
export function heldParts(
  model: Model,
  set: RuleSet,
  rule: Rule,
  question: Question,
): FailedPart[] {
  if (rule.condition === null) return [];
  const values = new RequestValues(model, set, question);
  return new ConditionEvaluation(set, values, rule.captures).held(rule.condition);
}

/** The error for a part of an argument that has no value. */
class Unusable {
  readonly result: "failed" | "unusable";
  readonly part: FailedPart;

  constructor(result: "failed" | "unusable", part: FailedPart) {
    this.result = result;
    this.part = part;
  }
}

class Interpreter {
  private readonly set: RuleSet;
  private readonly values: RequestValues;
  private readonly kind: Chain["kind"];

  constructor(set: RuleSet, values: RequestValues, kind: Chain["kind"]) {
    this.set = set;
    this.values = values;
    this.kind = kind;
  }

  decide(chain: Chain, question: Question): Outcome {
    const outcome: Outcome = {
      decision: "allow",
      entry: null,
      steps: [],
      refused: [],
      tried: [],
      isLookedAt: true,
    };
    const frame = this.values.input("frame");
    if (frame?.kind !== "choice" || !chain.frames.includes(frame.name)) {
      outcome.isLookedAt = false;
      return outcome;
    }
    let next = 0;
    for (const [entry, rule] of rulesOf(chain, this.set).entries()) {
      if (entry < next) continue;
      const { result, failed, steps } = this.evaluate(rule);
      const tried: TriedRule = { entry, rule, result, failed };
      outcome.tried.push(tried);
      if (result !== "matched") continue;
      const attempt = this.attempt(rule, steps, question);
      if (attempt !== null) {
        tried.result = attempt.result;
        tried.failed = [attempt.part];
        if (attempt.result === "refused") outcome.refused.push(...steps.slice(0, 1));
        continue;
      }
      for (const step of steps) {
        (this.refuses(rule, step) ? outcome.refused : outcome.steps).push(step);
      }
      next = chain.leaves?.find((leave) => leave.entry === entry)?.exit ?? entry + 1;
      if (isFinal(rule)) {
        outcome.decision = rule.decision;
        outcome.entry = entry;
        break;
      }
    }
    return outcome;
  }

  /** Returns the reason for which the rule's attempt fails; null if it succeeds or there is none. */
  private attempt(
    rule: Rule,
    steps: PerformedStep[],
    question: Question,
  ): { result: "declined" | "refused"; part: FailedPart } | null {
    const [step] = steps;
    const [written] = rule.steps;
    if (step === undefined || written === undefined || !step.kind.startsWith("attempt")) {
      return null;
    }
    const part = (name: string, value: Found | null): FailedPart => ({
      at: written.at,
      part: written.at[3],
      seen: [{ name, value }],
      expected: null,
    });
    if (this.refuses(rule, step)) return { result: "refused", part: part("scheme", this.scheme) };
    const name = step.name ?? "open url";
    if (!(question.declined ?? []).includes(name)) return null;
    return { result: "declined", part: part(name, { kind: "bool", truth: false }) };
  }

  private get scheme(): Found {
    return { kind: "string", text: this.values.url.scheme };
  }

  /** Returns whether the app does not pass the URL on, because the condition does not name its scheme. */
  private refuses(rule: Rule, step: PerformedStep): boolean {
    const { scheme } = this.values.url;
    switch (step.kind) {
      case "load":
        return rule.loads !== undefined && !rule.loads.includes(scheme);
      case "open":
      case "attempt open":
        return rule.unsafe !== undefined && rule.unsafe.includes(scheme);
      default:
        return false;
    }
  }

  /** Returns the result of a rule if its attempt succeeds, and the steps that it runs. */
  private evaluate(
    rule: Rule,
  ): { result: TriedRule["result"]; failed: FailedPart[]; steps: PerformedStep[] } {
    let captures: Captures = new Map();
    if (rule.condition !== null) {
      const evaluation = new ConditionEvaluation(this.set, this.values, rule.captures);
      const result = evaluation.result(rule.condition);
      if ("failed" in result) return { result: "failed", failed: result.failed, steps: [] };
      captures = result.captures;
    }
    try {
      const steps = rule.steps.map((step) => this.performed(step, rule, captures));
      return { result: "matched", failed: [], steps };
    } catch (error) {
      if (!(error instanceof Unusable)) throw error;
      return { result: error.result, failed: [error.part], steps: [] };
    }
  }

  private performed(step: Step, rule: Rule, captures: Captures): PerformedStep {
    const performed: PerformedStep = {
      kind: step.kind,
      name: step.name ?? null,
      arguments: [],
      changes: [],
      lost: null,
    };
    this.checkWebPages(step);
    if (step.changes === undefined) {
      performed.arguments = (step.arguments ?? []).map((argument) => ({
        label: argument.parameter,
        value: this.argument(argument, rule, captures),
      }));
      return performed;
    }
    const { url } = this.values;
    performed.changes = this.made(step.changes, rule, captures);
    const address = changed(url, performed.changes);
    if (step.kind === "load") {
      performed.lost = losses(this.values.question, this.kind, [url, address], performed.changes);
    }
    const isSame = step.changes.every(({ part }) => part === "header");
    const handed = isSame ? serialized(address) : handedOn(serialized(address));
    performed.arguments = [{ label: "url", value: { kind: "url", value: handed } }];
    for (const { change, text } of performed.changes) {
      if (change.part !== "header") continue;
      const value: Literal = text === null ? { kind: "missing" } : { kind: "string", value: text };
      performed.arguments.push({ label: change.name, value });
    }
    return performed;
  }

  /** Returns the changes with their texts, without changes of existing parts that only add missing ones. */
  private made(changes: readonly Change[], rule: Rule, captures: Captures): KnownChange[] {
    return changes.map((change) => {
      const value = change.value === null ? null : this.argument(change.value, rule, captures);
      // A URL of the app can have the default port.
      const text = value === null || value.kind === "missing" ? null : plain(value);
      return { change, text };
    }).filter(({ change }) => !keeps(change, this.values.url));
  }

  /** Throws if a value from which the step takes an origin is not the URL of a web page. */
  private checkWebPages(step: Step) {
    for (const number of step.webPages ?? []) {
      this.checkWebPage(step, this.values.named(number), this.values.value(number));
    }
    if (step.needsWebPage) this.checkWebPage(step, "scheme", this.scheme);
  }

  /** Throws if a value is not the URL of a web page, without which the rule does not match. */
  private checkWebPage(step: Step, name: string, scheme: Found | null) {
    if (scheme?.kind === "string" && /^https?$/.test(scheme.text)) return;
    const seen = [{ name, value: scheme }];
    throw new Unusable("failed", { at: step.at, part: step.at[3], seen, expected: null });
  }

  private argument(argument: Argument, rule: Rule, captures: Captures): Literal {
    if (argument.literal !== undefined) return argument.literal;
    if (argument.changes !== undefined) {
      const changes = this.made(argument.changes, rule, captures);
      const address = serialized(changed(this.values.url, changes));
      return { kind: "url", value: handedOn(address) };
    }
    if (argument.condition !== undefined) {
      const evaluation = new ConditionEvaluation(this.set, this.values, []);
      return { kind: "bool", value: "captures" in evaluation.result(argument.condition) };
    }
    let found: Found | null = null;
    let name = argument.at[3].replace(/^[^:=]*[:=] */s, "");
    let type = { kind: "string" };
    if (argument.request !== undefined) {
      found = keepsLetters(argument, type)
        ? this.values.handed(argument.request, argument.conversion === "urlToString")
        : this.values.value(argument.request);
      name = this.values.named(argument.request);
    } else if (argument.capture !== undefined) {
      type = rule.captures[argument.capture] ?? type;
      const texts = captures.get(argument.capture);
      const text = keepsLetters(argument, type) ? texts?.handed : texts?.compared;
      found = text === undefined ? null : { kind: "string", text };
    }
    const value = found === null ? null : this.convert(found, argument, type);
    if (value !== null) return value;
    if (!argument.required) return { kind: "missing" };
    throw new Unusable("unusable", {
      at: argument.at,
      part: argument.at[3],
      seen: [{ name, value: found }],
      expected: argument.type,
    });
  }

  private convert(found: Found, argument: Argument, type: { kind: string }): Literal | null {
    switch (found.kind) {
      case "string":
        return this.convertText(found.text, argument, type);
      case "int": {
        const value = String(found.number);
        return argument.conversion === "intToDouble"
          ? { kind: "double", value: Number(value) }
          : { kind: "int", value };
      }
      case "bool":
        return { kind: "bool", value: found.truth };
      case "url":
        return {
          kind: argument.conversion === "urlToString" ? "string" : "url",
          value: found.text,
        };
      case "choice":
        return { kind: "string", value: found.name };
      case "list":
        return null;
    }
  }

  private convertText(text: string, argument: Argument, type: { kind: string }): Literal | null {
    switch (argument.conversion) {
      case "none":
        return converted(text, type, this.set);
      case "intToDouble": {
        // The argument is a capture with a type.
        const number = convertedInt(text);
        return number?.kind === "int" ? { kind: "double", value: Number(number.value) } : null;
      }
      case "urlToString":
        return { kind: "string", value: text };
      case "stringToEnumeration": {
        const name = argument.enumeration ?? "";
        return converted(text, { kind: "enumeration", name }, this.set);
      }
      default: {
        const target = /^stringTo(Int|Double|Bool|URL)$/.exec(argument.conversion)?.[1];
        return target ? converted(text, { kind: target.toLowerCase() }, this.set) : null;
      }
    }
  }
}

/**
 * Returns whether the result is a text or a URL, which steps pass on with the original letters of its host.
 * Other values are read as conditions compare them.
 */
function keepsLetters(argument: Argument, type: { kind: string }): boolean {
  if (/^(stringToURL|urlToString)$/.test(argument.conversion)) return true;
  return argument.conversion === "none" && !/^(int|double|bool|enumeration)$/.test(type.kind);
}

/** Returns the text of a value that a step passes on. */
function plain(literal: Literal): string {
  switch (literal.kind) {
    case "string":
    case "url":
    case "int":
      return literal.value;
    default:
      return "";
  }
}
