// Checks the tree-sitter grammar without tree-sitter's own generator, which may not be available.
//
// Usage: deno run --allow-read [--allow-write] treesitter.ts FOLDER [--update] < JSON list of texts
//
// Evaluates FOLDER/grammar.js with the functions of tree-sitter, builds LALR(1) tables from it, which must
// exist for a grammar without declared conflicts, and parses the files of the corpus, whose trees are
// compared, and the texts, which must have a tree. Tokens are matched like in tree-sitter: among those that
// the state allows, first by precedence, then by length; a keyword that the state does not allow is the
// `word`. Names of nodes and tokens in queries must be those of the grammar.
//
// Prints a JSON object: `problems`, a list of sentences; `states`; `texts`, whether each could be parsed.

// deno-lint-ignore-file no-explicit-any

type Rule =
  | { type: "SYMBOL"; name: string }
  | { type: "STRING"; value: string }
  | { type: "PATTERN"; value: RegExp }
  | { type: "SEQ" | "CHOICE"; members: Rule[] }
  | { type: "REPEAT" | "REPEAT1"; content: Rule }
  | { type: "FIELD"; name: string; content: Rule }
  | { type: "PREC"; value: number; content: Rule }
  | { type: "TOKEN"; immediate: boolean; content: Rule }
  | { type: "BLANK" };

const folder = Deno.args[0];
const isUpdating = Deno.args.includes("--update");
const problems: string[] = [];

// MARK: - The functions of grammar.js

function rule(value: any): Rule {
  if (typeof value === "string") return { type: "STRING", value };
  if (value instanceof RegExp) return { type: "PATTERN", value };
  return value;
}
const seq = (...all: any[]): Rule => ({ type: "SEQ", members: all.map(rule) });
const choice = (...all: any[]): Rule => ({ type: "CHOICE", members: all.map(rule) });
const blank = (): Rule => ({ type: "BLANK" });
const optional = (content: any): Rule => choice(content, blank());
const repeat = (content: any): Rule => ({ type: "REPEAT", content: rule(content) });
const repeat1 = (content: any): Rule => ({ type: "REPEAT1", content: rule(content) });
const field = (name: string, content: any): Rule => ({ type: "FIELD", name, content: rule(content) });
const prec = (value: number, content: any): Rule => ({ type: "PREC", value, content: rule(content) });
const token = Object.assign(
  (content: any): Rule => ({ type: "TOKEN", immediate: false, content: rule(content) }),
  { immediate: (content: any): Rule => ({ type: "TOKEN", immediate: true, content: rule(content) }) },
);

const symbols = new Proxy({}, { get: (_, name: string): Rule => ({ type: "SYMBOL", name }) });
const source = Deno.readTextFileSync(`${folder}/grammar.js`);
const module: any = {};
new Function(
  "module", "grammar", "seq", "choice", "blank", "optional", "repeat", "repeat1", "field", "prec", "token",
  source,
)(module, (options: any) => options, seq, choice, blank, optional, repeat, repeat1, field, prec, token);

const options = module.exports;
const rules = new Map<string, Rule>(
  Object.entries(options.rules).map(([name, make]: any) => [name, rule(make(symbols))]),
);
const extras: Rule[] = options.extras(symbols).map(rule);
const word: string = options.word(symbols).name;

// MARK: - Tokens

interface Terminal {
  name: string;
  isNamed: boolean;
  pattern: RegExp;
  /// A fixed text, or undefined.
  text?: string;
  precedence: number;
}

const terminals = new Map<string, Terminal>();

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\\/]/g, "\\$&");
}

function terminal(key: string, isNamed: boolean, content: Rule): void {
  let precedence = 0;
  let inner = content;
  while (inner.type === "PREC" || inner.type === "TOKEN") {
    if (inner.type === "PREC") precedence = inner.value;
    inner = inner.content;
  }
  const text = inner.type === "STRING" ? inner.value : undefined;
  if (text === undefined && inner.type !== "PATTERN") throw new Error(`token ${key} is too complex`);
  const pattern = text === undefined ? (inner as any).value.source : escape(text);
  terminals.set(key, { name: text ?? key, isNamed, pattern: new RegExp(pattern, "uy"), text, precedence });
}

