/** The view for the question: how do I get to this screen? */

import { sourceCode } from "./context.ts";
import type { Context } from "./context.ts";
import { copyButton, h, lazily, marked, svg } from "./dom.ts";
import type { Chain, Declared, Parameter, Question, Rule, Step } from "./model.ts";
import { parseAddress } from "./address.ts";
import { builtLink, slotsOf } from "./builder.ts";
import type { Slot } from "./builder.ts";
import { decide, rulesOf } from "./interpreter.ts";
import type { PerformedStep } from "./interpreter.ts";
import { qrCode } from "./qr.ts";
import { counted } from "./link.ts";
import { chainLabel } from "./state.ts";

type Target = Declared & { parameters: Parameter[] };

export function screensView(context: Context): HTMLElement {
  const { screens, actions } = context.set;
  const items = [
    ...screens.map((screen) => targetItem(context, screen, "screen")),
    ...actions.map((action) => targetItem(context, action, "action")),
  ];
  const count = h("p", { class: "hint", role: "status" });
  const search = h("input", {
    id: "search",
    type: "search",
    autocomplete: "off",
  }) as HTMLInputElement;
  const filter = () => {
    const words = searchedWords(search.value);
    let shown = 0;
    for (const item of items) {
      const text = (item.textContent ?? "").toLowerCase();
      item.hidden = !words.every((word) => text.includes(word));
      if (!item.hidden) shown++;
    }
    count.textContent = `${shown} of ${items.length}`;
  };
  search.addEventListener("input", filter);
  filter();
  return h(
    "section",
    { "aria-labelledby": "screens-title" },
    h("h2", { id: "screens-title" }, "How do I get to this screen?"),
    items.length === 0 ? h("p", {}, "These rules open no native screens and run no actions.") : [
      h("p", { class: "field wide" }, h("label", { for: "search" }, "Search"), search),
      count,
      h("ul", { class: "targets" }, items),
    ],
  );
}

const askingWords = new Set(
  "a an the how do does can i we you one get go come to into at on in is what where which that link links"
    .split(" "),
);

