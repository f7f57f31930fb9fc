/** Requests of findings, such as `"https://a.example/" with frame == new`, as questions of the page. */

import { tokensOf } from "../Page/syntax.ts";
import type { Constant, Input, Model, Question, RuleSet } from "../Page/model.ts";

/** null if the text is no request of the rules. */
export function questionOfWitness(text: string, model: Model, set: RuleSet): Question | null {
  const words = tokensOf(text).filter(({ kind }) => kind !== "space").map((token) => token.text);
  const url = literal(words[0]);
  if (typeof url !== "string" || (words.length > 1 && words[1] !== "with")) return null;
  const question: Question = { url };
  for (const setting of settingsOf(words.slice(2))) {
    if (!setValue(question, setting, model, set)) return null;
  }
  return question;
}

/** The words between commas, outside of brackets. */
function settingsOf(words: readonly string[]): string[][] {
  const result: string[][] = [];
  let depth = 0;
  for (const word of words) {
    if (word === "[") depth++;
    if (word === "]") depth--;
    if (word === "," && depth === 0) result.push([]);
    else if (result.length === 0) result.push([word]);
    else result.at(-1)?.push(word);
  }
  return result;
}

/** False if the setting is none. */
function setValue(question: Question, words: string[], model: Model, set: RuleSet): boolean {
  const isNegated = words[0] === "!";
  const rest = isNegated ? words.slice(1) : words;
  const equals = rest.indexOf("=");
  const name = (equals < 0 ? rest : rest.slice(0, equals)).join("");
  if (equals < 0) return setFlag(question, rest.join(" "), !isNegated, model, set);
  const values = rest.slice(equals).join(" ").replace(/^= = ?/, "");
  const value = constant(values);
  const header = /^header\["?(.*?)"?\]$/.exec(name)?.[1];
  if (header !== undefined) {
    question.headers = { ...question.headers, [header.toLowerCase()]: String(value) };
    return true;
  }
  const input = inputOf(model, name);
  if (input !== undefined) {
    question[input.key] = value;
    return true;
  }
  if (!set.values.some((declared) => declared.name === name)) return false;
  question.values = { ...question.values, [name]: value };
  return true;
}

function inputOf(model: Model, name: string): Input | undefined {
  return model.inputs.find((input) => !input.keyed && input.name === name);
}

function setFlag(
  question: Question,
  name: string,
  isTrue: boolean,
  model: Model,
  set: RuleSet,
): boolean {
  const input = inputOf(model, name.replaceAll(" ", ""));
  if (input?.type === "Bool") {
    question[input.key] = isTrue;
    return true;
  }
  if (set.flags.some((flag) => flag.name === name)) {
    if (isTrue) question.flags = [...question.flags ?? [], name];
    return true;
  }
  if (isTrue || name !== "open url" && !set.actions.some((action) => action.name === name)) {
    return false;
  }
  question.declined = [...question.declined ?? [], name];
  return true;
}

/** A string, a number, a list of these, or a word. */
function constant(text: string): Constant {
  if (!text.startsWith("[")) return literal(text) ?? text;
  return tokensOf(text).filter(({ kind }) => kind === "string" || kind === "number").map((token) =>
    literal(token.text) ?? token.text
  );
}

/** The text of a string literal; undefined for other words. */
function literal(word: string | undefined): string | undefined {
  if (word === undefined || !/^"[^]*"$/.test(word)) return undefined;
  return word.slice(1, -1).replace(
    /\\u\{([0-9A-Fa-f]+)\}|\\([^])/g,
    (_, scalar: string | undefined, letter: string) => {
      if (scalar !== undefined) return String.fromCodePoint(parseInt(scalar, 16));
      return ({ n: "\n", r: "\r", t: "\t" } as Record<string, string>)[letter] ?? letter;
    },
  );
}
