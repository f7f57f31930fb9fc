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

export interface View {
  name: string;
  label: string;
  /** False if the rules have nothing that the view shows. */
  isShown?: (context: Context) => boolean;
  draw: (context: Context) => HTMLElement | null;
}

export const pageViews: readonly View[] = [
  { name: "link", label: "One link", draw: linkView },
  { name: "many", label: "Many links", draw: manyView },
  { name: "screens", label: "Screens", draw: screensView },
  { name: "rules", label: "Rules", draw: overview },
  {
    name: "tests",
    label: "Tests",
    isShown: ({ set }) => set.chains.length > 0,
    draw: testsView,
  },
  {
    name: "messages",
    label: "Messages",
    isShown: ({ set: { contract } }) =>
      contract.messages.length + contract.events.length + contract.calls.length > 0,
    draw: contractView,
  },
  {
    name: "changes",
    label: "Changes",
    isShown: ({ model }) => model.former !== undefined,
    draw: (context) => {
      const { former } = context.model;
      return former === undefined ? null : changesView(context, former);
    },
  },
  { name: "source", label: "Source", draw: sourceView },
];

/** The rules that are shown; undefined before the first. */
let page: Model | undefined;
let views = pageViews;

/** The view that is shown, so that focus moves only to another one. */
let shown = "";

/** Draws a view of the rules, and another one whenever the address names it. */
export function startPage(model: Model | undefined, shownViews: readonly View[] = pageViews): void {
  page = model;
  views = shownViews;
  document.querySelector(".skip")?.addEventListener("click", (event) => {
    // The address is the question.
    event.preventDefault();
    focusAnswer();
  });
  addEventListener("hashchange", redraw);
  redraw();
}

/** Draws the view again with other rules. */
export function showModel(model: Model): void {
  page = model;
  redraw();
}

/** Draws the view again. */
export function redraw(): void {
  if (page === undefined) return;
  const state = readState(location.hash, page);
  const set = page.sets[state.set];
  if (set === undefined) return;
  const context = new Context(page, state, set, chainOf(state, set));
  const existing = views.filter(({ isShown }) => isShown === undefined || isShown(context));
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
  const bar = document.getElementById("views");
  if (bar !== null) keepingFocus(bar, () => bar.replaceChildren(h("ul", {}, links)));
  const main = document.getElementById("main");
  if (main === null) return;
  const isSame = shown === state.view;
  const restore = isSame ? keptState(main) : null;
  main.replaceChildren(staleNote(page) ?? "", view?.draw(context) ?? "");
  restore?.();
  if (shown !== "" && !isSame) focusAnswer();
  shown = state.view;
}

/** Moves the focus to the view, and scrolls only if its start is not on the screen. */
export function focusAnswer(): void {
  const main = document.getElementById("main");
  main?.focus({ preventScroll: true });
  const top = main?.getBoundingClientRect().top ?? 0;
  if (top < 0 || top > innerHeight * 0.8) main?.scrollIntoView();
}

/** Changes the links to the views; a focused one is focused again. */
function keepingFocus(bar: HTMLElement, change: () => void) {
  const focused = document.activeElement;
  const name = focused instanceof HTMLElement && bar.contains(focused)
    ? focused.dataset["view"]
    : undefined;
  change();
  if (name !== undefined) bar.querySelector<HTMLElement>(`[data-view="${name}"]`)?.focus();
}

/** `--watch` writes the last rules without errors. */
function staleNote({ stale }: Model): HTMLElement | null {
  if (stale !== true) return null;
  return h(
    "p",
    { class: "alert", role: "alert" },
    "The rule files have errors now, which the terminal lists. This page shows the rules before.",
  );
}

/** A choice of the rule set, if there are several. */
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
