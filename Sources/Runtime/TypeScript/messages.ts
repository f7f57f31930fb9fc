/** Messages from the page to the app. */

import { currentState } from "./contract.ts";
import { convert } from "./conversion.ts";
import { BridgeError } from "./errors.ts";
import type { BridgeErrorCode } from "./errors.ts";
import type { MessageHandlerName } from "./generated.ts";
import { option } from "./options.ts";

export interface SendOptions {
  /**
   * In milliseconds; no limit by default, and for a time that is no number, infinite, or longer than
   * timers of the browser run (24 days). At most 0, only an answer that is there at once counts.
   */
  timeout?: number | undefined;
  /** Stops waiting for the reply when it aborts; the message itself stays sent. */
  signal?: AbortSignal | undefined;
}

/**
 * Whether the app has this message handler: false in a browser, in an older app and in web views
 * of another role.
 */
export function isAvailable(name: MessageHandlerName): boolean {
  return messageHandler(name) !== undefined;
}

/** True if the app has the handler and its contract does not lack the message. */
export function appTakes(handler: MessageHandlerName, message: string): boolean {
  if (!isAvailable(handler)) return false;
  const app = currentState()?.app;
  return app === undefined || app.messages.includes(message);
}

export interface BridgeHandler {
  postMessage(body: unknown): unknown;
}

export function messageHandler(name: string): BridgeHandler | undefined {
  const page = globalThis as unknown as {
    webkit?: { messageHandlers?: Record<string, BridgeHandler | undefined> };
  };
  const handler = page.webkit?.messageHandlers?.[name];
  return typeof handler?.postMessage === "function" ? handler : undefined;
}

function requireHandler(name: string, identifier: string): BridgeHandler {
  const handler = messageHandler(name);
  if (handler !== undefined) return handler;
  const reason = `no message handler "${name}"; is this page shown in the app?`;
  throw new BridgeError("unavailable", identifier, `${identifier}: ${reason}`);
}

/** The error that the app sends as JSON text; an app of an older version sends only a text. */
function rejection(identifier: string, reason: unknown): BridgeError {
  const text = reason instanceof Error ? reason.message : String(reason ?? "");
  const told = readRefusal(text);
  if (told !== undefined) {
    return new BridgeError(told.code, identifier, `${identifier}: ${told.message}`, told.reason);
  }
  const message = text === "" ? `${identifier}: the app rejected the message` : text;
  return new BridgeError("rejected", identifier, message);
}

const refusals: readonly string[] = [
  "refused",
  "malformed",
  "unknown",
  "busy",
  "failed",
  "rejected",
];

interface Refusal {
  code: BridgeErrorCode;
  reason?: string;
  message: string;
}

function readRefusal(text: string): Refusal | undefined {
  if (!text.startsWith("{")) return undefined;
  try {
    const told = JSON.parse(text) as Refusal;
    return refusals.includes(told.code) ? told : undefined;
  } catch {
    return undefined;
  }
}

/** Sends a message that has no reply; rejects if it cannot be sent. */
export function post<Value>(
  handlerName: string,
  value: Value,
  write: (value: Value) => unknown,
  identifier: string = handlerName,
): Promise<void> {
  try {
    const handler = requireHandler(handlerName, identifier);
    const body = convert("encoding", identifier, value, write);
    // A handler that replies to other messages returns a promise; this message ignores it.
    Promise.resolve(handler.postMessage(body)).catch(() => {});
    return Promise.resolve();
  } catch (error) {
    return Promise.reject(error instanceof BridgeError ? error : rejection(identifier, error));
  }
}

/** Sends a message and waits for its reply. */
export async function request<Value, Reply>(
  handlerName: string,
  value: Value,
  write: (value: Value) => unknown,
  read: (json: unknown) => Reply,
  options?: SendOptions,
  identifier: string = handlerName,
): Promise<Reply> {
  const handler = requireHandler(handlerName, identifier);
  const body = convert("encoding", identifier, value, write);
  const reply = await withOptions(identifier, options, async () => {
    try {
      return await handler.postMessage(body);
    } catch (error) {
      throw rejection(identifier, error);
    }
  });
  return convert("decoding", identifier, reply, read);
}

/** Waits for a reply until the timeout or the signal; a later reply is ignored. */
function withOptions(
  identifier: string,
  options: SendOptions | undefined,
  send: () => Promise<unknown>,
): Promise<unknown> {
  const timeout = option(options, "timeout");
  const signal = option(options, "signal");
  if (timeout === undefined && signal === undefined) return send();
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal?.reason ?? new Error(`${identifier}: aborted`));
    if (signal?.aborted) return abort();
    const expire = () => {
      const reason = `${identifier}: the app did not answer within ${timeout} ms`;
      reject(new BridgeError("timeout", identifier, reason));
    };
    // A longer timer would end at once.
    const timer = (timeout ?? Infinity) <= 0x7fffffff ? setTimeout(expire, timeout) : undefined;
    signal?.addEventListener("abort", abort);
    send().then(resolve, reject).finally(() => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
    });
  });
}

/** Writes the payload into a field of an object whose `field` names the message of the channel. */
export function inEnvelope<Value>(
  field: string,
  name: string,
  payload: string,
  write: (value: Value) => unknown,
): (value: Value) => unknown {
  return (value) => ({ [field]: name, [payload]: write(value) });
}

/** Writes the fields of the payload beside the one that names the message of the channel. */
export function besideName<Value>(
  field: string,
  name: string,
  write: (value: Value) => unknown,
): (value: Value) => unknown {
  return (value) => ({ ...(write(value) as object | null), [field]: name });
}
