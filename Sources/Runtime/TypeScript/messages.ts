/** Messages from the page to the app. */

import { currentState } from "./contract.ts";
import { convert } from "./conversion.ts";
import { BridgeError } from "./errors.ts";
import type { BridgeErrorCode } from "./errors.ts";
import type { MessageHandlerName } from "./generated.ts";
import { option } from "./options.ts";

export interface SendOptions {
  /**
   * The time limit in milliseconds. There is none by default, or if the value is not a number, is
   * infinite, or exceeds the longest timer of browsers (24 days). If it is at most 0, only an
   * answer that is available at once counts.
   */
  timeout?: number | undefined;
  /** A signal that stops waiting for the reply when it aborts. The message itself stays sent. */
  signal?: AbortSignal | undefined;
}

/**
 * Returns whether the app has this message handler: false in a browser, in an older app and in web
 * views of another role.
 */
export function isAvailable(name: MessageHandlerName): boolean {
  return messageHandler(name) !== undefined;
}

/**
 * Returns true if the app has the handler and its contract contains the message. An app without a
 * contract may accept all messages.
 */
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

/**
 * Returns the error that the app sends as JSON text. An app of an older version sends only a
 * message.
 */
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

/** Sends a message that has no reply. The promise rejects if the message cannot be sent. */
export function post<Value>(
  handlerName: string,
  value: Value,
  write: (value: Value) => unknown,
  identifier: string = handlerName,
): Promise<void> {
  try {
    const handler = requireHandler(handlerName, identifier);
    const body = convert("encoding", identifier, value, write);
    // A handler that replies to other messages returns a promise, which is ignored for this
    // message.
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

/** Waits for a reply until the timeout or the signal. A later reply is ignored. */
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
    // A timer with a longer time would end at once.
    const timer = (timeout ?? Infinity) <= 0x7fffffff ? setTimeout(expire, timeout) : undefined;
    signal?.addEventListener("abort", abort);
    send().then(resolve, reject).finally(() => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
    });
  });
}

/**
 * Returns a function that writes the payload into a field of an object. The object's property
 * `field` names the message of the channel.
 */
export function inEnvelope<Value>(
  field: string,
  name: string,
  payload: string,
  write: (value: Value) => unknown,
): (value: Value) => unknown {
  return (value) => ({ [field]: name, [payload]: write(value) });
}

/**
 * Returns a function that writes the fields of the payload beside the field that names the message
 * of the channel.
 */
export function besideName<Value>(
  field: string,
  name: string,
  write: (value: Value) => unknown,
): (value: Value) => unknown {
  return (value) => ({ ...(write(value) as object | null), [field]: name });
}
