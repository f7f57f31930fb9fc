/** The differences from the version to compare with. */

import { Context } from "./context.ts";
import { h, marked } from "./dom.ts";
import type { ChainChanges, ClaimChange, ClaimVerdict, ContractChange, Former } from "./model.ts";
import { chainLabel } from "./state.ts";
import { shortDecision } from "./words.ts";

export function changesView(context: Context, former: Former): HTMLElement {
  const pair = former.pairs.findIndex((pair) => pair[1] === context.state.set);
  const differences = former.differences[pair];
  const isSame = differences === undefined ||
    differences.chains.length + differences.contract.length + differences.invariants.length === 0;
  return h(
    "section",
    { "aria-labelledby": "changes-title" },
    h("h2", { id: "changes-title" }, `What has changed since ${former.label}`),
    isSame ? h("p", {}, "Every request is treated the same, and so is every message.") : [
      differences.chains.map((changes) => chainChanges(context, former, changes)),
      claimChanges(differences.invariants),
      contractChanges(differences.contract),
    ],
  );
}

function chainChanges(context: Context, former: Former, changes: ChainChanges): HTMLElement {
  const label = changes.chain === undefined
    ? `responses ${changes.responses ?? ""}`
    : `chain ${changes.chain}`;
  const chain = context.set.chains.find((chain) => chainLabel(chain) === label);
  const note = changes.old === null
    ? "It is new."
    : changes.new === null
    ? "It was removed."
    : changes.undecided.length === 0
    ? null
    : `${changes.undecided.length} pairs of rules could not be compared.`;
  const more = changes.shortened.length === 0
    ? null
    : `These are examples; more requests may be treated differently, by ${changes.shortened.length} changed rules.`;
  const rows = chain === undefined ? [] : changes.differences.map(({ request }) => {
    const own = new Context(context.model, context.state, context.set, chain);
    const [before, after] = [own.decideFormer(request), own.decide(request)];
    return h(
      "tr",
      {},
      h("td", { class: "url" }, context.requestLink(chain, request)),
      h("td", {}, before === null ? "" : shortDecision(before)),
      h("td", {}, after === null ? "" : shortDecision(after)),
    );
  });
  return h(
    "section",
    { "aria-label": label },
    h("h3", {}, label),
    note === null ? null : h("p", {}, note),
    more === null ? null : h("p", {}, more),
    rows.length === 0 ? null : h(
      "div",
      { class: "scroll", tabindex: "0", role: "region", "aria-label": `Changes of ${label}` },
      h(
        "table",
        { class: "many" },
        h(
          "thead",
          {},
          h("tr", {}, ["Link", former.label, "Now"].map((head) => h("th", { scope: "col" }, head))),
        ),
        h("tbody", {}, rows),
      ),
    ),
  );
}

function claimChanges(changes: ClaimChange[]): HTMLElement | null {
  if (changes.length === 0) return null;
  const words = (side: ClaimVerdict | null) =>
    side === null
      ? "not stated"
      : side.verdict + (side.request === null ? "" : ` by \`${side.request}\``);
  return h(
    "section",
    { "aria-label": "Invariants" },
    h("h3", {}, "Invariants"),
    h(
      "ul",
      {},
      changes.map((change) =>
        h(
          "li",
          { class: change.new?.verdict === "proved" ? "yes" : "no" },
          marked(`${change.name}: \`${change.claim}\` – `),
          marked(`${words(change.old)}, now ${words(change.new)}`),
        )
      ),
    ),
  );
}

function contractChanges(changes: ContractChange[]): HTMLElement | null {
  if (changes.length === 0) return null;
  return h(
    "section",
    { "aria-label": "Messages" },
    h("h3", {}, "Messages, events and calls"),
    h(
      "ul",
      {},
      changes.map((change) => {
        const breaks = [
          change.pages === null ? null : `Breaks released pages: ${change.pages}.`,
          change.apps === null ? null : `Breaks released apps: ${change.apps}.`,
        ].filter((text) => text !== null);
        return h(
          "li",
          { class: breaks.length === 0 ? "yes" : "no" },
          marked(
            `${change.declaration} \`${change.name}\` ${
              change.part ?? ""
            } ${change.path}: ${change.change}`,
          ),
          breaks.length === 0
            ? " – compatible"
            : h("ul", {}, breaks.map((text) => h("li", {}, marked(text)))),
        );
      }),
    ),
  );
}
