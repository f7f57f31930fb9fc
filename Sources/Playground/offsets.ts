/** Lines and columns of findings, and offsets in the texts of JavaScript. */

/** Both count from 1, columns in Unicode scalars. */
export interface Position {
  line: number;
  column: number;
}

export interface PositionRange {
  start: Position;
  end: Position;
}

/** The offsets of the starts of lines, which end with line feeds. */
export function lineStarts(text: string): number[] {
  const starts = [0];
  for (let index = text.indexOf("\n"); index >= 0; index = text.indexOf("\n", index + 1)) {
    starts.push(index + 1);
  }
  return starts;
}

/** The offset of a position; a place outside of the text is the nearest one in it. */
export function offsetOf(text: string, starts: readonly number[], position: Position): number {
  const line = Math.min(Math.max(position.line, 1), starts.length);
  const start = starts[line - 1] ?? 0;
  const end = (starts[line] ?? text.length + 1) - 1;
  if (position.line > starts.length) return text.length;
  let offset = start;
  for (let column = 1; column < position.column && offset < end; column++) {
    offset += (text.codePointAt(offset) ?? 0) > 0xffff ? 2 : 1;
  }
  return offset;
}

/** The line of an offset, from 0. */
export function lineAt(starts: readonly number[], offset: number): number {
  let [low, high] = [0, starts.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle;
  }
  return low;
}

/** The lengths of the equal starts and of the equal ends of two texts or lists. */
export function sameEnds<Item>(
  before: ArrayLike<Item>,
  after: ArrayLike<Item>,
): { prefix: number; suffix: number } {
  const length = Math.min(before.length, after.length);
  let prefix = 0;
  while (prefix < length && before[prefix] === after[prefix]) prefix++;
  let suffix = 0;
  while (
    suffix < length - prefix &&
    before[before.length - 1 - suffix] === after[after.length - 1 - suffix]
  ) suffix++;
  return { prefix, suffix };
}
