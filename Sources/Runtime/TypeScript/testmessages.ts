/** The part of the fake of the app that handles the messages of a page. */

import { BridgeMismatch, kindOf } from "./mismatch.ts";
import { crossing, inTest } from "./testing.ts";
import type { TestBridgeApp } from "./testing.ts";

export interface TestMessage {
  /** The name of the message handler. */
  handler: string;
  /** The field that holds the name of a channel's message, and the name. */
  by?: string;
  name?: string;
  /**
   * The field that holds the payload of a channel's message. If it is missing, the message itself holds the
   * fields of the payload.
   */
  payload?: string;
  read: (json: unknown) => unknown;
  /** Writes the reply; missing for a message without a reply. */
  write?: (reply: never) => unknown;
  /**
   * The dispatch of replies, and of errors in a channel. If it is missing, they settle the page's promise.
   */
  answer?: TestAnswer;
}

export interface TestAnswer {
  /** The type of a DOM event. */
  event?: string;
  /** The path of a function. */
  function?: string;
  /** The field of the message that holds the path of a function. */
  named?: readonly string[];
  replies: readonly TestPart[];
  fails: readonly TestPart[];
}

/** A value of an answer. */
export type TestPart =
  | { value: unknown }
  | { part: "reply" | "code" | "message" }
  | { message: readonly string[] }
  | { fields: Readonly<Record<string, TestPart>> };

/** The reason for which a message has no reply, with the fields of a `BridgeError`. */
interface TestRefusal {
  code: string;
  reason?: string;
  message: string;
}

type TestResult = { reply: unknown } | { refusal: TestRefusal };

function refused(code: string, message: string, reason?: string): TestResult {
  return { refusal: { code, message, ...(reason === undefined ? {} : { reason }) } };
}

/** Returns a function that reads a payload without required fields, which can be absent. */
export function readOrEmpty<Value>(read: (json: unknown) => Value): (json: unknown) => Value {
  return (json) => read(json ?? {});
}

/** Returns a function that reads a value from its JSON text, with the limits of the app. */
export function readTestText<Value>(read: (json: unknown) => Value): (json: unknown) => Value {
  return (json) => {
    if (typeof json !== "string") throw new BridgeMismatch("JSON text", kindOf(json));
    let value: unknown;
    try {
      value = JSON.parse(json);
    } catch {
      throw new BridgeMismatch("JSON text", "another string");
    }
    return read(checkSize(value));
  };
}

/** Returns a function that reads an object or a list, or the JSON text of one. */
export function readTestBody<Value>(read: (json: unknown) => Value): (json: unknown) => Value {
  return (json) => typeof json === "string" ? readTestText(read)(json) : read(json);
}

/**
 * Returns the value if the app accepts its size: at most a million values of a text, in at most 512 levels.
 */
function checkSize(value: unknown, isText = true): unknown {
  let count = 0;
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    count += level.length;
    if (count > (isText ? 1_000_000 : 100_000)) {
      throw new BridgeMismatch(
        isText ? "JSON text of at most 1000000 values" : "at most 100000 values, or JSON text",
        "a greater value",
      );
    }
    const lists = level.filter((item) => typeof item === "object" && item !== null);
    if (depth === 512 && lists.length > 0) {
      throw new BridgeMismatch("JSON of at most 512 levels", "a deeper value");
    }
    level = [];
    for (const list of lists) {
      for (const item of Object.values(list as object)) level.push(item);
    }
  }
  return value;
}

/** Returns the reason for which the app rejects the size of a message, if the message is JSON text. */
function sizeFault(json: unknown): string | undefined {
  let value: unknown;
  try {
    value = typeof json === "string" ? JSON.parse(json) : undefined;
  } catch {
    return undefined;
  }
  try {
    checkSize(value);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

/** Returns the fields of a message, which can be an object or JSON text. */
function fieldsOf(json: unknown): Record<string, unknown> {
  let value = json;
  if (typeof json === "string") {
    try {
      value = JSON.parse(json);
    } catch {
      value = undefined;
    }
  }
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject ? value as Record<string, unknown> : {};
}

function fieldAt(json: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, name) => {
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    const isOwn = isObject && Object.prototype.hasOwnProperty.call(value, name);
    return isOwn ? (value as Record<string, unknown>)[name] : undefined;
  }, fieldsOf(json));
}

function partOf(part: TestPart, result: TestResult, json: unknown): unknown {
  if ("value" in part) return part.value;
  if ("message" in part) return fieldAt(json, part.message) ?? null;
  if ("fields" in part) {
    const entries = Object.entries(part.fields);
    return Object.fromEntries(entries.map(([key, part]) => [key, partOf(part, result, json)]));
  }
  if ("reply" in result) return result.reply;
  const { code, reason, message } = result.refusal;
  return part.part === "code" ? reason ?? code : message;
}

/** Returns the type of the event or the path of the function; undefined if the message names none. */
function targetOf(answer: TestAnswer, json: unknown): string | undefined {
  if (answer.named === undefined) return answer.event ?? answer.function;
  const path = fieldAt(json, answer.named);
  const isPath = typeof path === "string" && path.length <= 1000 &&
    /^[A-Za-z_$][\w$]*(\.[A-Za-z_$][\w$]*)*$/.test(path);
  return isPath ? path : undefined;
}

