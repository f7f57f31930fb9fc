/** The errors that the functions of a page throw. */

/**
 * Why a value did not cross the bridge.
 *
 * - `unavailable`: there is no such message handler: the page is not shown in the app, or its web
 *   view has another role
 * - `rejected`: the app refused the message or failed
 * - `timeout`: the app did not answer within the timeout
 * - `encoding`: a value of the page does not fit its type
 * - `decoding`: a value of the app does not fit its type
 */
export type BridgeErrorCode =
  | "unavailable"
  | "rejected"
  | "timeout"
  | "encoding"
  | "decoding";

/** A message, reply, event or call did not cross between this page and the app. */
export class BridgeError extends Error {
  override readonly name = "BridgeError";
  readonly code: BridgeErrorCode;
  /** The identifier of the message, event or call. */
  readonly identifier: string;

  constructor(code: BridgeErrorCode, identifier: string, message: string) {
    super(message);
    this.code = code;
    this.identifier = identifier;
  }
}
