/** The rules in the address of the page. */

import { carry, shownAddress } from "../Page/state.ts";
import type { Version } from "./files.ts";
import { packed, unpacked } from "./sharing.ts";

/** The state of history entries that this page has written. Their rules can be older than the shown ones. */
const own = "own";

/** The rules that the address carries now. */
let carriedText = "";

function rulesText(): string | null {
  return new URLSearchParams(location.hash.slice(1)).get("rules");
}

/** Reads the rules of the address; undefined if it has none, null if they cannot be read. */
export async function addressVersion(): Promise<Version | null | undefined> {
  const text = rulesText();
  if (text === null) return undefined;
  const version = await unpacked(text);
  if (version !== null) carriedText = text;
  return version;
}

/** Reads the rules of an address that the user has opened; undefined if the page has written it. */
export async function openedVersion(): Promise<Version | null | undefined> {
  const isOwn = rulesText() === carriedText || history.state === own;
  return isOwn ? undefined : await addressVersion();
}

/** Keeps the rules for the address, which has them as soon as it changes. */
export async function prepareAddress(version: Version): Promise<void> {
  carriedText = await packed(version);
  carry(`&rules=${carriedText}`);
}

/** Writes the rules into the address, beside the question. */
export async function writeAddress(version: Version): Promise<void> {
  await prepareAddress(version);
  keepAddress();
}

/** The address with the rules, for other people. */
export function sharedAddress(): string {
  return location.href.replace(/#.*$/s, "") + shownAddress(fragmentWithoutRules());
}

/** Adds the rules to the address after a link inside of the page, which has none. */
export function keepAddress(): void {
  if (carriedText === "") return;
  try {
    history.replaceState(own, "", shownAddress(fragmentWithoutRules()));
  } catch {
    // Browsers limit the number of changes in a time. A later change writes the rules.
  }
}

function fragmentWithoutRules(): string {
  const pairs = new URLSearchParams(location.hash.slice(1));
  pairs.delete("rules");
  return `#${pairs.toString()}`;
}
