/**
 * The state of the page, which is in the fragment of its address, so that a link contains the whole
 * question.
 */

import type { Chain, Constant, Model, Question, RuleSet } from "./model.ts";

export interface State {
  view: string;
  set: number;
  /** The chain as text: `chain Default` or `responses Default`. */
  chain: string;
  question: Question;
  /** The line of a source file as text: `0:12`. */
  line: string;
}

export function chainLabel(chain: Chain): string {
  return `${chain.kind} ${chain.name}`;
}

/** Returns the chain of the state, or the first chain. */
export function chainOf(state: State, set: RuleSet): Chain | undefined {
  return set.chains.find((chain) => chainLabel(chain) === state.chain) ?? set.chains[0];
}

export function readState(fragment: string, model: Model): State {
  const pairs = new URLSearchParams(fragment.replace(/^#/, ""));
  const set = Number(pairs.get("set") ?? 0);
  const index = Number.isInteger(set) && model.sets[set] !== undefined ? set : 0;
  const question: Question = { url: pairs.get("url") ?? "" };
  const values: Record<string, Constant> = {};
  const headers: Record<string, string> = {};
  for (const [key, text] of pairs) {
    const [, group, name = ""] = /^(value|header)\.(.*)$/s.exec(key) ?? [];
    if (group === "value") readValue(values, name, text, model.sets[index]);
    else if (group === "header") headers[name.toLowerCase()] = text;
  }
  for (const input of model.inputs) {
    const text = pairs.get(input.key);
    if (text !== null && !input.keyed) question[input.key] = typed(text, input.type);
  }
  if (Object.keys(values).length > 0) question.values = values;
  if (Object.keys(headers).length > 0) question.headers = headers;
  const flags = pairs.getAll("flag");
  const declined = pairs.getAll("declined");
  if (flags.length > 0) question.flags = flags;
  if (declined.length > 0) question.declined = declined;
  return {
    view: pairs.get("view") ?? "link",
    set: index,
    chain: pairs.get("chain") ?? "",
    question,
    line: pairs.get("line") ?? "",
  };
}

function typed(text: string, type: string): unknown {
  if (type === "Bool") return text === "true";
  return text;
}

/** Reads a value. A list has one value for each line. */
function readValue(
  values: Record<string, Constant>,
  name: string,
  text: string,
  set: RuleSet | undefined,
) {
  const type = set?.values.find((value) => value.name === name)?.type;
  if (type === undefined) return;
  values[name] = type.startsWith("[") ? text.split("\n").filter((line) => line !== "") : text;
}

/** What the address carries beside the state. */
let carried = "";

/** Sets what the address carries beside the state, such as `&rules=…`; links inside of the page leave it out. */
export function carry(text: string): void {
  carried = text;
}

/** The address that is shown, which carries all that another person needs. */
export function shownAddress(fragment: string): string {
  return fragment.length > 1 ? fragment + carried : `#${carried.slice(1)}`;
}

export function writeState(state: State, model: Model): string {
  const pairs = new URLSearchParams();
  if (state.view !== "link") pairs.set("view", state.view);
  if (state.set !== 0) pairs.set("set", String(state.set));
  if (state.chain !== "") pairs.set("chain", state.chain);
  if (state.line !== "") pairs.set("line", state.line);
  const { question } = state;
  if (question.url !== "") pairs.set("url", question.url);
  for (const input of model.inputs) {
    const value = question[input.key];
    if (input.keyed || value === undefined || value === null || value === input.default) continue;
    pairs.set(input.key, String(value));
  }
  for (const [name, value] of Object.entries(question.values ?? {})) {
    if (value === null) continue;
    pairs.set(`value.${name}`, Array.isArray(value) ? value.join("\n") : String(value));
  }
  for (const [name, text] of Object.entries(question.headers ?? {})) {
    pairs.set(`header.${name}`, text);
  }
  for (const flag of question.flags ?? []) pairs.append("flag", flag);
  for (const name of question.declined ?? []) pairs.append("declined", name);
  return "#" + pairs.toString();
}