const isToken = (content: Rule) => content.type === "PATTERN" || content.type === "TOKEN";
const extraNames = new Set(extras.flatMap((extra) => extra.type === "SYMBOL" ? [extra.name] : []));

for (const [name, content] of rules) {
  if (isToken(content)) terminal(name, true, content);
}

// MARK: - Productions

interface Symbol {
  name: string;
  isTerminal: boolean;
  field?: string;
}
interface Production {
  left: string;
  right: Symbol[];
}

const productions: Production[] = [];
const byLeft = new Map<string, number[]>();

function add(left: string, right: Symbol[]): void {
  byLeft.set(left, [...(byLeft.get(left) ?? []), productions.length]);
  productions.push({ left, right });
}

/** All expansions of a rule without choices; repetitions become separate rules. */
function expand(owner: string, content: Rule, name?: string): Symbol[][] {
  switch (content.type) {
    case "BLANK": return [[]];
    case "STRING": {
      const key = `"${content.value}"`;
      if (!terminals.has(key)) terminal(key, false, content);
      return [[{ name: key, isTerminal: true, field: name }]];
    }
    case "SYMBOL":
      if (!rules.has(content.name)) throw new Error(`${owner} uses ${content.name}, which is not defined`);
      return [[{ name: content.name, isTerminal: isToken(rules.get(content.name)!), field: name }]];
    case "SEQ":
      return content.members.reduce<Symbol[][]>(
        (heads, part) => {
          const tails = expand(owner, part, name);
          return heads.flatMap((head) => tails.map((tail) => [...head, ...tail]));
        }, [[]]);
    case "CHOICE": return content.members.flatMap((part) => expand(owner, part, name));
    case "FIELD": return expand(owner, content.content, content.name);
    case "PREC": return expand(owner, content.content, name);
    case "REPEAT": return [[], ...expand(owner, { type: "REPEAT1", content: content.content }, name)];
    case "REPEAT1": {
      const helper = `_${owner}_repeat${byLeft.size}`;
      byLeft.set(helper, []);
      for (const way of expand(owner, content.content, name)) {
        add(helper, way);
        add(helper, [{ name: helper, isTerminal: false }, ...way]);
      }
      return [[{ name: helper, isTerminal: false }]];
    }
    default: throw new Error(`${owner}: a token in the middle of a rule`);
  }
}

const start = rules.keys().next().value!;
productions.push({ left: "", right: [{ name: start, isTerminal: false }] });
for (const [name, content] of rules) {
  if (isToken(content) || extraNames.has(name)) continue;
  const ways = expand(name, content);
  const seen = new Set<string>();
  for (const way of ways) {
    const key = way.map((symbol) => symbol.name).join(" ");
    if (seen.has(key)) problems.push(`${name} says "${key}" in two ways`);
    seen.add(key);
    add(name, way);
  }
  if (name !== start && ways.some((way) => way.length === 0)) {
    problems.push(`${name} can be empty, which tree-sitter refuses`);
  }
}

// MARK: - LALR(1) tables

const end = "end of file";
const first = new Map<string, Set<string>>();
const nullable = new Set<string>();
for (let changed = true; changed;) {
  changed = false;
  for (const { left, right } of productions) {
    const set = first.get(left) ?? new Set();
    first.set(left, set);
    const before = set.size;
    let isEmpty = true;
    for (const symbol of right) {
      if (symbol.isTerminal) {
        set.add(symbol.name);
      } else {
        for (const name of first.get(symbol.name) ?? []) set.add(name);
      }
      if (symbol.isTerminal || !nullable.has(symbol.name)) {
        isEmpty = false;
        break;
      }
    }
    if (isEmpty && !nullable.has(left)) {
      nullable.add(left);
      changed = true;
    }
    if (set.size !== before) changed = true;
  }
}

