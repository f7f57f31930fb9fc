/** The lines in which two versions of the files differ, beside each other. */

import type { RuleFile } from "./files.ts";
import { sameEnds } from "./offsets.ts";

/** A line of each version; null where a version has none. Equal lines are the same text. */
export interface LinePair {
  before: string | null;
  after: string | null;
}

/** The number of equal lines before and after a change that are kept. */
const context = 2;

/** The greatest product of lines for which the shortest difference is searched. */
const productLimit = 4_000_000;

/** The lines of each changed file, by its name; `null` pairs separate parts that are not shown. */
export function changedLines(
  before: readonly RuleFile[],
  after: readonly RuleFile[],
): [name: string, lines: (LinePair | null)[]][] {
  const names = [...new Set([...before, ...after].map(({ name }) => name))];
  return names.flatMap((name): [string, (LinePair | null)[]][] => {
    const [old, new_] = [before, after].map((files) =>
      files.find((file) => file.name === name)?.text
    );
    if (old === new_) return [];
    return [[name, shortened(linePairs(linesOf(old), linesOf(new_)))]];
  });
}

function linesOf(text: string | undefined): string[] {
  return text === undefined || text === "" ? [] : text.replace(/\n$/, "").split("\n");
}

/** The lines of both, equal ones beside each other: a longest common subsequence. */
export function linePairs(before: readonly string[], after: readonly string[]): LinePair[] {
  const { prefix, suffix } = sameEnds(before, after);
  const equal = (lines: readonly string[]) =>
    lines.map((line): LinePair => ({ before: line, after: line }));
  return [
    ...equal(before.slice(0, prefix)),
    ...middlePairs(
      before.slice(prefix, before.length - suffix),
      after.slice(prefix, after.length - suffix),
    ),
    ...equal(before.slice(before.length - suffix)),
  ];
}

function middlePairs(before: readonly string[], after: readonly string[]): LinePair[] {
  if (before.length * after.length > productLimit) return replaced(before, after);
  const width = after.length + 1;
  /** The length of the longest common subsequence of the rests. */
  const lengths = new Uint32Array((before.length + 1) * width);
  const lengthAt = (row: number, column: number) => lengths[row * width + column] ?? 0;
  for (let row = before.length - 1; row >= 0; row--) {
    for (let column = after.length - 1; column >= 0; column--) {
      lengths[row * width + column] = before[row] === after[column]
        ? lengthAt(row + 1, column + 1) + 1
        : Math.max(lengthAt(row + 1, column), lengthAt(row, column + 1));
    }
  }
  const pairs: LinePair[] = [];
  let [row, column, removed, added]: [number, number, string[], string[]] = [0, 0, [], []];
  while (row < before.length || column < after.length) {
    const [old, new_] = [before[row], after[column]];
    if (old !== undefined && old === new_) {
      pairs.push(...replaced(removed, added), { before: old, after: new_ });
      [removed, added] = [[], []];
      row++;
      column++;
    } else if (
      old !== undefined &&
      (new_ === undefined || lengthAt(row + 1, column) >= lengthAt(row, column + 1))
    ) {
      removed.push(old);
      row++;
    } else {
      added.push(new_ ?? "");
      column++;
    }
  }
  return [...pairs, ...replaced(removed, added)];
}

/** The lines beside each other in their order. */
function replaced(before: readonly string[], after: readonly string[]): LinePair[] {
  return Array.from({ length: Math.max(before.length, after.length) }, (_, index) => ({
    before: before[index] ?? null,
    after: after[index] ?? null,
  }));
}

/** Only the lines near changes. */
function shortened(pairs: readonly LinePair[]): (LinePair | null)[] {
  const isNear = pairs.map((_, index) =>
    pairs.slice(Math.max(0, index - context), index + context + 1)
      .some(({ before, after }) => before !== after)
  );
  return pairs.flatMap((pair, index): (LinePair | null)[] => {
    if (isNear[index] === true) return [pair];
    return index > 0 && isNear[index - 1] === true ? [null] : [];
  });
}
