/** The rules that the page contains. */

import { readVersion } from "./files.ts";
import type { RuleFile, Version } from "./files.ts";

export interface Example {
  title: string;
  /** The heading that it is listed under. */
  group: string;
  files: RuleFile[];
  /** True if the findings are hidden until the user asks for them. */
  isRiddle: boolean;
}

function json(id: string): unknown {
  return JSON.parse(document.getElementById(id)?.textContent ?? "null");
}

export const givenExamples: readonly Example[] = json("examples") as Example[];

/** The rules of a page that `bascule page --editable` has written; null in the playground of a release. */
export function startVersion(): (Version & { title: string }) | null {
  const start = json("start") as { title: string } | null;
  const version = readVersion(start);
  return start === null || version === null ? null : { ...version, title: start.title };
}
