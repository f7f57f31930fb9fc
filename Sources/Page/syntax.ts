/** Colours rules: comments, strings, numbers, words of the language, and names of types and declarations. */

import { h } from "./dom.ts";
import type { Child } from "./dom.ts";

export type TokenKind =
  | "comment"
  | "string"
  | "number"
  | "word"
  | "type"
  | "name"
  | "mark"
  | "space";

export interface Token {
  kind: TokenKind;
  text: string;
}

/** The words of the language. Each can also be a name. */
export const languageWords: ReadonlySet<string> = new Set(
  (
    "origin flag value condition screen action handler chain responses model enum union strategy " +
    "channel event call render dispatch script configuration test defaults by receives sender replies " +
    "from frames any else page " +
    "sends at extends async customEvent function main new sub all documentStart documentEnd " +
    "deprecated with queue newest payload inline as text via fails to on world app global none when " +
    "always otherwise use present push perform attempt open load dismiss setting removing if missing allow " +
    "cancel download popup continue leave true false in hasPrefix hasSuffix contains like " +
    "matches exists ignoring case invariant for only never " +
    "strategies channels scripts title userAgent inspectable inlineMedia backForwardGestures " +
    "bounces dataStore contentMode javaScript applicationName mediaPlayback pictureInPicture " +
    "fullscreen linkPreview textInteraction findInteraction appBoundDomains panels mediaCapture " +
    "block scheme web native persistent ephemeral recommended mobile desktop enabled disabled " +
    "automatic userAction prompt grant deny debug"
  ).split(" "),
);

const tokenPattern =
  /(\s+)|(\/\/[^\n\r]*|\/\*)|("""[^]*?(?:"""|$)|"(?:[^"\\\n\r]|\\[^\n\r]?)*"?)|(-?\d)|([A-Za-z_]\w*)|[^]/y;
/** A regular expression literal. A slash in a class does not end it. */
const expressionPattern =
  /\/(?:[^/\\[\n\r]|\\[^\n\r]?|\[(?:[^\]\\\n\r]|\\[^\n\r]?)*\]?)*(?:\/\w*)?/y;
const numberPattern = /-?\d(?:[eE][+-](?=\d)|\w|\.(?=\d))*/y;
const commentPattern = /\/\*|\*\//g;

/** Returns the tokens of the whole text, in order. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let [position, expectsExpression] = [0, false];
  while (position < text.length) {
    const { kind, end } = nextToken(text, position, expectsExpression);
    const token = { kind, text: text.slice(position, end) };
    tokens.push(token);
    if (kind !== "space" && kind !== "comment") expectsExpression = token.text === "matches";
    position = end;
  }
  return tokens;
}

function nextToken(
  text: string,
  start: number,
  expectsExpression: boolean,
): { kind: TokenKind; end: number } {
  if (expectsExpression && text[start] === "/" && text[start + 1] !== "/") {
    return { kind: "string", end: endOf(expressionPattern, text, start) };
  }
  const end = endOf(tokenPattern, text, start);
  tokenPattern.lastIndex = start;
  const [, space, comment, string, number, name] = tokenPattern.exec(text) ?? [];
  if (space !== undefined) return { kind: "space", end };
  if (comment === "/*") return { kind: "comment", end: endOfComment(text, start) };
  if (comment !== undefined) return { kind: "comment", end };
  if (string !== undefined) return { kind: "string", end };
  if (number !== undefined) return { kind: "number", end: endOf(numberPattern, text, start) };
  if (name !== undefined) return { kind: kindOfName(name, text, start), end };
  return { kind: "mark", end };
}

function endOf(pattern: RegExp, text: string, start: number): number {
  pattern.lastIndex = start;
  return start + Math.max(pattern.exec(text)?.[0].length ?? 0, 1);
}

/** Returns the end of a comment, which can contain other comments. */
function endOfComment(text: string, start: number): number {
  let depth = 0;
  commentPattern.lastIndex = start;
  for (;;) {
    const mark = commentPattern.exec(text);
    if (mark === null) return text.length;
    depth += mark[0] === "/*" ? 1 : -1;
    if (depth === 0) return commentPattern.lastIndex;
  }
}

/** Returns the kind of a name or word. Before a colon and after a dot, every word is a name. */
function kindOfName(name: string, text: string, start: number): TokenKind {
  const isLabel = text[start - 1] === "." || text[start + name.length] === ":";
  if (languageWords.has(name) && !isLabel) return "word";
  return /^[A-Z]/.test(name) ? "type" : "name";
}

/** Returns the text with its colours. */
export function colored(text: string): Child[] {
  return tokensOf(text).map(coloredToken);
}

/** Returns each line of the text with its colours. */
export function coloredLines(text: string): Child[][] {
  const lines: Child[][] = [[]];
  for (const { kind, text: content } of tokensOf(text)) {
    content.split("\n").forEach((part, index) => {
      if (index > 0) lines.push([]);
      if (part !== "") lines.at(-1)?.push(coloredToken({ kind, text: part }));
    });
  }
  return lines;
}

export const plainKinds: readonly TokenKind[] = ["name", "mark", "space"];

function coloredToken({ kind, text }: Token): Child {
  return plainKinds.includes(kind) ? text : h("span", { class: `token-${kind}` }, text);
}