/** Answers the page in its function or with a DOM event, as the app does. */
function tell(answer: TestAnswer, target: string, values: unknown[]): void {
  if (answer.event !== undefined) {
    globalThis.dispatchEvent(new CustomEvent(target, { detail: values[0] }));
    return;
  }
  const path = target.split(".");
  const last = path.pop() ?? target;
  const get = (owner: unknown, key: string): unknown => {
    const isOwn = owner !== null && owner !== undefined &&
      Object.prototype.hasOwnProperty.call(owner, key);
    const isHidden = owner === null || owner === undefined ||
      (answer.named !== undefined && !isOwn);
    return isHidden ? undefined : (owner as Record<string, unknown>)[key];
  };
  const owner = path.reduce(get, globalThis as unknown);
  const called = get(owner, last);
  if (typeof called === "function") called.apply(owner, values);
}

/** Handles the messages of the page. */
export function fakeMessages(
  { handlers, messages, refuses }: TestBridgeApp,
  table: Readonly<Record<string, TestMessage>>,
): {
  on(name: string, handler: (body: never) => unknown): void;
  sent(name: string): never[];
} {
  const replies = new Map<string, (body: never) => unknown>();
  const bodies = new Map<string, unknown[]>();
  let count = 0;

  /** Returns the message that the page has sent, or the reason for which there is none. */
  function open(names: readonly string[], json: unknown): string | TestResult {
    const { by } = table[names[0] ?? ""] as TestMessage;
    if (by === undefined) return names[0] ?? "";
    const size = sizeFault(json);
    if (size !== undefined) return refused("malformed", size);
    const name = fieldsOf(json)[by];
    if (typeof name !== "string") {
      return refused("malformed", `expected an object with a string in \`${by}\``);
    }
    const found = names.find((identifier) => table[identifier]?.name === name);
    return found ?? refused("unknown", `there is no strategy \`${name}\``);
  }

  function payloadOf(json: unknown, { by, payload }: TestMessage): unknown {
    if (by === undefined) return json;
    const fields = { ...fieldsOf(json) };
    if (payload !== undefined) return fields[payload] ?? null;
    delete fields[by];
    return fields;
  }

  /** Notes the message at once. The returned function handles it later. */
  function receive(name: string, json: unknown): () => TestResult | Promise<TestResult> {
    const message = table[name] as TestMessage;
    if (refuses.includes(name)) {
      const origin = globalThis.location?.origin ?? "this page";
      return () => refused("refused", `messages from ${origin} are refused`);
    }
    let body: unknown;
    try {
      const isText = typeof json === "string";
      body = inTest("", checkSize(payloadOf(json, message), isText), message.read);
    } catch (error) {
      const { message } = error as Error;
      return () => refused("malformed", message);
    }
    bodies.set(name, [...(bodies.get(name) ?? []), body]);
    return () => handle(name, message, body);
  }

  function handle(
    name: string,
    { write }: TestMessage,
    body: unknown,
  ): TestResult | Promise<TestResult> {
    const reply = replies.get(name) as ((body: unknown) => unknown) | undefined;
    if (reply === undefined && write !== undefined) {
      return refused("failed", "the test sets no reply; see `on`");
    }
    const failure = (error: unknown): TestResult => {
      const { reason, message } = error as { reason?: unknown; message?: unknown };
      return typeof reason === "string"
        ? refused("rejected", String(message), reason)
        : refused("failed", "the app failed");
    };
    const success = (value: unknown): TestResult => {
      try {
        return { reply: write === undefined ? null : crossing(inTest("", value, write)) };
      } catch (error) {
        return refused("failed", (error as Error).message);
      }
    };
    let value: unknown;
    try {
      value = reply?.(body);
    } catch (error) {
      return failure(error);
    }
    const isPromise = typeof (value as { then?: unknown } | undefined)?.then === "function";
    return isPromise ? Promise.resolve(value).then(success, failure) : success(value);
  }

  /** Handles the messages in their order, each after the task that has sent it. */
  async function pass(names: readonly string[], json: unknown): Promise<unknown> {
    const found = open(names, json);
    const name = typeof found === "string" ? found : undefined;
    const message = table[name ?? names[0] ?? ""] as TestMessage;
    const { answer } = message;
    const start = typeof found === "string" ? receive(found, json) : () => found;
    await Promise.resolve();
    const target = answer === undefined ? undefined : targetOf(answer, json);
    let result: TestResult;
    if (count === 1000) {
      result = refused("busy", "too many earlier messages have no answer yet");
    } else if (answer?.named !== undefined && target === undefined) {
      result = refused("malformed", "the message names no function for its answer");
    } else {
      count++;
      const started = start();
      result = started instanceof Promise ? await started : started;
      count--;
    }
    if (answer === undefined) {
      if ("reply" in result) return result.reply;
      throw new Error(JSON.stringify(result.refusal));
    }
    const hasAnswer = name === undefined || message.write !== undefined;
    if (!hasAnswer || target === undefined || (name && refuses.includes(name))) return null;
    const parts = "reply" in result ? answer.replies : answer.fails;
    tell(answer, target, parts.map((part) => partOf(part, result, json)));
    return null;
  }

  for (const handler of new Set(messages.map((name) => table[name]?.handler ?? ""))) {
    const names = messages.filter((name) => table[name]?.handler === handler);
    const isAnswered = names.some((name) => {
      const message = table[name];
      return message?.write !== undefined && message.answer === undefined;
    });
    handlers[handler] = {
      postMessage(posted) {
        const passed = pass(names, crossing(posted));
        if (isAnswered) return passed;
        passed.catch(() => {});
        return undefined;
      },
    };
  }
  return {
    on(name, handler) {
      replies.set(name, handler);
    },
    sent: (name) => [...(bodies.get(name) ?? [])] as never[],
  };
}
