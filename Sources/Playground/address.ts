/** The rules in the address of the page. */

import { carry, shownAddress } from "../Page/state.ts";
import type { Version } from "./files.ts";
import { packed, unpacked } from "./sharing.ts";

/** The state of entries in the history that this page has written: their rules can be older than those shown. */
const own = "own";

/** The rules that the address carries now. */
let carriedText = "";

function rulesText(): string | null {
  return new URLSearchParams(location.hash.slice(1)).get("rules");
}

/** The rules of the address; undefined if it has none, null if they cannot be read. */
export async function versionOfAddress(): Promise<Version | null | undefined> {
  const text = rulesText();
  if (text === null || text === carriedText || history.state === own) return undefined;
  const version = await unpacked(text);
  if (version !== null) carriedText = text;
  return version;
}

/** Writes the rules into the address, beside the question. */
export async function writeAddress(version: Version): Promise<void> {
  carriedText = await packed(version);
  carry(`&rules=${carriedText}`);
  keepAddress();
}

/** Adds the rules to the address after a link inside of the page, which has none. */
export function keepAddress(): void {
  if (carriedText === "") return;
  const pairs = new URLSearchParams(location.hash.slice(1));
  pairs.delete("rules");
  const rest = pairs.toString();
  try {
    history.replaceState(own, "", shownAddress(rest === "" ? "" : `#${rest}`));
  } catch {
    // Some browsers allow only so many changes in a time; the next one writes it.
  }
}
