/** The errors that the functions of a page throw. */

/**
 * The reason for which a value did not cross the bridge.
 *
 * - `unavailable`: there is no such message handler, because the page is not shown in the app, or
 *   its web view has another role
 * - `refused`: the app accepts this message only from other origins, or only from the main frame
 * - `malformed`: the app cannot read the message
 * - `unknown`: the app does not know the message
 * - `busy`: the app has not answered many earlier messages yet
 * - `rejected`: the app answered with one of its errors, which `reason` names
 * - `failed`: the app failed and gives no reason
 * - `timeout`: the app did not answer within the timeout
 * - `encoding`: a value of the page does not fit its type
 * - `decoding`: a value of the app does not fit its type
 */
export type BridgeErrorCode =
  | "unavailable"
  | "refused"
  | "malformed"
  | "unknown"
  | "busy"
  | "rejected"
  | "failed"
  | "timeout"
  | "encoding"
  | "decoding";

/** An error of a message, reply, event or call that did not cross between this page and the app. */
export class BridgeError extends Error {
  override readonly name = "BridgeError";
  readonly code: BridgeErrorCode;
  /** The identifier of the message, event or call. */
  readonly identifier: string;
  /** The name of the app's own error if the code is `rejected`. */
  readonly reason: string | undefined;

  constructor(code: BridgeErrorCode, identifier: string, message: string, reason?: string) {
    super(message);
    this.code = code;
    this.identifier = identifier;
    this.reason = reason;
  }
}