/// The tokens that may follow, by production and position ("12:3").
type Items = Map<string, Set<string>>;

function closure(kernel: Items): Items {
  const items: Items = new Map([...kernel].map(([key, follow]) => [key, new Set(follow)]));
  const open = [...items.keys()];
  while (open.length > 0) {
    const key = open.pop()!;
    const [production, place] = key.split(":").map(Number);
    const { right } = productions[production];
    const next = right[place];
    if (next === undefined || next.isTerminal) continue;
    const follow = new Set<string>();
    let isEmpty = true;
    for (const symbol of right.slice(place + 1)) {
      if (symbol.isTerminal) follow.add(symbol.name);
      else for (const name of first.get(symbol.name)!) follow.add(name);
      if (symbol.isTerminal || !nullable.has(symbol.name)) {
        isEmpty = false;
        break;
      }
    }
    if (isEmpty) for (const name of items.get(key)!) follow.add(name);
    for (const index of byLeft.get(next.name)!) {
      const target = `${index}:0`;
      const known = items.get(target);
      if (known === undefined) {
        items.set(target, new Set(follow));
        open.push(target);
      } else {
        const before = known.size;
        for (const name of follow) known.add(name);
        if (known.size !== before) open.push(target);
      }
    }
  }
  return items;
}

interface State {
  kernel: Items;
  goto: Map<string, number>;
}

const states: State[] = [{ kernel: new Map([["0:0", new Set([end])]]), goto: new Map() }];
const byCore = new Map<string, number>([["0:0", 0]]);
const open = new Set([0]);
while (open.size > 0) {
  const index: number = open.values().next().value!;
  open.delete(index);
  const kernels = new Map<string, Items>();
  for (const [key, follow] of closure(states[index].kernel)) {
    const [production, place] = key.split(":").map(Number);
    const next = productions[production].right[place];
    if (next === undefined) continue;
    const kernel = kernels.get(next.name) ?? new Map();
    kernels.set(next.name, kernel);
    kernel.set(`${production}:${place + 1}`, follow);
  }
  for (const [name, kernel] of kernels) {
    const core = [...kernel.keys()].sort().join(" ");
    let target = byCore.get(core);
    if (target === undefined) {
      target = states.length;
      states.push({ kernel, goto: new Map() });
      byCore.set(core, target);
      open.add(target);
    } else {
      for (const [key, follow] of kernel) {
        const known = states[target].kernel.get(key)!;
        const before = known.size;
        for (const follower of follow) known.add(follower);
        if (known.size !== before) open.add(target);
      }
    }
    states[index].goto.set(name, target);
  }
}

type Action = { shift: number } | { reduce: number };
const actions: Map<string, Action>[] = states.map((state) => {
  const actions = new Map<string, Action>();
  for (const [name, target] of state.goto) {
    if (terminals.has(name)) actions.set(name, { shift: target });
  }
  for (const [key, follow] of closure(state.kernel)) {
    const [production, place] = key.split(":").map(Number);
    if (place < productions[production].right.length) continue;
    for (const name of follow) {
      const other = actions.get(name);
      if (other !== undefined) {
        const left = productions[production].left;
        const what = "shift" in other ? "go on" : `end ${productions[other.reduce].left}`;
        problems.push(`conflict at ${name}: end ${left}, or ${what}`);
      }
      actions.set(name, { reduce: production });
    }
  }
  return actions;
});

// MARK: - Reading

interface Node {
  name: string;
  isNamed: boolean;
  field?: string;
  children: Node[];
  text?: string;
}

class Unreadable extends Error {}

