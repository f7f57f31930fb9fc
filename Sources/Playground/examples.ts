/** Rules to begin with, which are in the page. */

import { readFiles } from "./files.ts";
import type { RuleFile, Version } from "./files.ts";

export interface Example {
  title: string;
  /** The heading that it is listed under. */
  group: string;
  files: RuleFile[];
  /** The reader searches first; findings are shown when asked for. */
  isRiddle: boolean;
}

function json(id: string): unknown {
  return JSON.parse(document.getElementById(id)?.textContent ?? "null");
}

export const givenExamples: readonly Example[] = json("examples") as Example[];

/** The rules of a page that `bascule page --editable` has written; null in the playground of a release. */
export function startVersion(): (Version & { title: string | null }) | null {
  const start = json("start") as Record<string, unknown> | null;
  const files = readFiles(start?.["files"]);
  if (start === null || files === null) return null;
  const title = typeof start["title"] === "string" ? start["title"] : null;
  return {
    title,
    files,
    pinned: start["pinned"] === undefined ? null : readFiles(start["pinned"]),
  };
}
