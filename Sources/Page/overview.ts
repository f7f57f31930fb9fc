/** The view of the rules: chains, their handlers, and the rules that are reached. */

import { sourceCode } from "./context.ts";
import type { Context } from "./context.ts";
import { folded, h, marked } from "./dom.ts";
import type { Child } from "./dom.ts";
import { chainNote, testNote } from "./coverage.ts";
import { wordsOfRules } from "./legend.ts";
import { counted } from "./link.ts";
import type { Chain, Reach, Rule, Run } from "./model.ts";
import { picture } from "./picture.ts";
import { promises } from "./promises.ts";
import { chainLabel } from "./state.ts";
import { unreachedWords } from "./words.ts";

export function overview(context: Context): HTMLElement {
  return h(
    "section",
    { "aria-labelledby": "rules-title" },
    h("h2", { id: "rules-title" }, "The rules"),
    h(
      "p",
      {},
      "The rules of a chain are evaluated from top to bottom, and the first that matches decides. ",
      "Below each rule is a link that reaches it.",
    ),
    wordsOfRules(context.set.rules),
    picture(context),
    promises(context),
    context.set.chains.map((chain) => chainFigure(context, chain)),
    context.set.chains.length === 0 ? h("p", {}, "There are no chains.") : null,
  );
}

function chainFigure(context: Context, chain: Chain): HTMLElement {
  const label = chainLabel(chain);
  const count = (status: string) => chain.reached.filter((reach) => reach.status === status).length;
  const rules = chain.runs.reduce((sum, run) => sum + run.rules.length, 0);
  const [unreached, undecided] = [count("unreachable"), count("undecided")];
  let entry = 0;
  const steps = chain.runs.map((run) => {
    const start = entry;
    entry += run.rules.length;
    return runFigure(context, chain, run, start);
  });
  return h(
    "section",
    { class: "chain", "aria-label": label },
    h("h3", {}, label, " ", context.sourceLink(chain.at)),
    documentation(chain.documentation),
    h(
      "p",
      {},
      counted(rules, "rule"),
      unreached === 0 ? ", all reached" : `, ${unreached} of them never reached`,
      undecided === 0 ? "" : `, ${undecided} undecided`,
      `. Frames: ${chain.frames.join(", ")}.`,
      chainNote(context, chain),
    ),
    h("ol", { class: "runs" }, steps),
  );
}

function documentation(text: string | undefined): HTMLElement | null {
  return text === undefined ? null : h("p", { class: "hint" }, marked(text));
}

function runFigure(context: Context, chain: Chain, run: Run, start: number): HTMLElement {
  const isOwn = run.owner === chainLabel(chain);
  const uses = run.uses.map((use) => h("span", {}, " ", context.sourceLink(use)));
  return h(
    "li",
    { class: isOwn ? "run" : "run used" },
    isOwn ? null : h("h4", {}, run.owner, uses),
    h(
      "ol",
      { class: "rules" },
      folded(
        run.rules.flatMap((number, index) => {
          const rule = context.set.rules[number];
          const reach = chain.reached[start + index];
          if (rule === undefined) return [];
          const draw = () => ruleFigure(context, chain, rule, reach);
          return [{ isQuiet: reach?.status === "reachable", draw }];
        }),
        (count) => `${count} rules, all reached`,
      ),
    ),
  );
}

const marks = {
  reachable: ["✓", "reached"],
  unreachable: ["✗", "never reached"],
  undecided: ["?", "undecided"],
} as const;

function ruleFigure(
  context: Context,
  chain: Chain,
  rule: Rule,
  reach: Reach | undefined,
): HTMLElement {
  const [mark, label] = marks[reach?.status ?? "undecided"];
  const name = reach?.status === "reachable" ? "yes" : "no";
  return h(
    "li",
    { class: name },
    h("span", { class: "mark", role: "img", "aria-label": label }, mark),
    h(
      "div",
      {},
      sourceCode(rule.at[3]),
      " ",
      context.sourceLink(rule.at),
      documentation(rule.documentation),
      reach === undefined ? null : h(
        "ul",
        { class: "reasons" },
        h("li", {}, reached(context, chain, reach)),
        testNote(context, rule),
      ),
    ),
  );
}

function reached(context: Context, chain: Chain, reach: Reach): Child[] {
  if (reach.request !== undefined) {
    const again = reach.again === undefined
      ? ""
      : ` It attempts ${reach.again} again, after that has failed in an earlier rule.`;
    return [context.requestLink(chain, reach.request), again];
  }
  const parts = (reach.parts ?? []).map((part) => [" ", sourceCode(part[3])]);
  const entries = chain.runs.flatMap((run) => run.rules);
  const covers = (reach.cover ?? []).map(({ entry, request }) => {
    const rule = context.set.rules[entries[entry] ?? -1];
    return rule === undefined ? null : h(
      "li",
      {},
      sourceCode(rule.at[3]),
      " ",
      context.sourceLink(rule.at),
      " handles ",
      context.requestLink(chain, request),
    );
  });
  return [unreachedWords(reach), parts, covers.length === 0 ? null : h("ul", {}, covers)];
}
