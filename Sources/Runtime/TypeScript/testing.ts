/** A fake of the app for the tests of a page. */

import type { BridgeContract, BridgeState } from "./contract.ts";
import type { TestCalls, TestEvents, TestMessages } from "./generated.ts";
import type { BridgeHandler } from "./messages.ts";
import { BridgeMismatch } from "./mismatch.ts";

export interface TestBridgeSettings {
  /** False for an app of an old version, which neither sends its contract nor waits for the page. */
  handshake?: boolean | undefined;
}

export interface TestMessageSettings {
  /** The messages that the app handles, for example in another version or role; all by default. */
  messages?: readonly (keyof TestMessages)[] | undefined;
  /**
   * The messages that the app refuses, for example because it accepts them only from other origins; none by
   * default.
   */
  refuses?: readonly (keyof TestMessages)[] | undefined;
}

export interface TestBridgeMessages {
  /**
   * Sets the handler of a message. The page gets the result of the handler in its promise, or in the function
   * or DOM event that the rule files name.
   *
   * As in an app, the handler runs after the task that sends the message. If it throws an error, the page
   * gets the code `rejected` if the error has a text `reason`, and `failed` otherwise. While 1,000 messages
   * have no answer, others are refused as `busy`.
   */
  on<Name extends keyof TestMessages>(
    name: Name,
    handler: (
      body: TestMessages[Name]["body"],
    ) => TestMessages[Name]["reply"] | Promise<TestMessages[Name]["reply"]>,
  ): void;
  /** Returns the bodies of the messages that the page has sent, oldest first. */
  sent<Name extends keyof TestMessages>(name: Name): TestMessages[Name]["body"][];
}

export interface TestBridgeEvents {
  /**
   * Sends an event to the page, at once or as soon as the page listens. Until then, as many events are kept
   * as the rule files allow. If there are more, the oldest are lost.
   */
  fire<Name extends keyof TestEvents>(
    name: Name,
    ...payload: [TestEvents[Name]] extends [undefined] ? [] : [payload: TestEvents[Name]]
  ): void;
  /** Returns whether the page listens to the event. */
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

/** Returns a value as JSON, as it is after crossing the bridge. Undefined becomes null. */
export function crossing(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value) ?? "null");
}

