/** A fake of the app for the tests of a page. */

import type { BridgeContract, BridgeState } from "./contract.ts";
import type { TestCalls, TestEvents, TestMessages } from "./generated.ts";
import type { BridgeHandler } from "./messages.ts";
import { BridgeMismatch } from "./mismatch.ts";

export interface TestBridgeSettings {
  /** False for an app so old that it neither sends its contract nor waits for the page. */
  handshake?: boolean | undefined;
}

export interface TestMessageSettings {
  /** The messages that the app handles, as in another version or role; all by default. */
  messages?: readonly (keyof TestMessages)[] | undefined;
}

export interface TestBridgeMessages {
  /**
   * Sets how the app handles a message; the page gets what the handler returns.
   *
   * An error that the handler throws reaches the page as `failed`, or as `rejected` if it has a text
   * `reason`.
   */
  on<Name extends keyof TestMessages>(
    name: Name,
    handler: (
      body: TestMessages[Name]["body"],
    ) => TestMessages[Name]["reply"] | Promise<TestMessages[Name]["reply"]>,
  ): void;
  /** The bodies of the messages that the page has sent, oldest first. */
  sent<Name extends keyof TestMessages>(name: Name): TestMessages[Name]["body"][];
}

export interface TestBridgeEvents {
  /** Sends an event to the page, at once or as soon as it listens. */
  fire<Name extends keyof TestEvents>(
    name: Name,
    ...payload: [TestEvents[Name]] extends [undefined] ? [] : [payload: TestEvents[Name]]
  ): void;
  /** Whether the page listens to the event. */
  hasListened(name: keyof TestEvents): boolean;
}

export interface TestBridgeCalls {
  /** Calls a function of the page. */
  call<Name extends keyof TestCalls>(
    name: Name,
    ...payload: [TestCalls[Name]["payload"]] extends [undefined] ? []
      : [payload: TestCalls[Name]["payload"]]
  ): Promise<TestCalls[Name]["reply"]>;
}

export interface TestBridgeClosing {
  /** Removes the fake and restores `window.webkit`. */
  close(): void;
}

interface FakedPage {
  webkit?: unknown;
  __bascule?: BridgeState;
}

/** A value after crossing the bridge, as JSON. */
function crossing(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}

function inTest(
  identifier: string,
  value: unknown,
  conversion: (value: never) => unknown,
): unknown {
  try {
    return (conversion as (value: unknown) => unknown)(value);
  } catch (error) {
    if (!(error instanceof BridgeMismatch)) throw error;
    const path = error.path.replace(/^\./, "");
    throw new Error([identifier, path, error.message].filter((part) => part).join(": "));
  }
}

interface TestBridgeApp extends TestBridgeClosing {
  page: FakedPage;
  handlers: Record<string, BridgeHandler>;
  /** Identifiers of the messages that the app handles. */
  messages: readonly string[];
  /** Whether the app and the page exchange their contracts. */
  handshake: boolean;
  /** Called when the page announces its contract. */
  announced(): void;
}

/** Replaces `window.webkit` by a fake of the app, until it is closed. */
export function fakeApp(
  settings: TestBridgeSettings & { messages?: readonly string[] | undefined },
  contract: BridgeContract,
): TestBridgeApp {
  const page = globalThis as unknown as FakedPage;
  const { webkit } = page;
  const state = page.__bascule ??= {};
  const { page: load, app } = state;
  const fake: TestBridgeApp = {
    page,
    handlers: Object.create(null),
    messages: settings.messages ?? contract.messages,
    handshake: settings.handshake !== false,
    announced() {},
    close() {
      page.webkit = webkit;
      Object.assign(state, { page: load, app });
    },
  };
  page.webkit = { messageHandlers: fake.handlers };
  delete state.page;
  delete state.app;
  if (fake.handshake) {
    fake.handlers["__bascule"] = { postMessage: () => fake.announced() };
    state.page = "test";
    state.app = { ...contract, messages: fake.messages };
  }
  return fake;
}

export interface TestMessage {
  /** The name of the message handler. */
  handler: string;
  /** For a message of a channel: the field that holds its name, and the name. */
  by?: string;
  name?: string;
  /** The field that holds its payload; without it, the message holds the fields of the payload. */
  payload?: string;
  read: (json: unknown) => unknown;
  write?: (reply: never) => unknown;
}

/** A payload without required fields can be absent. */
export function readOrEmpty<Value>(read: (json: unknown) => Value): (json: unknown) => Value {
  return (json) => read(json ?? {});
}

function payloadOf(json: unknown, { by, payload }: TestMessage): unknown {
  if (by === undefined) return json;
  const fields = { ...(json as Record<string, unknown>) };
  if (payload !== undefined) return fields[payload];
  delete fields[by];
  return fields;
}

