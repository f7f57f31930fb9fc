/** The view of many links: a table, the number of each outcome, and a file for spreadsheets. */

import { csvRecord } from "./commands.ts";
import { chainChoice } from "./context.ts";
import type { Context } from "./context.ts";
import { announce, download, h } from "./dom.ts";
import { counted } from "./link.ts";
import type { Place } from "./model.ts";
import { countedOutcome, outcomeKind, outcomeNames, shortDecision } from "./words.ts";

interface Row {
  url: string;
  kind: keyof typeof outcomeNames | null;
  decision: string;
  rule: Place | null;
  former: string | null;
}

/** The text that was pasted. A link to the page does not contain it. */
let pasted = "";

export function manyView(context: Context): HTMLElement {
  const result = h("div");
  const show = () => result.replaceChildren(table(context, rows(context, pasted)) ?? "");
  const area = h(
    "textarea",
    { id: "links", rows: "8", spellcheck: "false" },
    pasted,
  ) as HTMLTextAreaElement;
  area.addEventListener("input", () => {
    pasted = area.value;
    show();
  });
  show();
  return h(
    "section",
    { "aria-labelledby": "many-title" },
    h("h2", { id: "many-title" }, "Many links at once"),
    h(
      "div",
      { class: "ask" },
      h(
        "p",
        { class: "field wide" },
        h("label", { for: "links" }, "Links, one on each line"),
        area,
      ),
      chainChoice(context, () => globalThis.dispatchEvent(new HashChangeEvent("hashchange"))),
    ),
    h("p", { class: "hint" }, "With the circumstances that are set for a single link."),
    result,
  );
}

function rows(context: Context, text: string): Row[] {
  const urls = text.split(/\r?\n/).map((line) => line.trim()).filter((line) => line !== "");
  return urls.map((url) => {
    const question = { ...context.state.question, url };
    const outcome = context.decide(question);
    if (outcome === null) return { url, kind: null, decision: "no link", rule: null, former: null };
    const decided = outcome.tried.find((tried) => tried.entry === outcome.entry);
    const before = context.decideFormer(question);
    const decision = shortDecision(outcome);
    return {
      url,
      kind: outcomeKind(outcome),
      decision,
      rule: decided?.rule.at ?? null,
      former: before === null || shortDecision(before) === decision ? null : shortDecision(before),
    };
  });
}

function table(context: Context, rows: Row[]): HTMLElement | null {
  if (rows.length === 0) return null;
  const { former } = context.model;
  const place = (rule: Place | null) =>
    rule === null ? "" : `${context.set.files[rule[0]]?.name ?? ""}:${rule[1]}`;
  const save = h("button", { type: "button" }, "Save as CSV");
  save.addEventListener("click", () => {
    const heads = ["link", "outcome", "decision", "rule", ...former ? [former.label] : []];
    const records = rows.map((row) => [
      row.url,
      row.kind === null ? "" : outcomeNames[row.kind],
      row.decision,
      place(row.rule),
      ...former ? [row.former ?? row.decision] : [],
    ]);
    download("links.csv", "text/csv;charset=utf-8", [heads, ...records].map(csvRecord).join(""));
  });
  const heads = ["Link", "Outcome", "Decision", "Rule", ...former ? [`In ${former.label}`] : []];
  announce(counted(rows.length, "link"));
  return h(
    "div",
    {},
    counts(rows),
    h("p", { class: "buttons" }, save),
    h(
      "div",
      { class: "scroll", tabindex: "0", role: "region", "aria-label": "Decisions" },
      h(
        "table",
        { class: "many" },
        h("thead", {}, h("tr", {}, heads.map((head) => h("th", { scope: "col" }, head)))),
        h("tbody", {}, rows.map((row) => tableRow(context, row))),
      ),
    ),
  );
}

function counts(rows: Row[]): HTMLElement {
  const kinds = [...Object.keys(outcomeNames), null] as Row["kind"][];
  return h(
    "ul",
    { class: "counts" },
    kinds.map((kind) => {
      const count = rows.filter((row) => row.kind === kind).length;
      if (count === 0) return null;
      return h(
        "li",
        { class: kind ?? "blocked" },
        countedOutcome(count, kind),
      );
    }),
  );
}

function tableRow(context: Context, row: Row): HTMLElement {
  const { former } = context.model;
  const link = row.kind === null ? row.url : h("a", {
    href: context.address({
      view: "link",
      question: { ...context.state.question, url: row.url },
    }),
  }, row.url);
  return h(
    "tr",
    { class: row.former === null ? "" : "changed" },
    h("td", { class: "url" }, link),
    h("td", {}, row.kind === null ? "" : outcomeNames[row.kind]),
    h("td", {}, row.decision),
    h("td", {}, row.rule === null ? "" : context.sourceLink(row.rule)),
    former === undefined ? null : h("td", {}, row.former ?? "the same"),
  );
}
