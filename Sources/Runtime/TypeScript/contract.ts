/** The contracts of the page and the app, which are released separately. */

import { contract } from "./generated.ts";
import { messageHandler } from "./messages.ts";

/** The messages, events and calls that one side knows. */
export interface BridgeContract {
  /** A hash of the messages, events, calls and their types. */
  readonly version: string;
  /** Identifiers of messages; one of a channel has the channel's as a prefix: `app.open`. */
  readonly messages: readonly string[];
  readonly events: readonly string[];
  readonly calls: readonly string[];
}

/** The contract of the app with this page; undefined in a browser and in older apps. */
export function appContract(): BridgeContract | undefined {
  return sharedState().app;
}

/** What the app and the page store in the page for each other. */
export interface BridgeState {
  /** Identifies one load of one page; set by the app. */
  page?: string;
  app?: BridgeContract;
  listens?: Record<string, boolean>;
  /** The number of listeners of each event. */
  listeners?: Record<string, number>;
  calls?: Record<string, unknown>;
}

export function sharedState(): BridgeState {
  return (globalThis as unknown as { __bascule?: BridgeState }).__bascule ??= {};
}

let isAnnouncing = false;
let isAnnounced = false;

/**
 * Tells the app the contract of this page and the events that it listens to.
 *
 * Calls within one task are sent as one message.
 */
export function announce(): void {
  if (isAnnouncing) return;
  isAnnouncing = true;
  Promise.resolve().then(() => {
    isAnnouncing = false;
    const { page, listens = {} } = sharedState();
    // A browser, or an app of an older version.
    if (page === undefined) return;
    messageHandler("__bascule")?.postMessage({
      page,
      version: contract.version,
      events: contract.events,
      calls: contract.calls,
      listens: Object.keys(listens),
    });
  });
  if (isAnnounced) return;
  isAnnounced = true;
  // To the app, a page restored from the page cache is a new page.
  globalThis.addEventListener("pageshow", (event) => {
    if ((event as PageTransitionEvent).persisted) announce();
  });
}
