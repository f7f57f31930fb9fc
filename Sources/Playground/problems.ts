/** The list of findings below the editor. */

import { h, marked } from "../Page/dom.ts";
import type { Child } from "../Page/dom.ts";
import type { Finding, Placed } from "./findings.ts";

export interface FindingEvents {
  /** Shows a place in the editor. */
  reveal: (placed: Placed) => void;
  fix: (finding: Finding) => void;
  /** Asks what the rules do with the witness. */
  ask: (finding: Finding) => void;
}

export function findingItem(finding: Finding, index: number, events: FindingEvents): HTMLElement {
  const { fix, help, witness } = finding;
  return h(
    "li",
    { class: `finding finding-${finding.severity}`, id: `finding-${index}` },
    h(
      "p",
      { class: "message" },
      h("strong", { class: "severity" }, finding.severity),
      " ",
      marked(finding.message),
      " ",
      placeButton(finding, events),
    ),
    h(
      "ul",
      { class: "reasons" },
      finding.related.map((related) =>
        h("li", {}, placeButton(related, events), " ", marked(related.message))
      ),
      witness === null ? null : h(
        "li",
        {},
        "for example ",
        h(
          "button",
          { type: "button", class: "plain try", onclick: () => events.ask(finding) },
          witness,
        ),
      ),
      help === null ? null : h("li", {}, marked(help)),
    ),
    h("p", { class: "buttons" }, fix === null ? null : fixButton(finding, fix, events)),
  );
}

function placeButton(placed: Placed, events: FindingEvents): HTMLElement {
  const { line } = placed.range.start;
  return h(
    "button",
    { type: "button", class: "plain place", onclick: () => events.reveal(placed) },
    `${placed.file}:${line}`,
  );
}

function fixButton(
  finding: Finding,
  fix: NonNullable<Finding["fix"]>,
  events: FindingEvents,
): HTMLElement {
  const note = fix.safe
    ? ""
    : fix.weaker
    ? " (links that were cancelled may pass then)"
    : " (it changes what rules do)";
  return h(
    "button",
    { type: "button", class: "fix", onclick: () => events.fix(finding) },
    `Fix it${note}`,
  );
}

/** The card that is shown when the pointer rests on a finding. */
export function findingCard(finding: Finding): Child[] {
  return [
    h("p", {}, h("strong", { class: "severity" }, finding.severity), " ", marked(finding.message)),
    finding.witness === null ? null : h("p", {}, "for example ", h("code", {}, finding.witness)),
  ];
}
