/** A picture of chains and the handlers that they use, with a mark for each rule. */

import type { Context } from "./context.ts";
import { h, svg } from "./dom.ts";
import type { Chain, Place, Reach } from "./model.ts";
import { chainLabel } from "./state.ts";

interface Box {
  name: string;
  at: Place | null;
  /** The status of each rule. */
  statuses: Reach["status"][];
}

const size = { width: 230, height: 52, gap: 12, between: 110, mark: 8 };
const shownMarks = 20;

/**
 * Returns the picture; null if no chain uses others, since the list of rules then shows the same.
 */
export function picture(context: Context): HTMLElement | null {
  const { chains } = context.set;
  const users = chains.map((chain) => chainBox(chain));
  const used = usedBoxes(context);
  if (used.size === 0) return null;
  const targets = [...used.values()];
  const edges = chains.flatMap((chain, from) =>
    ownersOf(chain).map((owner) => edge(from, [...used.keys()].indexOf(owner)))
  );
  const rows = Math.max(users.length, targets.length);
  const [width, height] = [2 * size.width + size.between, rows * (size.height + size.gap)];
  const drawing = svg(
    "svg",
    {
      viewBox: `0 0 ${width} ${height}`,
      width: String(width),
      height: String(height),
      role: "group",
      "aria-label": "Chains and the handlers that they use",
    },
    ...edges,
    ...users.map((box, row) => boxFigure(context, box, 0, row)),
    ...targets.map((box, row) => boxFigure(context, box, size.width + size.between, row)),
  );
  return h(
    "div",
    { class: "picture" },
    h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Picture" }, drawing),
    h(
      "ul",
      { class: "counts" },
      h("li", { class: "native" }, "■ reached"),
      h("li", { class: "blocked" }, "□ never reached"),
      h("li", { class: "outside" }, "◇ undecided"),
    ),
  );
}

function chainBox(chain: Chain): Box {
  return {
    name: chainLabel(chain),
    at: chain.at,
    statuses: chain.reached.map(({ status }) => status),
  };
}

/** Returns the owners of rules that are not the chain's own, in the order of their use. */
function ownersOf(chain: Chain): string[] {
  const owners = chain.runs.map(({ owner }) => owner).filter((owner) =>
    owner !== chainLabel(chain)
  );
  return [...new Set(owners)];
}

/** Returns the boxes of the handlers. A rule of a handler is reached if one chain reaches it. */
function usedBoxes(context: Context): Map<string, Box> {
  const statuses = new Map<string, Map<number, Reach["status"]>>();
  for (const chain of context.set.chains) {
    let entry = 0;
    for (const run of chain.runs) {
      const own = statuses.get(run.owner) ?? new Map<number, Reach["status"]>();
      for (const number of run.rules) {
        const status = chain.reached[entry++]?.status ?? "undecided";
        if (own.get(number) !== "reachable") own.set(number, status);
      }
      if (run.owner !== chainLabel(chain)) statuses.set(run.owner, own);
    }
  }
  const boxes = [...statuses].map(([name, rules]): [string, Box] => {
    const [first = -1] = rules.keys();
    const at = context.set.rules[first]?.at ?? null;
    return [name, { name, at, statuses: [...rules.values()] }];
  });
  return new Map(boxes);
}

function middle(row: number): number {
  return row * (size.height + size.gap) + size.height / 2;
}

function edge(from: number, to: number): Element {
  const [left, right] = [size.width, size.width + size.between];
  const bend = (left + right) / 2;
  const path = `M${left} ${middle(from)}C${bend} ${middle(from)} ${bend} ${middle(to)} ${right} ${
    middle(to)
  }`;
  return svg("path", { d: path, class: "edge" });
}

function boxFigure(context: Context, box: Box, x: number, row: number): Element {
  const y = row * (size.height + size.gap);
  const rectangle = svg("rect", {
    x: String(x + 1),
    y: String(y + 1),
    width: String(size.width - 2),
    height: String(size.height - 2),
    rx: "6",
    class: "box",
  });
  const label = box.name.length > 26 ? `${box.name.slice(0, 25)}…` : box.name;
  const name = svg("text", { x: String(x + 12), y: String(y + 21) });
  name.textContent = label;
  const count = (status: string) => box.statuses.filter((other) => other === status).length;
  const title = svg("title", {});
  title.textContent = `${box.name}: ${count("reachable")} of ${box.statuses.length} rules reached`;
  const parts = [title, rectangle, name, ...ruleMarks(box.statuses, x + 12, y + 32)];
  if (box.at === null) return svg("g", {}, ...parts);
  const href = context.address({ view: "source", line: `${box.at[0]}:${box.at[1]}` });
  return svg("a", { href }, ...parts);
}

/** Draws a mark for each rule. Marks also differ in form, for people who do not see the colours. */
function ruleMarks(statuses: Reach["status"][], x: number, y: number): Element[] {
  const shown = statuses.slice(0, shownMarks).map((status, index) => {
    const left = x + index * (size.mark + 2);
    const half = size.mark / 2;
    const diamond = `M${left + half} ${y}l${half} ${half}l${-half} ${half}l${-half} ${-half}z`;
    const square = `M${left} ${y}h${size.mark}v${size.mark}h${-size.mark}z`;
    return svg("path", { d: status === "undecided" ? diamond : square, class: `mark ${status}` });
  });
  if (statuses.length <= shownMarks) return shown;
  const more = svg("text", {
    x: String(x + shownMarks * (size.mark + 2)),
    y: String(y + size.mark),
  });
  more.textContent = "…";
  return [...shown, more];
}
