/** The view of the lines of invariants, each with its proof. */

import { sourceCode } from "./context.ts";
import type { Context } from "./context.ts";
import { code, h, marked } from "./dom.ts";
import type { Claim } from "./model.ts";

const claimMarks = {
  proved: ["✓", "proved"],
  broken: ["✗", "broken"],
  undecided: ["?", "undecided"],
} as const;

export function promises(context: Context): HTMLElement | null {
  const { claims } = context.set;
  if (claims.length === 0) return null;
  return h(
    "section",
    { class: "chain", "aria-labelledby": "promises-title" },
    h("h3", { id: "promises-title" }, "What always holds"),
    h("p", {}, "Proved for every request, not only for the links that somebody has tried."),
    h("ol", { class: "rules" }, claims.map((claim) => promise(context, claim))),
  );
}

function promise(context: Context, claim: Claim): HTMLElement {
  const [mark, label] = claimMarks[claim.verdict];
  const request = claim.request === null ? null : h("li", {}, "broken by ", code(claim.request));
  return h(
    "li",
    { class: claim.verdict === "proved" ? "yes" : "no" },
    h("span", { class: "mark", role: "img", "aria-label": label }, mark),
    h(
      "div",
      {},
      sourceCode(claim.at[3]),
      " ",
      context.sourceLink(claim.at),
      claim.documentation === undefined
        ? null
        : h("p", { class: "hint" }, marked(claim.documentation)),
      h(
        "ul",
        { class: "reasons" },
        h("li", {}, `${claim.name}, for ${claim.chains.join(", ")}`),
        request,
      ),
    ),
  );
}
