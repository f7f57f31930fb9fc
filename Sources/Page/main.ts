/** Draws the view that the address names. */

import { changesView } from "./comparison.ts";
import { testsView } from "./coverage.ts";
import { contractView } from "./messages.ts";
import { Context } from "./context.ts";
import { h, keptState } from "./dom.ts";
import { linkView } from "./link.ts";
import { manyView } from "./many.ts";
import type { Model } from "./model.ts";
import { overview } from "./overview.ts";
import { screensView } from "./screens.ts";
import { sourceView } from "./source.ts";
import { chainOf, readState } from "./state.ts";

let page = JSON.parse(document.getElementById("model")?.textContent ?? "") as Model;

const views: { name: string; label: string; draw: (context: Context) => HTMLElement | null }[] = [
  { name: "link", label: "One link", draw: linkView },
  { name: "many", label: "Many links", draw: manyView },
  { name: "screens", label: "Screens", draw: screensView },
  { name: "rules", label: "Rules", draw: overview },
  { name: "tests", label: "Tests", draw: testsView },
  { name: "messages", label: "Messages", draw: contractView },
  {
    name: "changes",
    label: "Changes",
    draw: (context) => {
      const { former } = context.model;
      return former === undefined ? null : changesView(context, former);
    },
  },
  { name: "source", label: "Source", draw: sourceView },
];

/** The name of the view that is shown. Focus moves only when the view changes. */
let shown = "";

/** Draws the view again with other rules. */
export function showModel(text: string): void {
  page = JSON.parse(text) as Model;
  draw();
}

function draw() {
  const state = readState(location.hash, page);
  const set = page.sets[state.set];
  if (set === undefined) return;
  const context = new Context(page, state, set, chainOf(state, set));
  const { messages, events, calls } = set.contract;
  const empty = new Set([
    page.former === undefined ? "changes" : "",
    messages.length + events.length + calls.length === 0 ? "messages" : "",
    set.chains.length === 0 ? "tests" : "",
  ]);
  const existing = views.filter(({ name }) => !empty.has(name));
  const view = existing.find(({ name }) => name === state.view) ?? existing[0];
  document.title = `${set.name} – ${view?.label ?? ""}`;
  const links = existing.map(({ name, label }) => {
    const isCurrent = name === view?.name;
    const href = context.address({ view: name });
    return h(
      "li",
      {},
      h("a", { href, "data-view": name, "aria-current": isCurrent ? "page" : undefined }, label),
    );
  });
  document.getElementById("sets")?.replaceChildren(setChoice(context) ?? h("h1", {}, set.name));
  document.getElementById("views")?.replaceChildren(h("ul", {}, links));
  const main = document.getElementById("main");
  if (main === null) return;
  const isSame = shown === state.view;
  const restore = isSame ? keptState(main) : null;
  main.replaceChildren(staleNote(page) ?? "", view?.draw(context) ?? "");
  restore?.();
  if (shown !== "" && !isSame) main.focus();
  shown = state.view;
}

/**
 * Returns a note if the page shows older rules: with errors in the present rules, `--watch` writes
 * the last rules without errors.
 */
function staleNote({ stale }: Model): HTMLElement | null {
  if (stale !== true) return null;
  return h(
    "p",
    { class: "alert", role: "alert" },
    "The rule files have errors now, which the terminal lists. This page shows the rules before.",
  );
}

/** Returns a choice of the rule set; null if there is only one. */
function setChoice(context: Context): HTMLElement | null {
  const { sets } = context.model;
  if (sets.length < 2) return null;
  const select = h(
    "select",
    { id: "set", "aria-label": "Rule set" },
    sets.map(({ name }, index) =>
      h("option", { value: String(index), selected: index === context.state.set }, name)
    ),
  ) as HTMLSelectElement;
  select.addEventListener("change", () => {
    location.hash = context.address({ set: Number(select.value), chain: "" });
  });
  return h("h1", {}, select);
}

document.querySelector(".skip")?.addEventListener("click", (event) => {
  // The address must not change, since it contains the question.
  event.preventDefault();
  document.getElementById("main")?.focus();
});
addEventListener("hashchange", draw);
draw();
