/**
 * Compares the page with the compiler.
 *
 * The file has a line for each model, `{"model"}`, and after it lines `{"chain","question","trace"}` for requests and
 * `{"results"}` for the tests of the model. Lines `{"source","tokens"}` and `{"words"}` have no model.
 */

import type { Model, Question } from "../../../Sources/Page/model.ts";
import { languageWords, tokensOf } from "../../../Sources/Page/syntax.ts";
import { placeKey, runTests } from "../../../Sources/Page/tests.ts";
import { trace } from "../../../Sources/Page/trace.ts";

type Line =
  | { model: Model }
  | { chain: number; question: Question; trace: unknown }
  | { results: unknown }
  | { source: string; tokens: unknown }
  | { words: string[] };

let model: Model | undefined;
let [cases, differences] = [0, 0];

/** What the page finds, and what the compiler has found; null for a model. */
function compared(line: Line): [found: unknown, expected: unknown] | null {
  if ("model" in line) {
    model = line.model;
    return null;
  }
  if ("words" in line) return [[...languageWords].sort(), line.words.sort()];
  if ("source" in line) return [tokens(line.source), line.tokens];
  const set = model?.sets[0];
  if (model === undefined || set === undefined) throw new Error("there is no model");
  if ("results" in line) return [results(model), line.results];
  const chain = set.chains[line.chain];
  if (chain === undefined) throw new Error("there is no such chain");
  // The page lists invariants by themselves, with their proofs.
  const { invariants: _, ...expected } = line.trace as Record<string, unknown>;
  return [trace(model, set, chain, line.question), expected];
}

function results(model: Model): unknown {
  const runs = model.sets.map((set) => runTests(model, set));
  const cases = runs.flatMap((run) => run.cases);
  const failing = cases.filter(({ passes }) => !passes);
  return {
    passed: cases.length - failing.length,
    failed: failing.length,
    failing: failing.map(({ test }) => placeKey(test.at)),
    rules: runs.reduce((sum, { ruleCount }) => sum + ruleCount, 0),
    uncovered: runs.flatMap(({ uncovered }) => uncovered.map(({ rule }) => placeKey(rule.at))),
  };
}

function tokens(source: string): unknown {
  const kinds = ["word", "type", "name", "string", "number"];
  return tokensOf(source).filter(({ kind }) => kinds.includes(kind)).map(({ kind, text }) => [
    kind === "word" || kind === "type" ? "name" : kind,
    text,
  ]);
}

for (const text of Deno.readTextFileSync(Deno.args[0] ?? "").split("\n")) {
  if (text === "") continue;
  const line = JSON.parse(text) as Line;
  const pair = compared(line);
  if (pair === null) continue;
  cases++;
  const [found, expected] = pair.map((value) => JSON.stringify(value));
  if (found === expected) continue;
  differences++;
  if (differences > 5) continue;
  const set = model?.sets[0];
  console.log(set?.files.map((file) => file.text).join("\n") ?? "");
  if ("question" in line) console.log(JSON.stringify(line.question));
  console.log(`page:     ${found}\ncompiler: ${expected}`);
}
console.log(`${cases} cases, ${differences} differences`);
