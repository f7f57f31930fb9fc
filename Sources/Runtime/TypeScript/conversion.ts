/** Runs a conversion between values and JSON, and turns its failure into an error for the caller. */

import { BridgeError } from "./errors.ts";
import type { BridgeErrorCode } from "./errors.ts";
import { BridgeMismatch } from "./mismatch.ts";

export function convert<From, To>(
  code: BridgeErrorCode,
  identifier: string,
  value: From,
  conversion: (value: From) => To,
): To {
  try {
    return conversion(value);
  } catch (error) {
    if (!(error instanceof BridgeMismatch)) throw error;
    const path = error.path.replace(/^\./, "");
    const place = path === "" ? identifier : `${identifier}: ${path}`;
    throw new BridgeError(code, identifier, `${place}: ${error.message}`);
  }
}
