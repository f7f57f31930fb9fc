/**
 * Stand-ins for declarations that depend on the rule set.
 *
 * The other files import them from here; in a generated module, the generator declares them. This
 * file itself is not printed.
 */

import type { BridgeContract } from "./contract.ts";
import { receiveEvent, receiveFunction } from "./events.ts";

/** The contract of the page. */
export const contract: BridgeContract = {
  version: "0123456789abcdef",
  messages: ["app.open", "cart"],
  events: ["told"],
  calls: ["sum"],
};

/** A message handler that the app may have. */
export type MessageHandlerName = "app" | "cart";

/** Registers for every way in which the app may send events. */
export function startListening(): void {
  globalThis.addEventListener("WebAppEvent", receiveEvent);
  receiveFunction("bridge.receive");
}

/** The messages that the page can send, with their replies. */
export interface TestMessages {
  "app.open": { body: string; reply: void };
  cart: { body: number; reply: number };
}

/** The events that the app can send to the page. */
export interface TestEvents {
  told: number;
}

/** The calls that the app can make in the page. */
export interface TestCalls {
  sum: { payload: number[]; reply: number };
}
