/** The view for the question: what happens with this link, and why? */

import { addressComponents, addressHost, parseAddress } from "./address.ts";
import { commandText, testText } from "./commands.ts";
import { chainChoice, sourceCode } from "./context.ts";
import type { Context } from "./context.ts";
import { announce, code, copyButton, folded, h, lazily, marked } from "./dom.ts";
import type { Child } from "./dom.ts";
import { heldParts, rulesOf } from "./interpreter.ts";
import type { Outcome, TriedRule } from "./interpreter.ts";
import type { Chain, Question, Rule } from "./model.ts";
import { wordsOfRules } from "./legend.ts";
import { questionForm } from "./question.ts";
import {
  heldWords,
  outcomeKind,
  outcomeNames,
  reasons,
  sentences,
  shortDecision,
} from "./words.ts";

export function linkView(context: Context): HTMLElement {
  const result = h("div");
  const settings = h("div");
  const details = h("div");
  const show = () => {
    const outcome = context.decide(context.state.question);
    result.replaceChildren(answer(context, outcome));
    details.replaceChildren(...explanation(context, outcome));
  };
  const showAll = () => {
    settings.replaceChildren(questionForm(context, show) ?? "");
    show();
  };
  const field = h("input", {
    id: "url",
    type: "text",
    inputmode: "url",
    autocapitalize: "off",
    autocomplete: "off",
    spellcheck: "false",
    placeholder: "https://…",
    value: context.state.question.url,
  }) as HTMLInputElement;
  field.addEventListener("input", () => {
    context.replace({ question: { ...context.state.question, url: completed(field.value) } });
    show();
  });
  const choose = () => {
    // The rules of another chain test other values.
    globalThis.dispatchEvent(new HashChangeEvent("hashchange"));
  };
  showAll();
  return h(
    "section",
    { "aria-labelledby": "link-title" },
    h("h2", { id: "link-title" }, "What happens with this link?"),
    h(
      "div",
      { class: "ask" },
      h("p", { class: "field wide" }, h("label", { for: "url" }, "Link"), field),
      chainChoice(context, choose),
    ),
    result,
    settings,
    details,
  );
}

