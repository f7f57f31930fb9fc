/** The contracts of the page and the app, which are released separately. */

import { contract } from "./generated.ts";
import { messageHandler } from "./messages.ts";

/** The messages, events and calls that one side knows. */
export interface BridgeContract {
  /** A hash of the messages, events, calls and their types. */
  readonly version: string;
  /**
   * The identifiers of messages. In a channel they have the channel's name as a prefix: `app.open`.
   */
  readonly messages: readonly string[];
  readonly events: readonly string[];
  readonly calls: readonly string[];
}

/** Returns the contract of the app with this page; undefined in a browser and in older apps. */
export function appContract(): BridgeContract | undefined {
  return currentState()?.app;
}

/** The values that the app and the page store in the page for each other. */
export interface BridgeState {
  /** The identity of one load of one page, which the app sets. */
  page?: string;
  app?: BridgeContract;
  listens?: Record<string, boolean>;
  /** The number of listeners of each event. */
  listeners?: Record<string, number>;
  calls?: Record<string, unknown>;
  /** The implementations of each call by modules of this version, oldest first. */
  implementations?: Record<string, BridgeImplementation[]>;
  /** The last implementation of each call in `implementations`; the prototype of `calls`. */
  newest?: Record<string, unknown>;
  /** The events and calls that the modules of the page know together. */
  events?: readonly string[];
  knownCalls?: readonly string[];
}

export interface BridgeImplementation {
  (json: unknown): Promise<unknown>;
  /** The implementation that a module of an older version registered before. */
  before?: unknown;
}

export function currentState(): BridgeState | undefined {
  return (globalThis as unknown as { __bascule?: BridgeState }).__bascule;
}

export function sharedState(): BridgeState {
  return (globalThis as unknown as { __bascule?: BridgeState }).__bascule ??= {};
}

/** Returns false on a server and in a worker, where no app sends events or makes calls. */
export function isPage(): boolean {
  return "document" in globalThis || "webkit" in globalThis;
}

function union(known: readonly string[] | undefined, own: readonly string[]): readonly string[] {
  return [...new Set([...(known ?? []), ...own])];
}

let isAnnouncing = false;
let isAnnounced = false;

/**
 * Tells the app the contract of this page and the events that it listens to. The app drops events
 * that the page does not know, so the contract includes those of all modules of the page.
 *
 * Several calls within one task send one message.
 */
export function announce(): void {
  if (isAnnouncing) return;
  isAnnouncing = true;
  Promise.resolve().then(() => {
    isAnnouncing = false;
    const state = sharedState();
    const { page, listens = {} } = state;
    const events = state.events = union(state.events, contract.events);
    const calls = state.knownCalls = union(state.knownCalls, contract.calls);
    // The page is in a browser, or in an app of an older version.
    if (page === undefined) return;
    messageHandler("__bascule")?.postMessage({
      page,
      version: contract.version,
      events,
      calls,
      listens: Object.keys(listens),
    });
  });
  if (isAnnounced) return;
  isAnnounced = true;
  // For the app, a page restored from the page cache is a new page.
  globalThis.addEventListener("pageshow", (event) => {
    if ((event as PageTransitionEvent).persisted) announce();
  });
}
