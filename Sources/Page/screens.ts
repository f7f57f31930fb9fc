/** The view that answers: how do I get to this screen? */

import { sourceCode } from "./context.ts";
import type { Context } from "./context.ts";
import { copyButton, h, lazily, marked, svg } from "./dom.ts";
import type { Chain, Declared, Parameter, Question } from "./model.ts";
import { rulesOf } from "./interpreter.ts";
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
    const words = search.value.toLowerCase().split(/\s+/);
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

/** The rules of a chain that lead to a screen or action, with a link for each. */
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
    return [() =>
      h(
        "li",
        {},
        h("span", { class: "hint" }, `${chainLabel(chain)}: `),
        sourceCode(rule.at[3]),
        " ",
        context.sourceLink(rule.at),
        request === undefined
          ? h("p", {}, "No link reaches this rule.")
          : way(context, chain, request),
      )];
  });
}

function way(context: Context, chain: Chain, request: Question): HTMLElement {
  const { url } = request;
  return h(
    "div",
    { class: "way" },
    context.requestLink(chain, request),
    " ",
    copyButton("Copy link", () => url),
    lazily("QR code", () => [qrPicture(url)]),
  );
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
