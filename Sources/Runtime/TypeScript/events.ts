/** Events from the app to the page. */

import { announce, isPage, sharedState } from "./contract.ts";
import { convert } from "./conversion.ts";
import { startListening } from "./generated.ts";
import { option } from "./options.ts";

export interface ListenOptions {
  /** A signal that stops listening when it aborts. */
  signal?: AbortSignal | undefined;
}

interface BridgeSubscription {
  receive(body: unknown): void;
}

const subscriptions: Map<string, Set<BridgeSubscription>> = /* @__PURE__ */ new Map();

let isListening = false;

export function subscribe<Value>(
  identifier: string,
  read: (json: unknown) => Value,
  listener: (value: Value) => void,
  options?: ListenOptions,
): () => void {
  const signal = option(options, "signal");
  if (signal?.aborted || !isPage()) return () => {};
  // This does not run at import, since a bundler may remove a module without side effects.
  if (!isListening) startListening();
  isListening = true;
  const subscription: BridgeSubscription = {
    receive: (body) => listener(convert("decoding", identifier, body, read)),
  };
  const others = subscriptions.get(identifier) ?? new Set();
  subscriptions.set(identifier, others.add(subscription));
  count(identifier, 1);
  const unsubscribe = () => {
    if (others.delete(subscription)) count(identifier, -1);
    signal?.removeEventListener("abort", unsubscribe);
  };
  signal?.addEventListener("abort", unsubscribe);
  return unsubscribe;
}

/** Announces the first listener of the page to the app, and the removal of the last one. */
function count(identifier: string, change: number): void {
  const state = sharedState();
  // A page can contain several copies of this module.
  const listeners = state.listeners ??= Object.create(null) as Record<string, number>;
  const listens = state.listens ??= Object.create(null) as Record<string, boolean>;
  const before = listeners[identifier] ?? 0;
  const after = listeners[identifier] = before + change;
  if (after > 0) listens[identifier] = true;
  else delete listens[identifier];
  if (before === 0 || after === 0) announce();
}

export function next<Value>(
  identifier: string,
  read: (json: unknown) => Value,
  options?: ListenOptions,
): Promise<Value> {
  const signal = option(options, "signal");
  return new Promise((resolve, reject) => {
    const fail = () => reject(signal?.reason ?? new Error(`${identifier}: aborted`));
    if (signal?.aborted) return fail();
    const settle = (body: unknown) => {
      unsubscribe();
      signal?.removeEventListener("abort", fail);
      try {
        resolve(convert("decoding", identifier, body, read));
      } catch (error) {
        reject(error);
      }
    };
    const unsubscribe = subscribe(identifier, (json) => json, settle, options);
    signal?.addEventListener("abort", fail);
  });
}

/** Passes an event to all listeners. A listener that throws does not stop the others. */
function deliver(name: string, body: unknown): void {
  for (const subscription of [...(subscriptions.get(name) ?? [])]) {
    try {
      subscription.receive(body);
    } catch (error) {
      if (typeof reportError === "function") reportError(error);
      else console.error(error);
    }
  }
}

/** Receives events that the app sends as DOM events. */
export function receiveEvent(event: unknown): void {
  const detail = (event as { detail?: { name?: unknown; body?: unknown } | null }).detail;
  if (typeof detail?.name === "string") deliver(detail.name, detail.body);
}

/**
 * Receives events that the app sends by calling the function at a dotted path.
 *
 * If the page has a function at the path already, that function is still called.
 */
export function receiveFunction(path: string): void {
  const names = path.split(".");
  const last = names.pop() ?? path;
  let owner = globalThis as unknown as Record<string, unknown>;
  for (const name of names) owner = (owner[name] ??= {}) as Record<string, unknown>;
  const previous = owner[last];
  owner[last] = function (this: unknown, ...values: unknown[]): unknown {
    const [name, body] = values;
    if (typeof name === "string") {
      deliver(name, body);
      // The browser's own function accepts only events.
      if (previous === EventTarget.prototype.dispatchEvent) return undefined;
    }
    return typeof previous === "function" ? previous.apply(this, values) : undefined;
  };
}
