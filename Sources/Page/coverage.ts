/** The view for the questions: do the tests pass, and which rules do they miss? */

import { testText } from "./commands.ts";
import { sourceCode } from "./context.ts";
import type { Context } from "./context.ts";
import { announce, copyButton, folded, h } from "./dom.ts";
import type { Child } from "./dom.ts";
import { decide } from "./interpreter.ts";
import { counted } from "./link.ts";
import type { Chain, ExpectedStep, Rule } from "./model.ts";
import { chainLabel } from "./state.ts";
import { placeKey, testResults } from "./tests.ts";
import type { CaseResult, PlacedRule, TestResults } from "./tests.ts";
import { literalText, stepCall, unreachedWords } from "./words.ts";

export function testsView(context: Context): HTMLElement {
  const result = h("div", {}, h("p", {}, "The tests run…"));
  testResults(context.model, context.set).then((results) => {
    result.replaceChildren(...report(context, results));
    announce(summary(results).join(" "));
  });
  return h(
    "section",
    { "aria-labelledby": "tests-title" },
    h("h2", { id: "tests-title" }, "Do the tests pass?"),
    result,
  );
}

/** Returns the numbers that `bascule test` prints. */
function summary({ cases, ruleCount, uncovered }: TestResults): string[] {
  const failures = cases.filter(({ passes }) => !passes).length;
  const verb = uncovered.length === 1 ? "is" : "are";
  const outcome = failures > 0
    ? `${failures} of ${counted(cases.length, "test")} ${failures === 1 ? "fails" : "fail"}.`
    : cases.length === 1
    ? "The only test passes."
    : `All ${cases.length} tests pass.`;
  return [
    cases.length === 0 ? "These rules have no tests." : outcome,
    ruleCount === 0
      ? "There are no rules to test."
      : uncovered.length === 0
      ? `The tests reach ${ruleCount === 1 ? "the only rule" : `all ${ruleCount} rules`}.`
      : `${uncovered.length} of ${counted(ruleCount, "rule")} ${verb} reached by no test.`,
  ];
}

function report(context: Context, results: TestResults): Node[] {
  const { cases, uncovered } = results;
  const failing = cases.filter(({ passes }) => !passes);
  const passing = cases.filter(({ passes }) => passes);
  const [outcome = "", reach = ""] = summary(results);
  const kind = failing.length > 0 ? "blocked" : cases.length > 0 ? "native" : "";
  const parts = [
    h(
      "div",
      { class: `verdict ${kind}` },
      h("p", { class: "sentences" }, outcome),
      h("p", { class: "why" }, reach),
    ),
    failing.length === 0 ? null : section("Tests that fail", [
      h("ol", { class: "rules" }, failing.map((result) => caseItem(context, result))),
    ]),
    uncovered.length === 0 ? null : section("Rules that no test reaches", [
      missingTests(context, uncovered),
      h(
        "ol",
        { class: "rules" },
        folded(
          uncovered.map((placed) => ({ isQuiet: true, draw: () => missedRule(context, placed) })),
          (count) => `${count} rules`,
        ),
      ),
    ]),
    passing.length === 0 ? null : section("Tests that pass", [
      h(
        "ol",
        { class: "rules" },
        folded(
          passing.map((result) => ({ isQuiet: true, draw: () => caseItem(context, result) })),
          (count) => `${count} tests`,
        ),
      ),
    ]),
  ];
  return parts.filter((part) => part !== null);
}

function section(title: string, parts: Child[]): HTMLElement {
  return h("section", { "aria-label": title }, h("h3", {}, title), parts);
}

function caseItem(context: Context, result: CaseResult): HTMLElement {
  const { test, chain, outcome, passes } = result;
  const decided = outcome.tried.find((tried) => tried.entry === outcome.entry);
  const actual = h("code", {}, shortSteps(outcome.steps, outcome.decision, test.question.url));
  const expected = h("code", {}, shortSteps(test.steps, test.decision, test.question.url));
  return h(
    "li",
    { class: passes ? "yes" : "no" },
    h(
      "span",
      { class: "mark", role: "img", "aria-label": passes ? "passes" : "fails" },
      passes ? "✓" : "✗",
    ),
    h(
      "div",
      {},
      context.requestLink(chain, test.question),
      " ",
      context.sourceLink(test.at),
      h(
        "ul",
        { class: "reasons" },
        passes ? h("li", {}, expected) : [
          h("li", {}, "The test expects ", expected),
          h(
            "li",
            {},
            "The rules decide ",
            actual,
            decided === undefined ? "" : [
              " by the rule at ",
              context.sourceLink(decided.rule.at),
            ],
          ),
        ],
      ),
    ),
  );
}

