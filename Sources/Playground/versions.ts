/** The view of two versions beside each other: the requests that change, and the lines. */

import { changesView } from "../Page/comparison.ts";
import type { Context } from "../Page/context.ts";
import { h } from "../Page/dom.ts";
import { colored } from "../Page/syntax.ts";
import { changedLines } from "./beside.ts";
import type { LinePair } from "./beside.ts";
import type { RuleFile } from "./files.ts";

/** - Parameter pin: keeps the shown version to compare with. */
export function versionsView(
  context: Context,
  pinned: readonly RuleFile[] | null,
  files: readonly RuleFile[],
  pin: () => void,
): HTMLElement {
  const { former } = context.model;
  const button = h(
    "button",
    { type: "button", id: "pin-here", onclick: pin },
    pinned === null ? "Keep this version to compare with" : "Compare with this version instead",
  );
  if (pinned === null) {
    return h(
      "section",
      { "aria-labelledby": "versions-title" },
      h("h2", { id: "versions-title" }, "What does a change do?"),
      h(
        "p",
        {},
        "Keep the rules as they are now, then change them. This view then lists the links that the " +
          "two versions treat differently, and the messages that break released pages or apps.",
      ),
      h("p", { class: "buttons" }, button),
    );
  }
  return h(
    "div",
    {},
    former === undefined
      ? h("p", {}, "The kept version has errors, so its decisions cannot be compared.")
      : changesView(context, former),
    changedLines(pinned, files).map(([name, lines]) => besideTable(name, lines)),
    h("p", { class: "buttons" }, button),
  );
}

function besideTable(name: string, lines: readonly (LinePair | null)[]): HTMLElement {
  return h(
    "section",
    { "aria-label": `Lines of ${name}` },
    h("h3", {}, name),
    h(
      "div",
      { class: "scroll", tabindex: "0", role: "region", "aria-label": `Changed lines of ${name}` },
      h(
        "table",
        { class: "beside" },
        h(
          "thead",
          {},
          h("tr", {}, ["Kept version", "Now"].map((head) => h("th", { scope: "col" }, head))),
        ),
        h("tbody", {}, lines.map(lineRow)),
      ),
    ),
  );
}

function lineRow(pair: LinePair | null): HTMLElement {
  if (pair === null) return h("tr", {}, h("td", { colspan: "2", class: "left-out" }, "…"));
  const isSame = pair.before === pair.after;
  const cell = (text: string | null, mark: string) =>
    h(
      "td",
      { class: isSame || text === null ? undefined : mark },
      text === null ? "" : h("code", {}, colored(text)),
    );
  return h("tr", {}, cell(pair.before, "removed"), cell(pair.after, "added"));
}
