/** The rule set and the state that the views show. */

import { decide } from "./interpreter.ts";
import type { Outcome } from "./interpreter.ts";
import { settingsText } from "./commands.ts";
import type { Chain, Model, Place, Question, RuleSet } from "./model.ts";
import { parseAddress } from "./address.ts";
import { chainLabel, shownAddress, writeState } from "./state.ts";
import type { State } from "./state.ts";
import { code, h } from "./dom.ts";
import { colored } from "./syntax.ts";

export class Context {
  readonly model: Model;
  readonly state: State;
  readonly set: RuleSet;
  readonly chain: Chain | undefined;

  constructor(model: Model, state: State, set: RuleSet, chain: Chain | undefined) {
    this.model = model;
    this.state = state;
    this.set = set;
    this.chain = chain;
  }

  /** Returns the address of the page in another state. */
  address(changes: Partial<State>): string {
    return writeState({ ...this.state, line: "", ...changes }, this.model);
  }

  /** Changes the state without a new entry in the history, and without drawing the view again. */
  replace(changes: Partial<State>): void {
    Object.assign(this.state, changes);
    history.replaceState(history.state, "", shownAddress(writeState(this.state, this.model)));
    for (const link of document.querySelectorAll<HTMLAnchorElement>("#views a")) {
      const view = link.dataset["view"];
      if (view !== undefined) link.href = this.address({ view });
    }
  }

  /**
   * Returns a link to a request of a chain, with its URL and the values that differ from the
   * defaults.
   */
  requestLink(chain: Chain, question: Question): HTMLElement {
    const href = this.address({ view: "link", chain: chainLabel(chain), question });
    const settings = settingsText(this.model, this.set, chain, question);
    return h(
      "span",
      {},
      h("a", { href, class: "try" }, question.url),
      settings === "" ? null : [" with ", code(settings)],
    );
  }

  /** Returns a link to the line of a place. */
  sourceLink(at: Place): HTMLElement {
    const name = `${this.set.files[at[0]]?.name ?? ""}:${at[1]}`;
    const href = this.address({ view: "source", line: `${at[0]}:${at[1]}` });
    return h("a", { href, class: "place" }, name);
  }

  /** Returns the decision; null if the text is no URL, or if there is no chain. */
  decide(question: Question): Outcome | null {
    if (this.chain === undefined || parseAddress(question.url) === null) return null;
    return decide(this.model, this.set, this.chain, question);
  }

  /** Returns the decision of the version to compare with; null if there is none. */
  decideFormer(question: Question): Outcome | null {
    const { former } = this.model;
    const pair = former?.pairs.find((pair) => pair[1] === this.state.set);
    const set = former?.sets[pair?.[0] ?? -1];
    if (set === undefined || this.chain === undefined) return null;
    const label = chainLabel(this.chain);
    const chain = set.chains.find((chain) => chainLabel(chain) === label);
    if (chain === undefined || parseAddress(question.url) === null) return null;
    return decide(this.model, set, chain, question);
  }
}

/** Returns a choice of the chain to evaluate; null if there is only one. */
export function chainChoice(context: Context, choose: () => void): HTMLElement | null {
  const { chains } = context.set;
  if (chains.length < 2) return null;
  const select = h(
    "select",
    { id: "chain" },
    chains.map((chain) =>
      h(
        "option",
        { value: chainLabel(chain), selected: chain === context.chain },
        chainLabel(chain),
      )
    ),
  ) as HTMLSelectElement;
  select.addEventListener("change", () => {
    context.replace({ chain: select.value });
    choose();
  });
  return h("p", { class: "field" }, h("label", { for: "chain" }, "Rules"), select);
}

/** Returns the element with a source text of rules. */
export function sourceCode(text: string): HTMLElement {
  return h("code", { class: "rule" }, colored(text));
}
