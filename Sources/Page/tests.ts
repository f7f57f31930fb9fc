/** Runs the `test` blocks of a rule set, as `bascule test` does. */

import { handedOn } from "../Runtime/TypeScript/urls.ts";
import { parseAddress, serialized } from "./address.ts";
import { decide, rulesOf } from "./interpreter.ts";
import type { Outcome } from "./interpreter.ts";
import type {
  Chain,
  ExpectedStep,
  Literal,
  Model,
  Place,
  Rule,
  RuleSet,
  TestCase,
} from "./model.ts";

export interface CaseResult {
  test: TestCase;
  chain: Chain;
  outcome: Outcome;
  passes: boolean;
}

/** A rule with its chain, and its index in the chain. */
export interface PlacedRule {
  rule: Rule;
  chain: Chain;
  entry: number;
}

export interface TestResults {
  /** The results of the cases, in the order of the source. */
  cases: CaseResult[];
  /** The cases in which a rule matches, by `placeKey`. */
  reaching: Map<string, CaseResult[]>;
  /** The number of rules of all chains, each counted once. */
  ruleCount: number;
  /** The rules that match in no case, in the order of the source. */
  uncovered: PlacedRule[];
}

/** Returns a key of a place, which is the same for a rule in different chains. */
export function placeKey(at: Place): string {
  return at.slice(0, 3).join(":");
}

/** Returns all results at once. */
export function runTests(model: Model, set: RuleSet): TestResults {
  return collected(set, [...caseResults(model, set)]);
}

const running = new WeakMap<RuleSet, Promise<TestResults>>();

/** Returns the results without blocking the page for more than a moment. Each set is run once. */
export function testResults(model: Model, set: RuleSet): Promise<TestResults> {
  let results = running.get(set);
  if (results === undefined) {
    results = runInPieces(model, set);
    running.set(set, results);
  }
  return results;
}

async function runInPieces(model: Model, set: RuleSet): Promise<TestResults> {
  const cases: CaseResult[] = [];
  let start = performance.now();
  for (const result of caseResults(model, set)) {
    cases.push(result);
    if (performance.now() - start < 20) continue;
    await new Promise((resume) => setTimeout(resume));
    start = performance.now();
  }
  return collected(set, cases);
}

function* caseResults(model: Model, set: RuleSet): Generator<CaseResult> {
  for (const test of set.tests) {
    const chain = set.chains[test.chain];
    if (chain === undefined) continue;
    const outcome = decide(model, set, chain, test.question);
    yield { test, chain, outcome, passes: isExpected(outcome, test) };
  }
}

function collected(set: RuleSet, cases: CaseResult[]): TestResults {
  const reaching = new Map<string, CaseResult[]>();
  for (const result of cases) {
    const matched = result.outcome.tried.filter((tried) => tried.result === "matched");
    for (const key of new Set(matched.map(({ rule }) => placeKey(rule.at)))) {
      const others = reaching.get(key);
      if (others === undefined) reaching.set(key, [result]);
      else others.push(result);
    }
  }
  const all = new Map<string, PlacedRule>();
  for (const chain of set.chains) {
    for (const [entry, rule] of rulesOf(chain, set).entries()) {
      const key = placeKey(rule.at);
      // A chain that reaches the rule is preferred, since it shows how to test the rule.
      const isReached = chain.reached[entry]?.status === "reachable";
      const known = all.get(key);
      const knownStatus = known?.chain.reached[known.entry]?.status;
      if (known === undefined || isReached && knownStatus !== "reachable") {
        all.set(key, { rule, chain, entry });
      }
    }
  }
  const uncovered = [...all].filter(([key]) => !reaching.has(key)).map(([, placed]) => placed);
  uncovered.sort((a, b) => comparePlaces(a.rule.at, b.rule.at));
  return { cases, reaching, ruleCount: all.size, uncovered };
}

function comparePlaces(a: Place, b: Place): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}

function isExpected(outcome: Outcome, test: TestCase): boolean {
  return outcome.decision === test.decision && outcome.steps.length === test.steps.length &&
    outcome.steps.every((step, index) => isSameStep(step, test.steps[index]));
}

function isSameStep(step: ExpectedStep, expected: ExpectedStep | undefined): boolean {
  return expected !== undefined && step.kind === expected.kind && step.name === expected.name &&
    step.arguments.length === expected.arguments.length &&
    step.arguments.every(({ label, value }, index) => {
      const other = expected.arguments[index];
      return other?.label === label && isSameLiteral(value, other.value);
    });
}

/** Returns whether two values are equal. URLs are compared after normalization. */
function isSameLiteral(a: Literal, b: Literal): boolean {
  if (a.kind === "url" && b.kind === "url") return normalized(a.value) === normalized(b.value);
  if (a.kind === "list" && b.kind === "list") {
    const others = b.value;
    return a.value.length === others.length && a.value.every((item, index) => {
      const other = others[index];
      return other !== undefined && isSameLiteral(item, other);
    });
  }
  const value = "value" in a ? a.value : null;
  return a.kind === b.kind && value === ("value" in b ? b.value : null);
}

function normalized(url: string): string {
  const address = parseAddress(url);
  return address === null ? url : handedOn(serialized(address));
}
