/** Describes decisions and reasons in words. */

import type { FailedPart } from "./conditions.ts";
import type { Outcome, PerformedStep, TriedRule } from "./interpreter.ts";
import { lossWords } from "./losses.ts";
import type { Chain, Literal, Reach } from "./model.ts";
import { jsonOf } from "./values.ts";
import type { Found } from "./values.ts";

/** Returns one sentence for each action, the decision last. */
export function sentences(outcome: Outcome, chain: Chain): string[] {
  const steps = outcome.steps.flatMap((step) => [
    `${capitalized(stepWords(step))}.`,
    ...(step.lost === null ? [] : lossWords(step.lost)),
  ]);
  const refused = outcome.refused.map((step) =>
    `The app refuses to ${step.kind} the link: the rule does not name its scheme.`
  );
  return [...steps, ...refused, decisionWords(outcome.decision, chain, outcome.steps.length > 0)];
}

function capitalized(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

function stepWords(step: PerformedStep): string {
  const call = `\`${stepCall(step)}\``;
  switch (step.kind) {
    case "present":
      return `the app presents the native screen ${call}`;
    case "push":
      return `the app pushes the native screen ${call}`;
    case "perform":
      return `the app runs ${call}`;
    case "attempt":
      return `the app runs ${call}, which accepts the link`;
    case "open":
      return `the system opens ${handedWords(step)} in another app or the browser`;
    case "attempt open":
      return `the system opens ${handedWords(step)} in another app or the browser, and accepts it`;
    case "load":
      return `this web view loads ${handedWords(step)}`;
    default:
      return "the app closes the page";
  }
}

function handedWords(step: PerformedStep): string {
  if (step.changes.length === 0) return "the link";
  const [url] = step.arguments;
  return url === undefined ? "the link" : `\`${literalText(url.value)}\``;
}

/** Returns the call of a step, such as `Product(id: "7")`, without missing arguments. */
export function stepCall(step: Pick<PerformedStep, "name" | "arguments">): string {
  const given = step.arguments.filter(({ value }) => value.kind !== "missing");
  const list = given.map(({ label, value }) => `${label}: ${literalText(value)}`).join(", ");
  return (step.name ?? "") + (list === "" ? "" : `(${list})`);
}

function decisionWords(decision: string, chain: Chain, hasSteps: boolean): string {
  const subject = chain.kind === "chain" ? "page" : "response";
  const preferences = /^allow with (.*)/.exec(decision)?.[1];
  if (preferences !== undefined) {
    return `The web view loads the link as a web page, with \`${preferences}\`.`;
  }
  switch (decision) {
    case "allow":
      return chain.kind === "chain"
        ? "The web view loads the link as a web page."
        : "The web view shows the response.";
    case "cancel":
      return hasSteps
        ? `The web view stays where it is: it does not load the ${subject}.`
        : `Nothing else happens: the web view does not load the ${subject}.`;
    case "download":
      return "The app downloads it.";
    default:
      return `A second web view opens with the configuration \`${
        decision.replace("popup ", "")
      }\`.`;
  }
}

/** Returns the decision in one or two words, for a table. */
export function shortDecision(outcome: Outcome): string {
  const steps = outcome.steps.map((step) =>
    step.name === null ? step.kind : `${step.kind} ${stepCall(step)}`
  );
  return [...steps, outcome.decision].join(" · ");
}

/** Returns the kind of an outcome, for its colour and for filters. */
export function outcomeKind(outcome: Outcome): keyof typeof outcomeNames {
  const kinds = outcome.steps.map((step) => step.kind);
  if (kinds.some((kind) => ["present", "push", "attempt"].includes(kind))) return "native";
  if (kinds.some((kind) => kind === "open" || kind === "attempt open")) return "outside";
  if (outcome.decision === "download") return "download";
  if (outcome.decision !== "cancel" || kinds.includes("load")) return "web";
  return kinds.length > 0 ? "native" : "blocked";
}

export const outcomeNames = {
  native: "opens natively",
  outside: "opens outside of the app",
  web: "stays on the web",
  download: "is downloaded",
  blocked: "does nothing",
};

const pluralNames = {
  native: "open natively",
  outside: "open outside of the app",
  web: "stay on the web",
  download: "are downloaded",
  blocked: "do nothing",
};

/**
 * Returns the number of links with an outcome, or for null the number of texts that are no links.
 */
export function countedOutcome(count: number, kind: keyof typeof outcomeNames | null): string {
  if (kind === null) return count === 1 ? "1 is no link" : `${count} are no links`;
  return `${count} ${count === 1 ? outcomeNames[kind] : pluralNames[kind]}`;
}

export function literalText(literal: Literal): string {
  switch (literal.kind) {
    case "string":
    case "url":
      return quoted(literal.value);
    case "double":
      return Number.isInteger(literal.value) ? `${literal.value}.0` : String(literal.value);
    case "case":
      return literal.name;
    case "list":
      return `[${literal.value.map(literalText).join(", ")}]`;
    case "dictionary":
      return "[:]";
    case "request":
      return "request";
    case "missing":
      return "nil";
    default:
      return String(literal.value);
  }
}

/** Returns a string literal of the rule language. */
export function quoted(text: string): string {
  const escaped = text.replace(/["\\\p{C}\p{Z}`]/gu, (character) => {
    switch (character) {
      case " ":
      case "`":
        return character;
      case '"':
      case "\\":
        return "\\" + character;
      case "\n":
        return "\\n";
      case "\r":
        return "\\r";
      case "\t":
        return "\\t";
      default:
        return `\\u{${character.codePointAt(0)?.toString(16).toUpperCase() ?? ""}}`;
    }
  });
  return `"${escaped}"`;
}

export function foundText(found: Found | null): string {
  switch (found?.kind) {
    case undefined:
      return "missing";
    case "string":
    case "url":
      return quoted(found.text);
    case "int":
      return String(found.number);
    case "list":
      return `[${found.items.map(foundText).join(", ")}]`;
    default:
      return String(jsonOf(found));
  }
}

/** Returns the reasons for which a rule did not decide. */
export function reasons(tried: TriedRule): string[] {
  switch (tried.result) {
    case "matched":
      return [];
    case "refused":
      return ["the app does not open the link, since the rule does not name its scheme"];
    case "declined":
      return tried.failed.map((part) =>
        part.seen[0]?.name === "open url"
          ? "the system does not open the link"
          : `\`${part.seen[0]?.name ?? ""}\` answers that it does not take the link`
      );
    default:
      return tried.failed.map(reason);
  }
}

/** Returns the part of a condition that holds, and the reason. */
export function heldWords(held: FailedPart): string {
  const part = `\`${held.part.replaceAll("`", "'")}\``;
  const [only] = held.seen;
  const isSame = held.seen.length === 1 && only?.name === held.part;
  if (held.seen.length === 0 || isSame) return `${part} holds`;
  return `${part} holds: ${seenWords(held).join(", ")}`;
}

function seenWords({ seen }: FailedPart): string[] {
  return seen.map(({ name, value }) =>
    `\`${name}\` is \`${foundText(value).replaceAll("`", "'")}\``
  ).map((text) => text.replace("is `missing`", "is missing"));
}

function reason(failed: FailedPart): string {
  const part = `\`${failed.part.replaceAll("`", "'")}\``;
  const seen = seenWords(failed);
  if (failed.expected !== null) {
    const why = failed.seen[0]?.value === null ? "" : `, which is no \`${failed.expected}\``;
    return `${part} gets no value: ${seen[0] ?? ""}${why}`;
  }
  if (seen.length === 0) return `${part} is false`;
  const [only] = failed.seen;
  const isSame = failed.seen.length === 1 && only?.name === failed.part;
  return isSame ? seen.join() : `${part} does not hold: ${seen.join(", ")}`;
}

/** Returns the reason for which no request reaches a rule. */
export function unreachedWords(reach: Reach): string {
  switch (reach.why) {
    case "shadowed":
      return "Earlier rules already handle every request that it matches.";
    case "contradictory":
      return "Parts of its condition are never true together.";
    case "frames":
      return "The chain ignores requests of that frame.";
    default:
      return "It is not known whether a request reaches this rule.";
  }
}