/**
 * Returns the steps as in a test. The URL that a step passes on is shown if it differs from the
 * request's URL.
 */
function shortSteps(
  steps: readonly ExpectedStep[],
  decision: string,
  url: string,
): string {
  const words = steps.map((step) => {
    if (step.name !== null) return `${step.kind} ${stepCall(step)}`;
    const [handed] = step.arguments;
    const isOther = handed?.value.kind === "url" && handed.value.value !== url;
    return isOther ? `${step.kind} ${literalText(handed.value)}` : step.kind;
  });
  return [...words, decision].join(" · ");
}

/** Returns one button for the tests of all rules that a link reaches. */
function missingTests(context: Context, uncovered: readonly PlacedRule[]): HTMLElement | null {
  const reached = uncovered.filter((placed) => witnessOf(placed) !== undefined);
  if (reached.length < 2) return null;
  return h(
    "p",
    { class: "buttons" },
    copyButton(
      `Copy tests for ${reached.length} of these rules`,
      () => reached.map((placed) => testOf(context, placed)).join("\n"),
    ),
  );
}

function witnessOf({ chain, entry }: PlacedRule) {
  return chain.reached[entry]?.request;
}

/** Returns a `test` block with the present outcome of a rule. */
function testOf(context: Context, placed: PlacedRule): string {
  const request = witnessOf(placed);
  if (request === undefined) return "";
  const { model, set } = context;
  return testText(model, set, placed.chain, request, decide(model, set, placed.chain, request));
}

function missedRule(context: Context, placed: PlacedRule): HTMLElement {
  const { rule, chain, entry } = placed;
  const request = witnessOf(placed);
  const reach = chain.reached[entry];
  return h(
    "li",
    { class: "no" },
    h("span", { class: "mark", "aria-hidden": "true" }, "○"),
    h(
      "div",
      {},
      sourceCode(rule.at[3]),
      " ",
      context.sourceLink(rule.at),
      request === undefined
        ? reach === undefined ? null : h("p", { class: "hint" }, unreachedWords(reach))
        : h(
          "div",
          { class: "way" },
          context.requestLink(chain, request),
          copyButton("Copy as test", () => testOf(context, placed)),
        ),
    ),
  );
}

/** Returns a note with the number of tests that reach a rule; null in a set without tests. */
export function testNote(context: Context, rule: Rule): HTMLElement | null {
  if (context.set.tests.length === 0) return null;
  const note = h("li", { class: "tested" });
  testResults(context.model, context.set).then(({ reaching }) => {
    const cases = reaching.get(placeKey(rule.at)) ?? [];
    const failures = cases.filter(({ passes }) => !passes).length;
    const fail = failures === 0 ? "" : `, ${failures} of them ${failures === 1 ? "fails" : "fail"}`;
    const text = cases.length === 0
      ? "No test reaches it."
      : `Reached by ${counted(cases.length, "test")}${fail}.`;
    note.append(h("a", { href: context.address({ view: "tests" }) }, text));
    note.className = cases.length === 0 || failures > 0 ? "tested missed" : "tested";
  });
  return note;
}

/** Returns a note with the number of rules of a chain that no test reaches. */
export function chainNote(context: Context, chain: Chain): HTMLElement | null {
  if (context.set.tests.length === 0) return null;
  const note = h("span", {});
  testResults(context.model, context.set).then(({ reaching }) => {
    const numbers = chain.runs.flatMap((run) => run.rules);
    const missed = numbers.filter((number) => {
      const rule = context.set.rules[number];
      return rule !== undefined && !reaching.has(placeKey(rule.at));
    });
    note.textContent = missed.length === 0
      ? ` Tests reach all rules of ${chainLabel(chain)}.`
      : ` ${missed.length} reached by no test.`;
  });
  return note;
}
