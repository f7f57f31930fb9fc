/** Converts an outcome to the form that `bascule trace --format json` writes. */

import { decide } from "./interpreter.ts";
import type { PerformedStep } from "./interpreter.ts";
import type { Chain, Literal, Model, Place, Question, Rule, RuleSet } from "./model.ts";
import { jsonOf } from "./values.ts";

export function trace(model: Model, set: RuleSet, chain: Chain, question: Question): unknown {
  const outcome = decide(model, set, chain, question);
  const file = (at: Place) => set.files[at[0]];
  const place = (rule: Rule) => ({
    file: file(rule.at)?.name,
    line: rule.at[1],
    place: `${file(rule.at)?.path}:${rule.at[1]}`,
  });
  const decided = outcome.tried.find((tried) => tried.entry === outcome.entry);
  return {
    version: 1,
    [chain.kind]: chain.name,
    decision: outcome.decision,
    rule: decided ? place(decided.rule) : null,
    steps: outcome.steps.map(jsonOfStep),
    refused: outcome.refused.map(jsonOfStep),
    tried: outcome.tried.map((tried) => ({
      rule: place(tried.rule),
      matched: tried.result === "matched",
      failed: tried.failed.map((failed) => ({
        part: failed.part,
        file: file(failed.at)?.name,
        line: failed.at[1],
        column: failed.at[2],
        seen: failed.seen.map(({ name, value }) => ({ name, value: jsonOf(value) })),
        expected: failed.expected,
      })),
    })),
  };
}

function jsonOfStep(step: PerformedStep): unknown {
  return {
    kind: step.kind,
    name: step.name,
    arguments: Object.fromEntries(
      step.arguments.map(({ label, value }) => [label, jsonOfLiteral(value)]),
    ),
    ...(step.lost === null ? {} : { lost: step.lost }),
  };
}

export function jsonOfLiteral(literal: Literal): unknown {
  switch (literal.kind) {
    case "int":
      return Number(literal.value);
    case "list":
      return literal.value.map(jsonOfLiteral);
    case "request":
      return "request";
    case "dictionary":
      return {};
    case "missing":
      return null;
    default:
      return literal.value;
  }
}