/** Returns the link with its scheme, which people often omit. */
function completed(text: string): string {
  const trimmed = text.trim();
  const isHost = /^[A-Za-z0-9\-]+(\.[A-Za-z0-9\-]+)+(:\d+)?([\/?#]|$)/.test(trimmed);
  return isHost && !/^[A-Za-z][A-Za-z0-9+\-.]*:/.test(trimmed) ? "https://" + trimmed : trimmed;
}

function answer(context: Context, outcome: Outcome | null): HTMLElement {
  const { chain, state } = context;
  const { question } = state;
  if (chain === undefined) return h("p", {}, "These rules decide about no links.");
  if (question.url === "") return examples(context, chain);
  if (outcome === null) {
    announce("This is no link.");
    return h(
      "p",
      { class: "verdict blocked" },
      "This is no link: the URL standard does not accept it. ",
      question.url.includes(":") ? "" : "A link starts with a scheme, such as https://",
    );
  }
  const words = sentences(outcome, chain);
  announce(words.join(" ").replaceAll("`", ""));
  return h(
    "div",
    {},
    verdict(context, chain, outcome, words),
    comparison(context, chain, outcome),
    h(
      "p",
      { class: "buttons" },
      copyButton("Copy link to this answer", () => location.href),
      copyButton(
        "Copy as test",
        () => testText(context.model, context.set, chain, question, outcome),
      ),
      copyButton("Copy command", () => commandText(context.model, context.set, chain, question)),
    ),
  );
}

function explanation(context: Context, outcome: Outcome | null): Node[] {
  const { chain, state } = context;
  if (chain === undefined || outcome === null) return [];
  const rows = parts(state.question);
  const legend = wordsOfRules(rulesOf(chain, context.set));
  return [triedRules(context, chain, outcome), ...rows === null ? [] : [rows], legend];
}

function examples(context: Context, chain: Chain): HTMLElement {
  const urls = new Map<string, Question>();
  for (const { request } of chain.reached) {
    if (request !== undefined && urls.size < 6) urls.set(request.url, request);
  }
  const links = [...urls.values()].map((request) =>
    h("li", {}, context.requestLink(chain, request))
  );
  return h(
    "div",
    { class: "empty" },
    h("p", {}, "Type or paste a link, and see what the app does with it, and which rule says so."),
    links.length === 0 ? null : [h("p", {}, "For example:"), h("ul", {}, links)],
  );
}

function verdict(
  context: Context,
  chain: Chain,
  outcome: Outcome,
  words: string[],
): HTMLElement {
  const kind = outcomeKind(outcome);
  return h(
    "div",
    { class: `verdict ${kind}` },
    h("p", { class: "kind" }, outcomeNames[kind]),
    h("ul", { class: "sentences" }, words.map((sentence) => h("li", {}, marked(sentence)))),
    decider(context, chain, outcome),
  );
}

/** Returns the rule that decided and why it matches, or why no rule did. */
function decider(context: Context, chain: Chain, outcome: Outcome): Child {
  if (!outcome.isLookedAt) {
    const subject = chain.kind === "chain" ? "requests" : "responses";
    return h(
      "p",
      { class: "why" },
      `Because ${chain.kind} ${chain.name} ignores ${subject} of that frame.`,
    );
  }
  const decided = outcome.tried.find((tried) => tried.entry === outcome.entry);
  if (decided === undefined) {
    return h("p", { class: "why" }, "Because no rule decides, and then a link is allowed.");
  }
  const { rule } = decided;
  const parts = heldParts(context.model, context.set, rule, context.state.question);
  const reasons = rule.condition === null
    ? ["No rule before it decides, and it takes all other links."]
    : parts.map(heldWords);
  return [
    h("p", { class: "why" }, "Because of the rule at ", context.sourceLink(rule.at), ":"),
    h("p", { class: "decider" }, sourceCode(rule.at[3])),
    rule.documentation === undefined ? null : h("p", { class: "hint" }, marked(rule.documentation)),
    h("ul", { class: "reasons" }, reasons.map((text) => h("li", {}, marked(text)))),
  ];
}

function comparison(context: Context, chain: Chain, outcome: Outcome): HTMLElement | null {
  const { former } = context.model;
  if (former === undefined) return null;
  const before = context.decideFormer(context.state.question);
  if (before === null) {
    return h("p", {}, `There was no ${chain.kind} ${chain.name} in ${former.label}.`);
  }
  if (shortDecision(before) === shortDecision(outcome)) {
    return h("p", { class: "same" }, `The same as in ${former.label}.`);
  }
  return h(
    "div",
    { class: `verdict former ${outcomeKind(before)}` },
    h("p", { class: "kind" }, `In ${former.label} it was different`),
    h(
      "ul",
      { class: "sentences" },
      sentences(before, chain).map((words) => h("li", {}, marked(words))),
    ),
  );
}

function triedRules(context: Context, chain: Chain, outcome: Outcome): HTMLElement {
  const rules = rulesOf(chain, context.set);
  const evaluated = new Set(outcome.tried.map(({ entry }) => entry));
  const rest = rules.filter((_, entry) => !evaluated.has(entry));
  return h(
    "div",
    {},
    h("h3", {}, "Every rule, in order"),
    h(
      "ol",
      { class: "rules" },
      folded(
        outcome.tried.map((tried) => ({
          isQuiet: tried.result === "failed",
          draw: () => triedRule(context, tried),
        })),
        (count) => `${count} rules that do not match`,
      ),
    ),
    rest.length === 0 ? null : lazily(
      `${counted(rest.length, "more rule")} not evaluated`,
      () => [h("ul", { class: "rules" }, rest.map((rule) => untriedRule(context, rule)))],
    ),
  );
}

export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

function matchWords(rule: Rule): string {
  switch (rule.decision) {
    case "continue":
      return "matches, and the next rule is evaluated";
    case "leave":
      return "matches, and the rule after its block or handler is evaluated";
    default:
      return "decides";
  }
}

function triedRule(context: Context, tried: TriedRule): HTMLElement {
  const isMatch = tried.result === "matched";
  const why = isMatch ? [matchWords(tried.rule)] : reasons(tried);
  return h(
    "li",
    { class: isMatch ? "yes" : "no" },
    h(
      "span",
      { class: "mark", role: "img", "aria-label": isMatch ? "yes" : "no" },
      isMatch ? "✓" : "✗",
    ),
    h(
      "div",
      {},
      sourceCode(tried.rule.at[3]),
      " ",
      context.sourceLink(tried.rule.at),
      h("ul", { class: "reasons" }, why.map((text) => h("li", {}, marked(text)))),
    ),
  );
}

function untriedRule(context: Context, rule: Rule): HTMLElement {
  return h(
    "li",
    { class: "rest" },
    h("span", { class: "mark", "aria-hidden": "true" }, "·"),
    h("div", {}, sourceCode(rule.at[3]), " ", context.sourceLink(rule.at)),
  );
}

/** Returns the parts of the URL with the names that they have in rules. */
function parts(question: Question): HTMLElement | null {
  const address = parseAddress(question.url);
  if (address === null) return null;
  const rows: [string, string][] = [["scheme", address.scheme]];
  const host = addressHost(address);
  if (host !== null) rows.push(["host", host]);
  if (address.port !== null) rows.push(["port", String(address.port)]);
  addressComponents(address).slice(1).forEach((text, index) => {
    rows.push([`path[${index + 1}]`, text]);
  });
  for (const [name, text] of new URLSearchParams(address.query ?? "")) {
    rows.push([`query["${name}"]`, text]);
  }
  if (address.fragment !== null) rows.push(["fragment", address.fragment]);
  return h(
    "details",
    {},
    h("summary", {}, "The parts of this link, as rules name them"),
    h(
      "table",
      {},
      h(
        "tbody",
        {},
        rows.map(([name, text]) =>
          h("tr", {}, h("th", { scope: "row" }, code(name)), h("td", {}, text))
        ),
      ),
    ),
  );
}