/** Comments and white space. */
function skip(text: string, from: number, found: Node[], takesBlocks: boolean): number {
  let offset = from;
  while (offset < text.length) {
    if (takesBlocks && text.startsWith("/*", offset)) {
      let depth = 0;
      const begin = offset;
      do {
        if (text.startsWith("/*", offset)) [depth, offset] = [depth + 1, offset + 2];
        else if (text.startsWith("*/", offset)) [depth, offset] = [depth - 1, offset + 2];
        else offset += 1;
        if (offset > text.length) throw new Unreadable(`a comment at ${begin} has no end`);
      } while (depth > 0);
      found.push({ name: "block_comment", isNamed: true, children: [] });
      continue;
    }
    let longest = 0;
    let name = "";
    for (const extra of extras) {
      let pattern: RegExp;
      if (extra.type === "PATTERN") pattern = new RegExp(extra.value.source, "uy");
      else if (extra.type === "SYMBOL" && terminals.has(extra.name)) pattern = terminals.get(extra.name)!.pattern;
      else continue;
      pattern.lastIndex = offset;
      const length = pattern.exec(text)?.[0].length ?? 0;
      // Of two kinds of comments, the one that is listed first has the higher precedence.
      if (length > longest) [longest, name] = [length, extra.type === "SYMBOL" ? extra.name : ""];
    }
    if (longest === 0) break;
    if (name !== "") found.push({ name, isNamed: true, children: [] });
    offset += longest;
  }
  return offset;
}

/** The token at an offset, among those that the state allows. */
function lex(text: string, offset: number, state: number): { name: string; length: number } {
  if (offset >= text.length) return { name: end, length: 0 };
  let best: { name: string; length: number } | undefined;
  let rank = -1;
  const wordPattern = terminals.get(word)!.pattern;
  for (const name of actions[state].keys()) {
    const terminal = terminals.get(name);
    if (terminal === undefined) continue;
    let isKeyword = false;
    if (terminal.text !== undefined) {
      wordPattern.lastIndex = 0;
      isKeyword = wordPattern.exec(terminal.text)?.[0] === terminal.text;
    }
    const pattern = isKeyword ? wordPattern : terminal.pattern;
    pattern.lastIndex = offset;
    const match = pattern.exec(text)?.[0];
    if (match === undefined || (isKeyword && match !== terminal.text)) continue;
    const value = terminal.precedence * 1e9 + match.length * 2 + (terminal.text === undefined ? 0 : 1);
    if (value > rank) [best, rank] = [{ name, length: match.length }, value];
  }
  if (best === undefined) {
    const line = text.slice(0, offset).split("\n").length;
    throw new Unreadable(`line ${line}: ${JSON.stringify(text.slice(offset, offset + 30))}`);
  }
  return best;
}

function parse(text: string): Node {
  // Comments before the first token of a node are before the node.
  const stack: { state: number; before: Node[]; nodes: Node[] }[] = [{ state: 0, before: [], nodes: [] }];
  let pending: Node[] = [];
  let offset = 0;
  while (true) {
    const state = stack[stack.length - 1].state;
    // After `matches` a slash and an asterisk begin a regular expression.
    offset = skip(text, offset, pending, !actions[state].has("regex"));
    const found = lex(text, offset, state);
    const action = actions[state].get(found.name);
    if (action === undefined) {
      const line = text.slice(0, offset).split("\n").length;
      throw new Unreadable(`line ${line}: ${found.name}`);
    }
    if ("shift" in action) {
      const terminal = terminals.get(found.name)!;
      const node = {
        name: terminal.name, isNamed: terminal.isNamed && !terminal.name.startsWith("_"), children: [],
        text: text.slice(offset, offset + found.length),
      };
      stack.push({ state: action.shift, before: pending, nodes: [node] });
      pending = [];
      offset += found.length;
      continue;
    }
    const { left, right } = productions[action.reduce];
    if (left === "") {
      const { before, nodes: [root] } = stack[1];
      return { ...root, children: [...before, ...root.children, ...pending] };
    }
    const parts = right.length > 0 ? stack.splice(-right.length) : [];
    const children = parts.flatMap((part, index) => {
      const name = right[index].field;
      const own = part.nodes[part.nodes.length - 1];
      if (name !== undefined && own !== undefined) own.field = own.field ?? name;
      return index === 0 ? part.nodes : [...part.before, ...part.nodes];
    });
    const nodes = left.startsWith("_") ? children : [{ name: left, isNamed: true, children }];
    const target = states[stack[stack.length - 1].state].goto.get(left)!;
    stack.push({ state: target, before: parts[0]?.before ?? [], nodes });
  }
}

