/** Findings as `bascule check --format json` prints them, and their fixes. */

import type { RuleFile } from "./files.ts";
import { lineStarts, offsetOf, sameEnds } from "./offsets.ts";
import type { PositionRange } from "./offsets.ts";

export interface Placed {
  file: string;
  range: PositionRange;
}

export interface Finding extends Placed {
  code: string;
  severity: string;
  message: string;
  related: (Placed & { message: string })[];
  help: string | null;
  fix: Fix | null;
  /** A request in the syntax of tests. */
  witness: string | null;
}

export interface Fix {
  /** True if the fix changes the treatment of no request, and deletes no rule, comment or declaration. */
  safe: boolean;
  /** True if a request that was cancelled passes after the fix. */
  weaker: boolean;
  edits: (Placed & { replacement: string })[];
}

/** A part of a text that a finding is about. */
export interface Mark {
  start: number;
  end: number;
  severity: string;
  /** The index of the finding. */
  finding: number;
}

/** The most severe first. */
const severities = ["error", "warning", "note"];

export function rankOf(severity: string): number {
  const rank = severities.indexOf(severity);
  return rank < 0 ? severities.length : rank;
}

/** The marks of one file, in the order of the text; an empty range marks the character beside it. */
export function marksOf(findings: readonly Finding[], file: RuleFile): Mark[] {
  const starts = lineStarts(file.text);
  const marks = findings.flatMap((finding, index): Mark[] => {
    if (finding.file !== file.name) return [];
    let start = offsetOf(file.text, starts, finding.range.start);
    let end = offsetOf(file.text, starts, finding.range.end);
    if (end <= start && end < file.text.length && file.text[end] !== "\n") end = start + 1;
    else if (end <= start && start > 0) start--;
    return end <= start ? [] : [{ start, end, severity: finding.severity, finding: index }];
  });
  return marks.sort((a, b) => a.start - b.start || b.end - a.end);
}

/** The marks after an edit. Marks in the changed part are dropped until the next findings. */
export function movedMarks(marks: readonly Mark[], before: string, after: string): Mark[] {
  const { prefix, suffix } = sameEnds(before, after);
  const [end, shift] = [before.length - suffix, after.length - before.length];
  return marks.flatMap((mark): Mark[] => {
    if (mark.end <= prefix) return [mark];
    if (mark.start >= end) {
      return [{ ...mark, start: mark.start + shift, end: mark.end + shift }];
    }
    return [];
  });
}

/** The files after a fix; null if its edits overlap or are about another version of the files. */
export function fixedFiles(files: readonly RuleFile[], fix: Fix): RuleFile[] | null {
  const known = new Set(files.map(({ name }) => name));
  if (fix.edits.some(({ file }) => !known.has(file))) return null;
  const results: RuleFile[] = [];
  for (const file of files) {
    const starts = lineStarts(file.text);
    const edits = fix.edits.filter((edit) => edit.file === file.name).map((edit) => ({
      start: offsetOf(file.text, starts, edit.range.start),
      end: offsetOf(file.text, starts, edit.range.end),
      text: edit.replacement,
    })).sort((a, b) => a.start - b.start || a.end - b.end);
    let [text, last] = ["", 0];
    for (const edit of edits) {
      if (edit.start < last) return null;
      text += file.text.slice(last, edit.start) + edit.text;
      last = edit.end;
    }
    results.push({ name: file.name, text: text + file.text.slice(last) });
  }
  return results;
}

/** `2 errors, 1 warning`; `no findings`. */
export function countWords(findings: readonly Finding[]): string {
  const counts = severities.flatMap((severity) => {
    const count = findings.filter((finding) => finding.severity === severity).length;
    return count === 0 ? [] : [`${count} ${severity}${count === 1 ? "" : "s"}`];
  });
  return counts.length === 0 ? "no findings" : counts.join(", ");
}