export function inTest(
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

export interface TestBridgeApp extends TestBridgeClosing {
  page: FakedPage;
  handlers: Record<string, BridgeHandler>;
  /** The identifiers of the messages that the app handles. */
  messages: readonly string[];
  /** The identifiers of the messages that the app refuses. */
  refuses: readonly string[];
  /** The events of the app's contract. */
  events: readonly string[];
  /** True if the app and the page exchange their contracts. */
  handshake: boolean;
  /** Called when the page announces its contract, with the events that it knows. */
  announced(events: readonly string[]): void;
}

/** Replaces `window.webkit` by a fake of the app, until the fake is closed. */
export function fakeApp(
  settings: TestBridgeSettings & {
    messages?: readonly string[] | undefined;
    refuses?: readonly string[] | undefined;
  },
  contract: BridgeContract,
): TestBridgeApp {
  const page = globalThis as unknown as FakedPage;
  const isInApp = "webkit" in page;
  const { webkit } = page;
  const state = page.__bascule ??= {};
  const { page: load, app } = state;
  const fake: TestBridgeApp = {
    page,
    handlers: Object.create(null),
    messages: settings.messages ?? contract.messages,
    refuses: settings.refuses ?? [],
    events: contract.events,
    handshake: settings.handshake !== false,
    announced() {},
    close() {
      if (isInApp) page.webkit = webkit;
      else delete page.webkit;
      Object.assign(state, { page: load, app });
    },
  };
  page.webkit = { messageHandlers: fake.handlers };
  delete state.page;
  delete state.app;
  if (fake.handshake) {
    fake.handlers["__bascule"] = {
      postMessage(told) {
        const { events, listens } = told as Record<string, readonly string[] | undefined>;
        fake.announced([...(events ?? []), ...(listens ?? [])]);
      },
    };
    state.page = "test";
    state.app = { ...contract, messages: fake.messages };
  }
  return fake;
}

export interface TestEvent {
  write: (payload: never) => unknown;
  /** The number of events that are kept for a page that does not listen yet; 100 by default. */
  queue?: number;
}

/** Sends events to the page, and keeps those to which the page does not listen yet. */
export function fakeEvents(
  app: TestBridgeApp,
  table: Readonly<Record<string, TestEvent>>,
  send: (name: string, body: unknown) => void,
): {
  fire(name: string, ...payload: unknown[]): void;
  hasListened(name: string): boolean;
} {
  /** The kept events, oldest first. */
  let kept: { name: string; body: unknown }[] = [];
  /** The events that the page does not know, according to its contract. */
  let unknown: readonly string[] = [];

  function hasListened(name: string): boolean {
    return app.page.__bascule?.listens?.[name] === true;
  }

  /** Sends the kept events in their order. A listener that gets an event may stop listening. */
  function sendKept(names: readonly string[]): void {
    let next: typeof kept[number] | undefined;
    while ((next = kept.find(({ name }) => names.includes(name) && hasListened(name)))) {
      kept.splice(kept.indexOf(next), 1);
      send(next.name, next.body);
    }
  }

  function keep(name: string, body: unknown): void {
    const { queue = 100 } = table[name] as TestEvent;
    kept.push({ name, body });
    const own = kept.filter((event) => event.name === name);
    if (own.length > queue) kept = kept.filter((event) => event !== own[0]);
  }

  app.announced = (events) => {
    unknown = app.events.filter((name) => !events.includes(name));
    kept = kept.filter(({ name }) => !unknown.includes(name));
    sendKept(kept.map(({ name }) => name));
  };
  return {
    fire(name, ...payload) {
      const { write } = table[name] as TestEvent;
      const body = crossing(inTest(name, payload[0], write));
      if (!app.handshake) return send(name, body);
      if (unknown.includes(name)) return;
      // The page listens, but has not announced it yet.
      sendKept([name]);
      if (hasListened(name)) return send(name, body);
      // A page of an older version may listen without an announcement, once it is loaded.
      if (globalThis.document?.readyState === "complete") send(name, body);
      keep(name, body);
    },
    hasListened,
  };
}

/** Returns a function that sends events as DOM events of this type. */
export function byEvent(type: string): (name: string, body: unknown) => void {
  return (name, body) => {
    globalThis.dispatchEvent(new CustomEvent(type, { detail: { name, body } }));
  };
}

/** Returns a function that sends events by calling the function at a dotted path. */
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
  /** The names of the arguments, if the page has a function at the path of the call's name. */
  parameters?: readonly string[];
  /** True if the page has a value at the path of the call's name. */
  isValue?: true;
}

/**
 * Returns the function of the page at a dotted path, called with the fields of the payload. For a value,
 * returns a function that reads it.
 */
function functionAt(
  path: string,
  { parameters = [], isValue }: TestCall,
): ((body: unknown) => unknown) | undefined {
  const names = path.split(".");
  const last = names.pop() ?? path;
  let owner = globalThis as unknown as Record<string, unknown> | undefined;
  for (const key of names) owner = owner?.[key] as Record<string, unknown> | undefined;
  if (isValue) return owner != null && last in Object(owner) ? () => owner[last] : undefined;
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
      const made = table[name] as TestCall;
      const { read, write } = made;
      const body = crossing(inTest(name, payload[0], write));
      const implementation = made.parameters === undefined && !made.isValue
        ? page.__bascule?.calls?.[name]
        : functionAt(name, made);
      if (typeof implementation !== "function") {
        throw new Error(`${name}: the page does not implement this call`);
      }
      let reply: unknown;
      try {
        reply = await implementation(body);
      } catch (error) {
        // The app gets only the text of an error.
        throw new Error(error instanceof Error ? error.message : String(error));
      }
      return inTest(name, crossing(reply), read) as never;
    },
  };
}