/** Handles the messages of the page. */
export function fakeMessages(
  { handlers, messages }: TestBridgeApp,
  table: Readonly<Record<string, TestMessage>>,
): {
  on(name: string, handler: (body: never) => unknown): void;
  sent(name: string): never[];
} {
  const replies = new Map<string, (body: never) => unknown>();
  const bodies = new Map<string, unknown[]>();

  function receive(name: string, json: unknown): unknown {
    const message = table[name] as TestMessage;
    const body = inTest(name, json, message.read);
    bodies.set(name, [...(bodies.get(name) ?? []), body]);
    const reply = replies.get(name) as ((body: unknown) => unknown) | undefined;
    const { write } = message;
    if (write === undefined) return void reply?.(body);
    if (reply === undefined) {
      return Promise.reject(new Error(`${name}: the test sets no reply; see \`on\``));
    }
    return (async () => await reply(body))().then(
      (value) => crossing(inTest(name, value, write)),
      (error) => {
        const { reason, message } = error as { reason?: unknown; message?: unknown };
        throw new Error(JSON.stringify(
          typeof reason === "string"
            ? { code: "rejected", reason, message: String(message) }
            : { code: "failed", message: "the app failed" },
        ));
      },
    );
  }

  for (const name of messages) {
    const { handler } = table[name] as TestMessage;
    handlers[handler] ??= {
      postMessage(posted) {
        const json = crossing(posted);
        const found = messages.find((name) => {
          const message = table[name];
          if (message?.handler !== handler || message.by === undefined) {
            return message?.handler === handler;
          }
          return (json as Record<string, unknown>)[message.by] === message.name;
        });
        if (found === undefined) {
          const told = { code: "unknown", message: "there is no such message" };
          return Promise.reject(new Error(JSON.stringify(told)));
        }
        return receive(found, payloadOf(json, table[found] as TestMessage));
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

export interface TestEvent {
  write: (payload: never) => unknown;
}

/** Sends events to the page, and keeps those that it does not listen to yet. */
export function fakeEvents(
  app: TestBridgeApp,
  table: Readonly<Record<string, TestEvent>>,
  send: (name: string, body: unknown) => void,
): {
  fire(name: string, ...payload: unknown[]): void;
  hasListened(name: string): boolean;
} {
  let kept: [name: string, body: unknown][] = [];

  function hasListened(name: string): boolean {
    return app.page.__bascule?.listens?.[name] === true;
  }

  app.announced = () => {
    const events = kept;
    kept = events.filter(([name]) => !hasListened(name));
    for (const [name, body] of events) {
      if (hasListened(name)) send(name, body);
    }
  };
  return {
    fire(name, ...payload) {
      const { write } = table[name] as TestEvent;
      const body = crossing(inTest(name, payload[0], write)) ?? null;
      if (!app.handshake || hasListened(name)) send(name, body);
      else kept.push([name, body]);
    },
    hasListened,
  };
}

/** Sends events as DOM events of this type. */
export function byEvent(type: string): (name: string, body: unknown) => void {
  return (name, body) => {
    globalThis.dispatchEvent(new CustomEvent(type, { detail: { name, body } }));
  };
}

/** Sends events by calling the function at a dotted path. */
export function byFunction(path: string): (name: string, body: unknown) => void {
  return (name, body) => {
    const names = path.split(".");
    const last = names.pop() ?? path;
    let owner = globalThis as unknown as Record<string, unknown>;
    for (const key of names) owner = (owner[key] ?? {}) as Record<string, unknown>;
    const receive = owner[last] as ((name: string, body: unknown) => void) | undefined;
    receive?.call(owner, name, body);
  };
}

export interface TestCall {
  read: (json: unknown) => unknown;
  write: (payload: never) => unknown;
  /** The arguments of a function that the page has at the path of the call's name. */
  parameters?: readonly string[];
}

/** The function of the page at a dotted path, called with the fields of the payload. */
function functionAt(
  path: string,
  parameters: readonly string[],
): ((body: unknown) => unknown) | undefined {
  const names = path.split(".");
  const last = names.pop() ?? path;
  let owner = globalThis as unknown as Record<string, unknown> | undefined;
  for (const key of names) owner = owner?.[key] as Record<string, unknown> | undefined;
  const called = owner?.[last];
  if (typeof called !== "function") return undefined;
  return (body) => {
    const fields = (body ?? {}) as Record<string, unknown>;
    return called.apply(owner, parameters.map((name) => fields[name]));
  };
}

/** Calls functions of the page. */
export function fakeCalls(
  { page }: TestBridgeApp,
  table: Readonly<Record<string, TestCall>>,
): { call(name: string, ...payload: unknown[]): Promise<never> } {
  return {
    async call(name, ...payload) {
      const { read, write, parameters } = table[name] as TestCall;
      const body = crossing(inTest(name, payload[0], write)) ?? null;
      const implementation = parameters === undefined
        ? page.__bascule?.calls?.[name]
        : functionAt(name, parameters);
      if (typeof implementation !== "function") {
        throw new Error(`${name}: the page does not implement this call`);
      }
      return inTest(name, crossing(await implementation(body)), read) as never;
    },
  };
}
