/** Calls from the app to functions of the page. */

import { announce, sharedState } from "./contract.ts";
import { convert } from "./conversion.ts";

/**
 * Registers a function that the app calls as `globalThis.__bascule.calls[identifier](payload)`.
 *
 * Payload and reply have the form in which they cross to the app. The promise rejects if the
 * payload does not decode, if the implementation fails, or if its reply does not encode.
 */
export function implement<Payload, Reply>(
  identifier: string,
  read: (json: unknown) => Payload,
  implementation: (payload: Payload) => Reply | Promise<Reply>,
  write: (reply: Reply) => unknown,
): () => void {
  const calls = sharedState().calls ??= Object.create(null) as Record<string, unknown>;
  const call = async (json: unknown): Promise<unknown> => {
    const payload = convert("decoding", identifier, json, read);
    return convert("encoding", identifier, await implementation(payload), write);
  };
  calls[identifier] = call;
  announce();
  return () => {
    if (calls[identifier] === call) delete calls[identifier];
  };
}