/** Returns the words to search for: `product` for `How do I get to Product?`. */
function searchedWords(text: string): string[] {
  const words = text.toLowerCase().split(/[\s?"“”`,;]+/).filter((word) => word !== "");
  const telling = words.filter((word) => !askingWords.has(word));
  return telling.length === 0 ? words : telling;
}

function targetItem(context: Context, target: Target, kind: "screen" | "action"): HTMLElement {
  const parameters = target.parameters.map(({ name, type }) => `${name}: ${type}`).join(", ");
  const ways = context.set.chains.flatMap((chain) => waysIn(context, chain, target.name, kind));
  return h(
    "li",
    {},
    h(
      "h3",
      {},
      `${kind} `,
      h("code", {}, target.name + (parameters === "" ? "" : `(${parameters})`)),
      " ",
      context.sourceLink(target.at),
    ),
    target.documentation === undefined
      ? null
      : h("p", { class: "hint" }, marked(target.documentation)),
    target.deprecated === undefined
      ? null
      : h("p", { class: "hint" }, `Deprecated: ${target.deprecated}`),
    ways.length === 0 ? h("p", {}, "No link leads here.") : wayList(ways.slice(0, shownWays)),
    ways.length <= shownWays ? null : lazily(
      counted(ways.length - shownWays, "more rule"),
      () => [wayList(ways.slice(shownWays))],
    ),
  );
}

/** The number of rules of a screen that are drawn at once. */
const shownWays = 20;

type Way = () => HTMLElement;

function wayList(ways: Way[]): HTMLElement {
  return h("ul", { class: "ways" }, ways.map((way) => way()));
}

/** Returns the rules of a chain that lead to a screen or action, with a link for each. */
function waysIn(
  context: Context,
  chain: Chain,
  name: string,
  kind: "screen" | "action",
): Way[] {
  const verbs = kind === "screen" ? ["present", "push"] : ["perform", "attempt"];
  return rulesOf(chain, context.set).flatMap((rule, entry) => {
    if (!rule.steps.some((step) => step.name === name && verbs.includes(step.kind))) return [];
    const request = chain.reached[entry]?.request;
    const step = rule.steps.find((step) => step.name === name && verbs.includes(step.kind));
    return [() =>
      h(
        "li",
        {},
        request === undefined
          ? h("p", {}, "No link reaches this rule.")
          : way(context, chain, request, rule, step),
        h(
          "p",
          { class: "by" },
          h("span", { class: "hint" }, `by ${chainLabel(chain)}: `),
          sourceCode(rule.at[3]),
          " ",
          context.sourceLink(rule.at),
        ),
      )];
  });
}

function way(
  context: Context,
  chain: Chain,
  request: Question,
  rule: Rule,
  step: Step | undefined,
): HTMLElement {
  const { url } = request;
  const slots = step === undefined ? [] : slotsOf(rule, step, context.set);
  return h(
    "div",
    { class: "way" },
    context.requestLink(chain, request),
    " ",
    copyButton("Copy link", () => url),
    lazily("QR code", () => [qrPicture(url)]),
    slots.length === 0 || step === undefined ? null : lazily(
      "Make a link with other values",
      () => [form(context, chain, request, rule, step, slots)],
    ),
  );
}

let forms = 0;

/** Returns fields for the values, and the link with these values. */
function form(
  context: Context,
  chain: Chain,
  request: Question,
  rule: Rule,
  step: Step,
  slots: readonly Slot[],
): HTMLElement {
  const { model, set } = context;
  const number = ++forms;
  const performed = performedIn(context, chain, request, step);
  const texts = new Map(slots.map(({ label }) => [label, argumentText(performed, label)]));
  const result = h("div", { class: "built" });
  const status = h("p", { role: "status" });
  // An incomplete link is reported only after a value has been typed.
  let isTyped = false;
  const show = () => {
    const url = builtLink(model, set, rule, slots, request, texts);
    const question = { ...request, url };
    const fault = faultOfLink(performedIn(context, chain, question, step), slots, texts);
    status.className = fault === null ? "yes" : "no";
    status.textContent = fault === null ? "✓ This link leads here." : isTyped ? `✗ ${fault}` : "";
    result.replaceChildren(
      h("p", {}, context.requestLink(chain, question)),
      h("p", { class: "buttons" }, copyButton("Copy link", () => url)),
      qrPicture(url),
    );
  };
  const fields = slots.map((slot, index) => {
    const id = `slot-${number}-${index}`;
    const control = slotControl(slot, id, texts.get(slot.label) ?? "");
    control.addEventListener("input", () => {
      texts.set(slot.label, control.value);
      isTyped = true;
      show();
    });
    return h(
      "p",
      { class: "field" },
      h("label", { for: id }, h("code", {}, slot.label), `: ${slot.type}`),
      control,
    );
  });
  show();
  return h("div", { class: "form" }, fields, status, result);
}

function slotControl(slot: Slot, id: string, text: string): HTMLInputElement | HTMLSelectElement {
  if (slot.choices === null) {
    const inputmode = /^(Int|Double)/.test(slot.type) ? "decimal" : "text";
    return h("input", {
      id,
      type: "text",
      inputmode,
      autocapitalize: "off",
      autocomplete: "off",
      spellcheck: "false",
      value: text,
    }) as HTMLInputElement;
  }
  const choices = slot.optional ? ["", ...slot.choices] : slot.choices;
  return h(
    "select",
    { id },
    choices.map((choice) =>
      h("option", { value: choice, selected: choice === text }, choice === "" ? "none" : choice)
    ),
  ) as HTMLSelectElement;
}

/** Returns the step as a link performs it; undefined if the link does not perform it. */
function performedIn(
  context: Context,
  chain: Chain,
  question: Question,
  step: Step,
): PerformedStep | undefined {
  const { model, set } = context;
  if (parseAddress(question.url) === null) return undefined;
  const { steps } = decide(model, set, chain, question);
  return steps.find(({ kind, name }) => kind === step.kind && name === step.name);
}

/** Returns the value of an argument in the form that a link contains. */
function argumentText(step: PerformedStep | undefined, label: string): string {
  const value = step?.arguments.find((argument) => argument.label === label)?.value;
  return value !== undefined && "value" in value && value.kind !== "list"
    ? String(value.value)
    : "";
}

function faultOfLink(
  step: PerformedStep | undefined,
  slots: readonly Slot[],
  texts: ReadonlyMap<string, string>,
): string | null {
  if (step === undefined) return "With these values the link does something else.";
  const wrong = slots.find(({ label, type }) => {
    const [wanted, found] = [texts.get(label) ?? "", argumentText(step, label)];
    const isNumber = /^(Int|Double)/.test(type) && wanted !== "" && found !== "";
    return isNumber ? Number(wanted) !== Number(found) : wanted !== found;
  });
  if (wrong === undefined) return null;
  return `The link leads here, but with ${wrong.label} ${
    argumentText(step, wrong.label) || "missing"
  }.`;
}

function qrPicture(text: string): Element {
  const rows = qrCode(text);
  if (rows === null) return h("p", {}, "The link is too long for a QR code.");
  const border = 4;
  const path = rows.flatMap((row, y) =>
    row.flatMap((isDark, x) => isDark ? [`M${x + border} ${y + border}h1v1h-1z`] : [])
  ).join("");
  const size = String(rows.length + 2 * border);
  return svg(
    "svg",
    {
      viewBox: `0 0 ${size} ${size}`,
      class: "qr",
      role: "img",
      "aria-label": `QR code of ${text}`,
    },
    svg("rect", { width: size, height: size, fill: "#fff" }),
    svg("path", { d: path, fill: "#000", "shape-rendering": "crispEdges" }),
  );
}
