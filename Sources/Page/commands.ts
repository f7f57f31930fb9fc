/** Prints a question as a `test` case and as a command line. */

import { parseAddress, serialized } from "./address.ts";
import type { Outcome, PerformedStep } from "./interpreter.ts";
import type { Chain, Constant, Input, Model, Question, RuleSet } from "./model.ts";
import { quoted, stepCall } from "./words.ts";

/** Returns the settings that differ from the default, in the order of the inputs. */
function changedInputs(model: Model, chain: Chain, question: Question): [Input, unknown][] {
  return model.inputs.flatMap((input): [Input, unknown][] => {
    const value = question[input.key];
    const isDefault = value === undefined || value === null || value === input.default;
    return isDefault || input.keyed || !input.in.includes(chain.kind) ? [] : [[input, value]];
  });
}

/**
 * Returns the values that differ from the defaults, as after `with` in a test; empty if there are
 * none.
 */
export function settingsText(model: Model, set: RuleSet, chain: Chain, question: Question): string {
  return [
    ...(question.flags ?? []),
    ...(question.declined ?? []).map((name) => "!" + name),
    ...changedInputs(model, chain, question).map(([input, value]) => inputText(input, value)),
    ...Object.entries(question.headers ?? {}).map(([name, text]) =>
      `header[${quoted(name)}] == ${quoted(text)}`
    ),
    ...Object.entries(question.values ?? {}).flatMap(([name, value]) => {
      const type = set.values.find((declared) => declared.name === name)?.type;
      return value === null || type === undefined
        ? []
        : [`${name} == ${constantText(value, type)}`];
    }),
  ].join(", ");
}

/** Returns the question with its outcome in a `test` block. */
export function testText(
  model: Model,
  set: RuleSet,
  chain: Chain,
  question: Question,
  outcome: Outcome,
): string {
  const settings = settingsText(model, set, chain, question);
  const address = parseAddress(question.url);
  const url = quoted(address === null ? question.url : serialized(address));
  const request = settings === "" ? url : `${url} with ${settings}`;
  const steps = outcome.steps.map(stepText);
  const head = chain.kind === "chain" ? chain.name : `responses ${chain.name}`;
  return `test ${head} {\n  ${[request, ...steps, outcome.decision].join(" ")}\n}\n`;
}

function inputText(input: Input, value: unknown): string {
  if (value === true) return input.name;
  if (value === false) return `!${input.name}`;
  const isPlain = input.type === "choice" || input.type === "Int";
  return `${input.name} == ${isPlain ? String(value) : quoted(String(value))}`;
}

function constantText(value: Constant, type: string): string {
  if (Array.isArray(value)) return `[${value.map((item) => quoted(String(item))).join(", ")}]`;
  return type === "Int" ? String(value) : quoted(String(value));
}

function stepText(step: PerformedStep): string {
  if (step.name !== null) return `${step.kind} ${stepCall(step)}`;
  if (step.arguments.length === 0) return step.kind;
  const set = step.changes.flatMap(({ change, text }) =>
    text === null ? [] : [`${change.name} = ${change.part === "port" ? text : quoted(text)}`]
  );
  const removed = step.changes.flatMap(({ change, text }) => text === null ? [change.name] : []);
  return `${step.kind} url` + (set.length === 0 ? "" : ` setting ${set.join(", ")}`) +
    (removed.length === 0 ? "" : ` removing ${removed.join(", ")}`);
}

/** Returns the command that shows the same outcome in a terminal. */
export function commandText(
  model: Model,
  set: RuleSet,
  chain: Chain,
  question: Question,
): string {
  const words = ["bascule", "trace", question.url];
  // The folder of a single set is where the command is run, so its name does not matter.
  if (model.sets.length > 1) words.push("--rules", set.name);
  words.push(`--${chain.kind}`, chain.name);
  for (const [input, value] of changedInputs(model, chain, question)) {
    words.push(`--${input.option}`);
    if (input.type !== "Bool" || input.default === true) words.push(String(value));
  }
  for (const [name, text] of Object.entries(question.headers ?? {})) {
    words.push("--header", `${name}: ${text}`);
  }
  const settings = [
    ...(question.flags ?? []),
    ...(question.declined ?? []).map((name) => `${name}=false`),
    ...Object.entries(question.values ?? {}).flatMap(([name, value]) =>
      (Array.isArray(value) ? value : value === null ? [] : [value]).map((item) =>
        `${name}=${item}`
      )
    ),
  ];
  for (const setting of settings) words.push("--set", setting);
  return words.map(shellWord).join(" ");
}

function shellWord(word: string): string {
  return /^[A-Za-z0-9_\-.\/:=@%+,]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/**
 * Returns a record of a table in CSV (RFC 4180). A text that a spreadsheet would read as a formula
 * stays a text.
 */
export function csvRecord(cells: readonly string[]): string {
  return cells.map((cell) => {
    const text = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  }).join(",") + "\r\n";
}
