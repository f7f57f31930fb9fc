/** The parts that a generated module exports. It declares all other parts without `export`. */

export { appContract } from "./contract.ts";
export type { BridgeContract } from "./contract.ts";
export { BridgeError } from "./errors.ts";
export type { BridgeErrorCode } from "./errors.ts";
export type { ListenOptions } from "./events.ts";
export type { JSONValue } from "./json.ts";
export { isAvailable } from "./messages.ts";
export type { SendOptions } from "./messages.ts";
