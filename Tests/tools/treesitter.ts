// Prints the JSON form of a tree-sitter grammar, which tree-sitter's generator writes to `src/grammar.json`.
//
// Usage: deno run --allow-read treesitter.ts FOLDER
//
// Evaluates FOLDER/grammar.js with the functions of tree-sitter that it uses. An unknown one is an error.

// deno-lint-ignore-file no-explicit-any

type Rule = { type: string; [key: string]: unknown };

function rule(value: any): Rule {
  if (typeof value === "string") return { type: "STRING", value };
  if (value instanceof RegExp) return { type: "PATTERN", value: value.source };
  return value;
}

const seq = (...all: any[]): Rule => ({ type: "SEQ", members: all.map(rule) });
const choice = (...all: any[]): Rule => ({ type: "CHOICE", members: all.map(rule) });
const blank = (): Rule => ({ type: "BLANK" });
const optional = (content: any): Rule => choice(content, blank());
const repeat = (content: any): Rule => ({ type: "REPEAT", content: rule(content) });
const repeat1 = (content: any): Rule => ({ type: "REPEAT1", content: rule(content) });
const field = (name: string, content: any): Rule => ({ type: "FIELD", name, content: rule(content) });
const prec = Object.assign(
  (value: number, content: any): Rule => ({ type: "PREC", value, content: rule(content) }),
  { right: (content: any): Rule => ({ type: "PREC_RIGHT", value: 0, content: rule(content) }) },
);
const token = Object.assign(
  (content: any): Rule => ({ type: "TOKEN", content: rule(content) }),
  { immediate: (content: any): Rule => ({ type: "IMMEDIATE_TOKEN", content: rule(content) }) },
);

const symbols = new Proxy({}, { get: (_, name: string): Rule => ({ type: "SYMBOL", name }) });
const module: any = {};
new Function(
  "module", "grammar", "seq", "choice", "blank", "optional", "repeat", "repeat1", "field", "prec", "token",
  Deno.readTextFileSync(`${Deno.args[0]}/grammar.js`),
)(module, (options: any) => options, seq, choice, blank, optional, repeat, repeat1, field, prec, token);

const { name, word, extras, conflicts, rules, ...others } = module.exports;
if (Object.keys(others).length > 0) throw new Error(`unknown options: ${Object.keys(others)}`);
console.log(JSON.stringify({
  name,
  word: word(symbols).name,
  rules: Object.fromEntries(Object.entries(rules).map(([name, make]: any) => [name, rule(make(symbols))])),
  extras: extras(symbols).map(rule),
  conflicts: conflicts(symbols).map((group: Rule[]) => group.map((symbol) => symbol.name)),
  precedences: [],
  externals: [],
  inline: [],
  supertypes: [],
}));