function expression(node: Node, indentation = 0): string {
  const children = node.children.filter((child) => child.isNamed);
  const head = `${"  ".repeat(indentation)}${node.field ? `${node.field}: ` : ""}(${node.name}`;
  return head + children.map((child) => "\n" + expression(child, indentation + 1)).join("") + ")";
}

// MARK: - Corpus, queries, texts

for (const entry of [...Deno.readDirSync(`${folder}/test/corpus`)].sort((a, b) => a.name < b.name ? -1 : 1)) {
  const path = `${folder}/test/corpus/${entry.name}`;
  const content = Deno.readTextFileSync(path);
  let changed = "";
  for (const part of content.split(/^=+\n(?=.*\n=+\n)/m).slice(1)) {
    const [, name, text, tree] = part.match(/^(.*)\n=+\n\n?([\s\S]*?)\n---+\n([\s\S]*)$/) ?? [];
    let found: string;
    try {
      found = expression(parse(text + "\n"));
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      problems.push(`${entry.name}: ${name}: ${error.message}`);
      continue;
    }
    changed += `${"=".repeat(80)}\n${name}\n${"=".repeat(80)}\n\n${text}\n${"-".repeat(80)}\n\n${found}\n\n`;
    const flat = (tree: string) => tree.replace(/\s+/g, " ").replace(/ \)/g, ")").trim();
    if (!isUpdating && flat(tree) !== flat(found)) problems.push(`${entry.name}: ${name}: the tree is\n${found}`);
  }
  if (isUpdating) Deno.writeTextFileSync(path, changed.trimEnd() + "\n");
}

const names = new Set([...rules.keys()].filter((name) => !name.startsWith("_")));
const texts = new Set([...terminals.values()].flatMap((terminal) => terminal.text ?? []).concat(["/*", "*/"]));
const fields = new Set(productions.flatMap(({ right }) => right.flatMap((symbol) => symbol.field ?? [])));
for (const entry of Deno.readDirSync(`${folder}/queries`)) {
  const query = Deno.readTextFileSync(`${folder}/queries/${entry.name}`).replace(/^\s*;.*$/gm, "");
  for (const [, name] of query.matchAll(/\(([a-z_]+)/g)) {
    if (!names.has(name) && name !== "_") problems.push(`${entry.name}: there is no node ${name}`);
  }
  for (const [, name] of query.matchAll(/([a-z_]+):/g)) {
    if (!fields.has(name)) problems.push(`${entry.name}: there is no field ${name}`);
  }
  const plain = query.replace(/\(#[^)]*\)/g, "");
  for (const [, text] of plain.matchAll(/"((?:[^"\\]|\\.)*)"/g)) {
    if (!texts.has(text)) problems.push(`${entry.name}: there is no token "${text}"`);
  }
  let depth = 0;
  for (const character of query.replace(/"(?:[^"\\]|\\.)*"/g, "")) {
    if (character === "(" || character === "[") depth += 1;
    if (character === ")" || character === "]") depth -= 1;
  }
  if (depth !== 0) problems.push(`${entry.name}: brackets do not match`);
}

const read = (text: string): string => {
  try {
    parse(text);
    return "";
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return error.message;
  }
};
const given: string[] = JSON.parse(await new Response(Deno.stdin.readable).text() || "[]");
const keywords = [...texts].filter((text) => /^[A-Za-z]+$/.test(text)).sort();
console.log(JSON.stringify({ problems, states: states.length, keywords, texts: given.map(read) }));
