/** Calls from the app to functions of the page. */

import { announce, isPage, sharedState } from "./contract.ts";
import type { BridgeImplementation } from "./contract.ts";
import { convert } from "./conversion.ts";

/**
 * Registers a function that the app calls as `globalThis.__bascule.calls[identifier](payload)`.
 *
 * Payload and reply have the form in which they cross to the app. The promise rejects if the payload does not
 * decode, if the implementation fails, or if its reply does not encode. The app calls the newest
 * implementation, even if several copies of the module register one. When that one is removed, the app calls
 * the one before.
 */
export function implement<Payload, Reply>(
  identifier: string,
  read: (json: unknown) => Payload,
  implementation: (payload: Payload) => Reply | Promise<Reply>,
  write: (reply: Reply) => unknown,
): () => void {
  if (!isPage()) return () => {};
  const state = sharedState();
  // A module of an older version sets its implementation as an own property and deletes it at the end. Then
  // the newest implementation of this version, in the prototype, is used again.
  const calls = state.calls ??= Object.create(null) as Record<string, unknown>;
  const newest = state.newest ??= Object.create(null) as Record<string, unknown>;
  Object.setPrototypeOf(calls, newest);
  const lists = state.implementations ??= Object.create(null) as Record<
    string,
    BridgeImplementation[]
  >;
  const all = lists[identifier] ??= [];
  const call: BridgeImplementation = async (json) => {
    const payload = convert("decoding", identifier, json, read);
    return convert("encoding", identifier, await implementation(payload), write);
  };
  if (calls[identifier] !== newest[identifier]) call.before = calls[identifier];
  delete calls[identifier];
  all.push(newest[identifier] = call);
  announce();
  return () => {
    const index = all.indexOf(call);
    if (index < 0) return;
    all.splice(index, 1);
    newest[identifier] = all[all.length - 1];
    const next = all[index];
    if (next !== undefined) next.before ??= call.before;
    else if (calls[identifier] === newest[identifier] && call.before !== undefined) {
      calls[identifier] = call.before;
    }
  };
}
