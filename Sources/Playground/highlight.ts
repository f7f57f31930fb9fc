/** A text with its colours and the marks of findings, in lines. */

import { plainKinds, tokensOf } from "../Page/syntax.ts";
import { rankOf } from "./findings.ts";
import type { Mark } from "./findings.ts";

export interface Segment {
  text: string;
  /** The classes of the element, or an empty text. */
  style: string;
}

interface Piece {
  start: number;
  end: number;
  style: string;
}

/** The segments of each line. Texts of other files than rules have no colours. */
export function coloredSegments(
  text: string,
  marks: readonly Mark[],
  isRules: boolean,
): Segment[][] {
  const lines: Segment[][] = [[]];
  let [number, active]: [number, Mark[]] = [0, []];
  for (const piece of isRules ? tokenPieces(text) : [{ start: 0, end: text.length, style: "" }]) {
    let start = piece.start;
    while (start < piece.end) {
      active = active.filter((mark) => mark.end > start);
      for (let mark = marks[number]; mark !== undefined && mark.start <= start;) {
        if (mark.end > start) active.push(mark);
        mark = marks[++number];
      }
      const line = text.indexOf("\n", start);
      const end = Math.min(
        piece.end,
        marks[number]?.start ?? piece.end,
        line < 0 ? piece.end : Math.max(line, start + 1),
        ...active.map((mark) => mark.end),
      );
      if (line === start) lines.push([]);
      else add(lines, text.slice(start, end), styleOf(piece, active));
      start = end;
    }
  }
  return lines;
}

/** Adds to the last line; neighbours of the same style are one segment. */
function add(lines: Segment[][], text: string, style: string) {
  const line = lines.at(-1);
  const last = line?.at(-1);
  if (last?.style === style) last.text += text;
  else line?.push({ text, style });
}

function* tokenPieces(text: string): Generator<Piece> {
  let start = 0;
  for (const token of tokensOf(text)) {
    const end = start + token.text.length;
    yield { start, end, style: plainKinds.includes(token.kind) ? "" : `token-${token.kind}` };
    start = end;
  }
}

function styleOf(piece: Piece, active: readonly Mark[]): string {
  const [worst] = [...active].sort((a, b) => rankOf(a.severity) - rankOf(b.severity));
  if (worst === undefined) return piece.style;
  return `${piece.style} found found-${worst.severity}`.trim();
}
