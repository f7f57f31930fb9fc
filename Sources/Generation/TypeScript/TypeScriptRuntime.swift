// Written by Tests/tools/embed_runtime.py. Do not edit.

/// A part of the run-time support in `Sources/Runtime/TypeScript`.
enum TypeScriptRuntime: Int, CaseIterable {
  // errors.ts
  case bridgeErrorCode, bridgeError
  // contract.ts
  case bridgeContract, appContract, bridgeState, bridgeImplementation, currentState, sharedState,
    isPage, union, isAnnouncing, announce
  // messages.ts
  case sendOptions, isAvailable, appTakes, bridgeHandler, messageHandler, requireHandler, rejection,
    refusals, refusal, readRefusal, post, request, withOptions, inEnvelope, besideName
  // events.ts
  case listenOptions, bridgeSubscription, subscriptions, isListening, subscribe, count, next,
    deliver, receiveEvent, receiveFunction
  // calls.ts
  case implement
  // testing.ts
  case testBridgeSettings, testMessageSettings, testBridgeMessages, testBridgeEvents,
    testBridgeCalls, testBridgeClosing, fakedPage, crossing, inTest, testBridgeApp, fakeApp,
    testEvent, fakeEvents, byEvent, byFunction, testCall, functionAt, fakeCalls
  // testmessages.ts
  case testMessage, testAnswer, testPart, testRefusal, testResult, refused, readOrEmpty,
    readTestText, readTestBody, checkSize, sizeFault, fieldsOf, fieldAt, partOf, targetOf, tell,
    fakeMessages
  // options.ts
  case option
  // conversion.ts
  case convert
  // mismatch.ts
  case bridgeMismatch, at, inField, kindOf, alternatives
  // scalars.ts
  case readNothing, writeNothing, checkString, writeString, checkInteger, checkNumber, checkBoolean
  // urls.ts
  case absoluteURL, handedOn, checkURL
  // dates.ts
  case datePattern, readDate, writeDate, checkYears
  // data.ts
  case readData, writeData
  // json.ts
  case jsonValue, copyJSON, copyBelow, readText, writeText
  // collections.ts
  case readArray, writeArray, readDictionary, writeDictionary, readOptional, writeOptional
  // fields.ts
  case property, bridgeFields, readObject, readField, readFieldOr, readDiscriminator, unknownCase,
    writeField, writeFieldOr, writeOptionalField, withoutUndefined
  // kinds.ts
  case kindConversions, convertByKind

  /// The name of its first declaration.
  var name: String {
    switch self {
    case .bridgeErrorCode: "BridgeErrorCode"
    case .bridgeError: "BridgeError"
    case .bridgeContract: "BridgeContract"
    case .appContract: "appContract"
    case .bridgeState: "BridgeState"
    case .bridgeImplementation: "BridgeImplementation"
    case .currentState: "currentState"
    case .sharedState: "sharedState"
    case .isPage: "isPage"
    case .union: "union"
    case .isAnnouncing: "isAnnouncing"
    case .announce: "announce"
    case .sendOptions: "SendOptions"
    case .isAvailable: "isAvailable"
    case .appTakes: "appTakes"
    case .bridgeHandler: "BridgeHandler"
    case .messageHandler: "messageHandler"
    case .requireHandler: "requireHandler"
    case .rejection: "rejection"
    case .refusals: "refusals"
    case .refusal: "Refusal"
    case .readRefusal: "readRefusal"
    case .post: "post"
    case .request: "request"
    case .withOptions: "withOptions"
    case .inEnvelope: "inEnvelope"
    case .besideName: "besideName"
    case .listenOptions: "ListenOptions"
    case .bridgeSubscription: "BridgeSubscription"
    case .subscriptions: "subscriptions"
    case .isListening: "isListening"
    case .subscribe: "subscribe"
    case .count: "count"
    case .next: "next"
    case .deliver: "deliver"
    case .receiveEvent: "receiveEvent"
    case .receiveFunction: "receiveFunction"
    case .implement: "implement"
    case .testBridgeSettings: "TestBridgeSettings"
    case .testMessageSettings: "TestMessageSettings"
    case .testBridgeMessages: "TestBridgeMessages"
    case .testBridgeEvents: "TestBridgeEvents"
    case .testBridgeCalls: "TestBridgeCalls"
    case .testBridgeClosing: "TestBridgeClosing"
    case .fakedPage: "FakedPage"
    case .crossing: "crossing"
    case .inTest: "inTest"
    case .testBridgeApp: "TestBridgeApp"
    case .fakeApp: "fakeApp"
    case .testEvent: "TestEvent"
    case .fakeEvents: "fakeEvents"
    case .byEvent: "byEvent"
    case .byFunction: "byFunction"
    case .testCall: "TestCall"
    case .functionAt: "functionAt"
    case .fakeCalls: "fakeCalls"
    case .testMessage: "TestMessage"
    case .testAnswer: "TestAnswer"
    case .testPart: "TestPart"
    case .testRefusal: "TestRefusal"
    case .testResult: "TestResult"
    case .refused: "refused"
    case .readOrEmpty: "readOrEmpty"
    case .readTestText: "readTestText"
    case .readTestBody: "readTestBody"
    case .checkSize: "checkSize"
    case .sizeFault: "sizeFault"
    case .fieldsOf: "fieldsOf"
    case .fieldAt: "fieldAt"
    case .partOf: "partOf"
    case .targetOf: "targetOf"
    case .tell: "tell"
    case .fakeMessages: "fakeMessages"
    case .option: "option"
    case .convert: "convert"
    case .bridgeMismatch: "BridgeMismatch"
    case .at: "at"
    case .inField: "inField"
    case .kindOf: "kindOf"
    case .alternatives: "alternatives"
    case .readNothing: "readNothing"
    case .writeNothing: "writeNothing"
    case .checkString: "checkString"
    case .writeString: "writeString"
    case .checkInteger: "checkInteger"
    case .checkNumber: "checkNumber"
    case .checkBoolean: "checkBoolean"
    case .absoluteURL: "absoluteURL"
    case .handedOn: "handedOn"
    case .checkURL: "checkURL"
    case .datePattern: "datePattern"
    case .readDate: "readDate"
    case .writeDate: "writeDate"
    case .checkYears: "checkYears"
    case .readData: "readData"
    case .writeData: "writeData"
    case .jsonValue: "JSONValue"
    case .copyJSON: "copyJSON"
    case .copyBelow: "copyBelow"
    case .readText: "readText"
    case .writeText: "writeText"
    case .readArray: "readArray"
    case .writeArray: "writeArray"
    case .readDictionary: "readDictionary"
    case .writeDictionary: "writeDictionary"
    case .readOptional: "readOptional"
    case .writeOptional: "writeOptional"
    case .property: "property"
    case .bridgeFields: "BridgeFields"
    case .readObject: "readObject"
    case .readField: "readField"
    case .readFieldOr: "readFieldOr"
    case .readDiscriminator: "readDiscriminator"
    case .unknownCase: "unknownCase"
    case .writeField: "writeField"
    case .writeFieldOr: "writeFieldOr"
    case .writeOptionalField: "writeOptionalField"
    case .withoutUndefined: "withoutUndefined"
    case .kindConversions: "KindConversions"
    case .convertByKind: "convertByKind"
    }
  }

  /// The parts that it names.
  var needs: [TypeScriptRuntime] {
    switch self {
    case .bridgeError: [.bridgeErrorCode]
    case .appContract: [.bridgeContract, .currentState]
    case .bridgeState: [.bridgeContract, .bridgeImplementation]
    case .currentState: [.bridgeState]
    case .sharedState: [.bridgeState]
    case .announce: [.sharedState, .union, .isAnnouncing, .messageHandler]
    case .isAvailable: [.messageHandler]
    case .appTakes: [.currentState, .isAvailable]
    case .messageHandler: [.bridgeHandler]
    case .requireHandler: [.bridgeError, .bridgeHandler, .messageHandler]
    case .rejection: [.bridgeError, .readRefusal]
    case .refusal: [.bridgeErrorCode]
    case .readRefusal: [.refusals, .refusal]
    case .post: [.bridgeError, .requireHandler, .rejection, .convert]
    case .request: [.sendOptions, .requireHandler, .rejection, .withOptions, .convert]
    case .withOptions: [.bridgeError, .sendOptions, .option]
    case .subscriptions: [.bridgeSubscription]
    case .subscribe:
      [
        .isPage, .listenOptions, .bridgeSubscription, .subscriptions, .isListening, .count, .option,
        .convert,
      ]
    case .count: [.sharedState, .announce]
    case .next: [.listenOptions, .subscribe, .option, .convert]
    case .deliver: [.subscriptions]
    case .receiveEvent: [.deliver]
    case .receiveFunction: [.deliver]
    case .implement: [.bridgeImplementation, .sharedState, .isPage, .announce, .convert]
    case .fakedPage: [.bridgeState]
    case .inTest: [.bridgeMismatch]
    case .testBridgeApp: [.bridgeHandler, .testBridgeClosing, .fakedPage]
    case .fakeApp: [.bridgeContract, .testBridgeSettings, .fakedPage, .testBridgeApp]
    case .fakeEvents: [.crossing, .inTest, .testBridgeApp, .testEvent]
    case .fakeCalls: [.crossing, .inTest, .testBridgeApp, .testCall, .functionAt]
    case .testMessage: [.testAnswer]
    case .testAnswer: [.testPart]
    case .testResult: [.testRefusal]
    case .refused: [.testResult]
    case .readTestText: [.checkSize, .bridgeMismatch, .kindOf]
    case .readTestBody: [.readTestText]
    case .checkSize: [.bridgeMismatch]
    case .sizeFault: [.checkSize]
    case .fieldAt: [.fieldsOf]
    case .partOf: [.testPart, .testResult, .fieldAt]
    case .targetOf: [.testAnswer, .fieldAt]
    case .tell: [.testAnswer]
    case .fakeMessages:
      [
        .crossing, .inTest, .testBridgeApp, .testMessage, .testResult, .refused, .checkSize,
        .sizeFault, .fieldsOf, .partOf, .targetOf, .tell,
      ]
    case .convert: [.bridgeErrorCode, .bridgeError, .bridgeMismatch]
    case .at: [.bridgeMismatch]
    case .inField: [.bridgeMismatch, .at]
    case .checkString: [.bridgeMismatch, .kindOf]
    case .writeString: [.checkString]
    case .checkInteger: [.bridgeMismatch, .kindOf]
    case .checkNumber: [.bridgeMismatch, .kindOf]
    case .checkBoolean: [.bridgeMismatch, .kindOf]
    case .absoluteURL: [.handedOn]
    case .checkURL: [.bridgeMismatch, .kindOf, .absoluteURL]
    case .readDate: [.bridgeMismatch, .kindOf, .datePattern, .checkYears]
    case .writeDate: [.bridgeMismatch, .kindOf, .checkYears]
    case .checkYears: [.bridgeMismatch]
    case .readData: [.bridgeMismatch, .kindOf]
    case .writeData: [.bridgeMismatch, .kindOf]
    case .copyJSON: [.jsonValue, .copyBelow]
    case .copyBelow:
      [
        .bridgeMismatch, .kindOf, .writeString, .jsonValue, .readArray, .readDictionary,
      ]
    case .readText: [.bridgeMismatch, .checkString]
    case .readArray: [.bridgeMismatch, .at, .kindOf]
    case .writeArray: [.bridgeMismatch, .at, .kindOf]
    case .readDictionary: [.bridgeMismatch, .at, .kindOf]
    case .writeDictionary: [.bridgeMismatch, .at, .kindOf, .writeString]
    case .readObject: [.bridgeMismatch, .kindOf, .bridgeFields]
    case .readField: [.inField, .property, .bridgeFields]
    case .readFieldOr: [.property, .bridgeFields, .readField]
    case .readDiscriminator: [.property, .bridgeFields, .unknownCase]
    case .unknownCase: [.bridgeMismatch, .inField, .kindOf, .alternatives, .property]
    case .writeField: [.bridgeMismatch, .inField, .kindOf, .property]
    case .writeFieldOr: [.writeField]
    case .writeOptionalField: [.writeField]
    case .convertByKind: [.bridgeMismatch, .kindOf, .alternatives, .kindConversions]
    case .bridgeErrorCode, .bridgeContract, .bridgeImplementation, .isPage, .union, .isAnnouncing,
      .sendOptions, .bridgeHandler, .refusals, .inEnvelope, .besideName, .listenOptions,
      .bridgeSubscription, .isListening, .testBridgeSettings, .testMessageSettings,
      .testBridgeMessages, .testBridgeEvents, .testBridgeCalls, .testBridgeClosing, .crossing,
      .testEvent, .byEvent, .byFunction, .testCall, .functionAt, .testPart, .testRefusal,
      .readOrEmpty, .fieldsOf, .option, .bridgeMismatch, .kindOf, .alternatives, .readNothing,
      .writeNothing, .handedOn, .datePattern, .jsonValue, .writeText, .readOptional, .writeOptional,
      .property, .bridgeFields, .withoutUndefined, .kindConversions:
      []
    }
  }

  var text: String {
    switch self {
    case .bridgeErrorCode:
      #"""
      /**
       * Why a value did not cross the bridge.
       *
       * - `unavailable`: there is no such message handler: the page is not shown in the app, or its web
       *   view has another role
       * - `refused`: the app accepts this message only from other origins, or only from the main frame
       * - `malformed`: the app cannot read the message
       * - `unknown`: the app does not know the message
       * - `busy`: the app has not answered many earlier messages yet
       * - `rejected`: the app answered with one of its errors, which `reason` names
       * - `failed`: the app failed and gives no reason
       * - `timeout`: the app did not answer within the timeout
       * - `encoding`: a value of the page does not fit its type
       * - `decoding`: a value of the app does not fit its type
       */
      export type BridgeErrorCode =
        | "unavailable"
        | "refused"
        | "malformed"
        | "unknown"
        | "busy"
        | "rejected"
        | "failed"
        | "timeout"
        | "encoding"
        | "decoding";
      """#
    case .bridgeError:
      #"""
      /** A message, reply, event or call did not cross between this page and the app. */
      export class BridgeError extends Error {
        override readonly name = "BridgeError";
        readonly code: BridgeErrorCode;
        /** The identifier of the message, event or call. */
        readonly identifier: string;
        /** The name of the app's own error, for `rejected`. */
        readonly reason: string | undefined;

        constructor(code: BridgeErrorCode, identifier: string, message: string, reason?: string) {
          super(message);
          this.code = code;
          this.identifier = identifier;
          this.reason = reason;
        }
      }
      """#
    case .bridgeContract:
      #"""
      /** The messages, events and calls that one side knows. */
      export interface BridgeContract {
        /** A hash of the messages, events, calls and their types. */
        readonly version: string;
        /** Identifiers of messages; one of a channel has the channel's as a prefix: `app.open`. */
        readonly messages: readonly string[];
        readonly events: readonly string[];
        readonly calls: readonly string[];
      }
      """#
    case .appContract:
      #"""
      /** The contract of the app with this page; undefined in a browser and in older apps. */
      export function appContract(): BridgeContract | undefined {
        return currentState()?.app;
      }
      """#
    case .bridgeState:
      #"""
      /** What the app and the page store in the page for each other. */
      interface BridgeState {
        /** Identifies one load of one page; set by the app. */
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
      """#
    case .bridgeImplementation:
      #"""
      interface BridgeImplementation {
        (json: unknown): Promise<unknown>;
        /** The one that a module of an older version had registered before. */
        before?: unknown;
      }
      """#
    case .currentState:
      #"""
      function currentState(): BridgeState | undefined {
        return (globalThis as unknown as { __bascule?: BridgeState }).__bascule;
      }
      """#
    case .sharedState:
      #"""
      function sharedState(): BridgeState {
        return (globalThis as unknown as { __bascule?: BridgeState }).__bascule ??= {};
      }
      """#
    case .isPage:
      #"""
      /** False on a server and in a worker, where no app sends events or makes calls. */
      function isPage(): boolean {
        return "document" in globalThis || "webkit" in globalThis;
      }
      """#
    case .union:
      #"""
      function union(known: readonly string[] | undefined, own: readonly string[]): readonly string[] {
        return [...new Set([...(known ?? []), ...own])];
      }
      """#
    case .isAnnouncing:
      #"""
      let isAnnouncing = false;
      let isAnnounced = false;
      """#
    case .announce:
      #"""
      /**
       * Tells the app the contract of this page and the events that it listens to. The app drops events
       * that the page does not know, so the contract is that of all modules of the page.
       *
       * Calls within one task are sent as one message.
       */
      function announce(): void {
        if (isAnnouncing) return;
        isAnnouncing = true;
        Promise.resolve().then(() => {
          isAnnouncing = false;
          const state = sharedState();
          const { page, listens = {} } = state;
          const events = state.events = union(state.events, contract.events);
          const calls = state.knownCalls = union(state.knownCalls, contract.calls);
          // A browser, or an app of an older version.
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
        // To the app, a page restored from the page cache is a new page.
        globalThis.addEventListener("pageshow", (event) => {
          if ((event as PageTransitionEvent).persisted) announce();
        });
      }
      """#
    case .sendOptions:
      #"""
      export interface SendOptions {
        /**
         * In milliseconds; no limit by default, and for a time that is no number, infinite, or longer than
         * timers of the browser run (24 days). At most 0, only an answer that is there at once counts.
         */
        timeout?: number | undefined;
        /** Stops waiting for the reply when it aborts; the message itself stays sent. */
        signal?: AbortSignal | undefined;
      }
      """#
    case .isAvailable:
      #"""
      /**
       * Whether the app has this message handler: false in a browser, in an older app and in web views
       * of another role.
       */
      export function isAvailable(name: MessageHandlerName): boolean {
        return messageHandler(name) !== undefined;
      }
      """#
    case .appTakes:
      #"""
      /** True if the app has the handler and its contract does not lack the message. */
      function appTakes(handler: MessageHandlerName, message: string): boolean {
        if (!isAvailable(handler)) return false;
        const app = currentState()?.app;
        return app === undefined || app.messages.includes(message);
      }
      """#
    case .bridgeHandler:
      #"""
      interface BridgeHandler {
        postMessage(body: unknown): unknown;
      }
      """#
    case .messageHandler:
      #"""
      function messageHandler(name: string): BridgeHandler | undefined {
        const page = globalThis as unknown as {
          webkit?: { messageHandlers?: Record<string, BridgeHandler | undefined> };
        };
        const handler = page.webkit?.messageHandlers?.[name];
        return typeof handler?.postMessage === "function" ? handler : undefined;
      }
      """#
    case .requireHandler:
      #"""
      function requireHandler(name: string, identifier: string): BridgeHandler {
        const handler = messageHandler(name);
        if (handler !== undefined) return handler;
        const reason = `no message handler "${name}"; is this page shown in the app?`;
        throw new BridgeError("unavailable", identifier, `${identifier}: ${reason}`);
      }
      """#
    case .rejection:
      #"""
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
      """#
    case .refusals:
      #"""
      const refusals: readonly string[] = [
        "refused",
        "malformed",
        "unknown",
        "busy",
        "failed",
        "rejected",
      ];
      """#
    case .refusal:
      #"""
      interface Refusal {
        code: BridgeErrorCode;
        reason?: string;
        message: string;
      }
      """#
    case .readRefusal:
      #"""
      function readRefusal(text: string): Refusal | undefined {
        if (!text.startsWith("{")) return undefined;
        try {
          const told = JSON.parse(text) as Refusal;
          return refusals.includes(told.code) ? told : undefined;
        } catch {
          return undefined;
        }
      }
      """#
    case .post:
      #"""
      /** Sends a message that has no reply; rejects if it cannot be sent. */
      function post<Value>(
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
      """#
    case .request:
      #"""
      /** Sends a message and waits for its reply. */
      async function request<Value, Reply>(
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
      """#
    case .withOptions:
      #"""
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
      """#
    case .inEnvelope:
      #"""
      /** Writes the payload into a field of an object whose `field` names the message of the channel. */
      function inEnvelope<Value>(
        field: string,
        name: string,
        payload: string,
        write: (value: Value) => unknown,
      ): (value: Value) => unknown {
        return (value) => ({ [field]: name, [payload]: write(value) });
      }
      """#
    case .besideName:
      #"""
      /** Writes the fields of the payload beside the one that names the message of the channel. */
      function besideName<Value>(
        field: string,
        name: string,
        write: (value: Value) => unknown,
      ): (value: Value) => unknown {
        return (value) => ({ ...(write(value) as object | null), [field]: name });
      }
      """#
    case .listenOptions:
      #"""
      export interface ListenOptions {
        /** Stops listening when it aborts. */
        signal?: AbortSignal | undefined;
      }
      """#
    case .bridgeSubscription:
      #"""
      interface BridgeSubscription {
        receive(body: unknown): void;
      }
      """#
    case .subscriptions:
      #"""
      const subscriptions: Map<string, Set<BridgeSubscription>> = /* @__PURE__ */ new Map();
      """#
    case .isListening:
      #"""
      let isListening = false;
      """#
    case .subscribe:
      #"""
      function subscribe<Value>(
        identifier: string,
        read: (json: unknown) => Value,
        listener: (value: Value) => void,
        options?: ListenOptions,
      ): () => void {
        const signal = option(options, "signal");
        if (signal?.aborted || !isPage()) return () => {};
        // Not at import: a module without side effects can be removed by a bundler.
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
      """#
    case .count:
      #"""
      /** Announces the first listener of the page to the app, and the removal of the last one. */
      function count(identifier: string, change: number): void {
        const state = sharedState();
        // A page can have several modules of this kind.
        const listeners = state.listeners ??= Object.create(null) as Record<string, number>;
        const listens = state.listens ??= Object.create(null) as Record<string, boolean>;
        const before = listeners[identifier] ?? 0;
        const after = listeners[identifier] = before + change;
        if (after > 0) listens[identifier] = true;
        else delete listens[identifier];
        if (before === 0 || after === 0) announce();
      }
      """#
    case .next:
      #"""
      function next<Value>(
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
      """#
    case .deliver:
      #"""
      /** Passes an event to all listeners; one that throws does not stop the others. */
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
      """#
    case .receiveEvent:
      #"""
      /** Receives events that the app sends as DOM events. */
      function receiveEvent(event: unknown): void {
        const detail = (event as { detail?: { name?: unknown; body?: unknown } | null }).detail;
        if (typeof detail?.name === "string") deliver(detail.name, detail.body);
      }
      """#
    case .receiveFunction:
      #"""
      /**
       * Receives events that the app sends by calling the function at a dotted path.
       *
       * A function that is there already is still called.
       */
      function receiveFunction(path: string): void {
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
      """#
    case .implement:
      #"""
      /**
       * Registers a function that the app calls as `globalThis.__bascule.calls[identifier](payload)`.
       *
       * Payload and reply have the form in which they cross to the app. The promise rejects if the
       * payload does not decode, if the implementation fails, or if its reply does not encode. The newest
       * implementation counts, also among several copies of the module; without it, the one before.
       */
      function implement<Payload, Reply>(
        identifier: string,
        read: (json: unknown) => Payload,
        implementation: (payload: Payload) => Reply | Promise<Reply>,
        write: (reply: Reply) => unknown,
      ): () => void {
        if (!isPage()) return () => {};
        const state = sharedState();
        // A module of an older version sets its implementation as an own property and deletes it at the end. Then
        // the newest implementation of this version, in the prototype, counts again.
        const calls = state.calls ??= Object.create(null) as Record<string, unknown>;
        const newest = state.newest ??= Object.create(null) as Record<string, unknown>;
        Object.setPrototypeOf(calls, newest);
        const lists = state.implementations ??= Object.create(null) as Record<
          string,
          BridgeImplementation[]
        >;
        const all = lists[identifier] ??= [];
        const call: BridgeImplementation = async (json) => {
          const payload = convert("decoding", identifier, json, read);
          return convert("encoding", identifier, await implementation(payload), write);
        };
        if (calls[identifier] !== newest[identifier]) call.before = calls[identifier];
        delete calls[identifier];
        all.push(newest[identifier] = call);
        announce();
        return () => {
          const index = all.indexOf(call);
          if (index < 0) return;
          all.splice(index, 1);
          newest[identifier] = all[all.length - 1];
          const next = all[index];
          if (next !== undefined) next.before ??= call.before;
          else if (calls[identifier] === newest[identifier] && call.before !== undefined) {
            calls[identifier] = call.before;
          }
        };
      }
      """#
    case .testBridgeSettings:
      #"""
      interface TestBridgeSettings {
        /** False for an app so old that it neither sends its contract nor waits for the page. */
        handshake?: boolean | undefined;
      }
      """#
    case .testMessageSettings:
      #"""
      interface TestMessageSettings {
        /** The messages that the app handles, as in another version or role; all by default. */
        messages?: readonly (keyof TestMessages)[] | undefined;
        /** The messages that the app refuses, as from pages of other origins; none by default. */
        refuses?: readonly (keyof TestMessages)[] | undefined;
      }
      """#
    case .testBridgeMessages:
      #"""
      interface TestBridgeMessages {
        /**
         * Sets how the app handles a message; the page gets what the handler returns, in its promise or in
         * the function or DOM event that the rule files name.
         *
         * The handler runs after the task that sends the message, as in an app. An error that it throws
         * reaches the page as `failed`, or as `rejected` if it has a text `reason`. While 1,000 messages
         * have no answer, others are refused as `busy`.
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
      """#
    case .testBridgeEvents:
      #"""
      interface TestBridgeEvents {
        /**
         * Sends an event to the page, at once or as soon as it listens. Until then as many are kept as the
         * rule files allow; others, the oldest first, are lost.
         */
        fire<Name extends keyof TestEvents>(
          name: Name,
          ...payload: [TestEvents[Name]] extends [undefined] ? [] : [payload: TestEvents[Name]]
        ): void;
        /** Whether the page listens to the event. */
        hasListened(name: keyof TestEvents): boolean;
      }
      """#
    case .testBridgeCalls:
      #"""
      interface TestBridgeCalls {
        /** Calls a function of the page. */
        call<Name extends keyof TestCalls>(
          name: Name,
          ...payload: [TestCalls[Name]["payload"]] extends [undefined] ? []
            : [payload: TestCalls[Name]["payload"]]
        ): Promise<TestCalls[Name]["reply"]>;
      }
      """#
    case .testBridgeClosing:
      #"""
      interface TestBridgeClosing {
        /** Removes the fake and restores `window.webkit`. */
        close(): void;
      }
      """#
    case .fakedPage:
      #"""
      interface FakedPage {
        webkit?: unknown;
        __bascule?: BridgeState;
      }
      """#
    case .crossing:
      #"""
      /** A value after crossing the bridge, as JSON; nothing is null. */
      function crossing(value: unknown): unknown {
        return JSON.parse(JSON.stringify(value) ?? "null");
      }
      """#
    case .inTest:
      #"""
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
      """#
    case .testBridgeApp:
      #"""
      interface TestBridgeApp extends TestBridgeClosing {
        page: FakedPage;
        handlers: Record<string, BridgeHandler>;
        /** Identifiers of the messages that the app handles. */
        messages: readonly string[];
        /** Identifiers of those that it refuses. */
        refuses: readonly string[];
        /** The events of the app's contract. */
        events: readonly string[];
        /** Whether the app and the page exchange their contracts. */
        handshake: boolean;
        /** Called when the page announces its contract, with the events that it knows. */
        announced(events: readonly string[]): void;
      }
      """#
    case .fakeApp:
      #"""
      /** Replaces `window.webkit` by a fake of the app, until it is closed. */
      function fakeApp(
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
      """#
    case .testEvent:
      #"""
      interface TestEvent {
        write: (payload: never) => unknown;
        /** The number that is kept for a page that does not listen yet; 100 by default. */
        queue?: number;
      }
      """#
    case .fakeEvents:
      #"""
      /** Sends events to the page, and keeps those that it does not listen to yet. */
      function fakeEvents(
        app: TestBridgeApp,
        table: Readonly<Record<string, TestEvent>>,
        send: (name: string, body: unknown) => void,
      ): {
        fire(name: string, ...payload: unknown[]): void;
        hasListened(name: string): boolean;
      } {
        /** Oldest first. */
        let kept: { name: string; body: unknown }[] = [];
        /** Those that the page does not know, as it has said. */
        let unknown: readonly string[] = [];

        function hasListened(name: string): boolean {
          return app.page.__bascule?.listens?.[name] === true;
        }

        /** Sends what has been kept, in its order; a listener that gets an event may end. */
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
            // The page listens, but has not said so yet.
            sendKept([name]);
            if (hasListened(name)) return send(name, body);
            // A page of an older version may listen without saying so, once it is loaded.
            if (globalThis.document?.readyState === "complete") send(name, body);
            keep(name, body);
          },
          hasListened,
        };
      }
      """#
    case .byEvent:
      #"""
      /** Sends events as DOM events of this type. */
      function byEvent(type: string): (name: string, body: unknown) => void {
        return (name, body) => {
          globalThis.dispatchEvent(new CustomEvent(type, { detail: { name, body } }));
        };
      }
      """#
    case .byFunction:
      #"""
      /** Sends events by calling the function at a dotted path. */
      function byFunction(path: string): (name: string, body: unknown) => void {
        return (name, body) => {
          const names = path.split(".");
          const last = names.pop() ?? path;
          let owner = globalThis as unknown as Record<string, unknown>;
          for (const key of names) owner = (owner[key] ?? {}) as Record<string, unknown>;
          const receive = owner[last] as ((name: string, body: unknown) => void) | undefined;
          receive?.call(owner, name, body);
        };
      }
      """#
    case .testCall:
      #"""
      interface TestCall {
        read: (json: unknown) => unknown;
        write: (payload: never) => unknown;
        /** The arguments of a function that the page has at the path of the call's name. */
        parameters?: readonly string[];
      }
      """#
    case .functionAt:
      #"""
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
      """#
    case .fakeCalls:
      #"""
      /** Calls functions of the page. */
      function fakeCalls(
        { page }: TestBridgeApp,
        table: Readonly<Record<string, TestCall>>,
      ): { call(name: string, ...payload: unknown[]): Promise<never> } {
        return {
          async call(name, ...payload) {
            const { read, write, parameters } = table[name] as TestCall;
            const body = crossing(inTest(name, payload[0], write));
            const implementation = parameters === undefined
              ? page.__bascule?.calls?.[name]
              : functionAt(name, parameters);
            if (typeof implementation !== "function") {
              throw new Error(`${name}: the page does not implement this call`);
            }
            let reply: unknown;
            try {
              reply = await implementation(body);
            } catch (error) {
              // The app gets only the text.
              throw new Error(error instanceof Error ? error.message : String(error));
            }
            return inTest(name, crossing(reply), read) as never;
          },
        };
      }
      """#
    case .testMessage:
      #"""
      interface TestMessage {
        /** The name of the message handler. */
        handler: string;
        /** For a message of a channel: the field that holds its name, and the name. */
        by?: string;
        name?: string;
        /** The field that holds its payload; without it, the message holds the fields of the payload. */
        payload?: string;
        read: (json: unknown) => unknown;
        /** Missing for a message without a reply. */
        write?: (reply: never) => unknown;
        /** The way of replies, and of errors in a channel; without it, they settle the page's promise. */
        answer?: TestAnswer;
      }
      """#
    case .testAnswer:
      #"""
      interface TestAnswer {
        /** The type of a DOM event. */
        event?: string;
        /** The path of a function. */
        function?: string;
        /** The field of the message that holds the path of a function. */
        named?: readonly string[];
        replies: readonly TestPart[];
        fails: readonly TestPart[];
      }
      """#
    case .testPart:
      #"""
      /** A value of an answer. */
      type TestPart =
        | { value: unknown }
        | { part: "reply" | "code" | "message" }
        | { message: readonly string[] }
        | { fields: Readonly<Record<string, TestPart>> };
      """#
    case .testRefusal:
      #"""
      /** Why a message has no reply: the fields of a `BridgeError`. */
      interface TestRefusal {
        code: string;
        reason?: string;
        message: string;
      }
      """#
    case .testResult:
      #"""
      type TestResult = { reply: unknown } | { refusal: TestRefusal };
      """#
    case .refused:
      #"""
      function refused(code: string, message: string, reason?: string): TestResult {
        return { refusal: { code, message, ...(reason === undefined ? {} : { reason }) } };
      }
      """#
    case .readOrEmpty:
      #"""
      /** A payload without required fields can be absent. */
      function readOrEmpty<Value>(read: (json: unknown) => Value): (json: unknown) => Value {
        return (json) => read(json ?? {});
      }
      """#
    case .readTestText:
      #"""
      /** Reads a value from its JSON text, with the limits of the app. */
      function readTestText<Value>(read: (json: unknown) => Value): (json: unknown) => Value {
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
      """#
    case .readTestBody:
      #"""
      /** Reads an object or a list, or the JSON text of one. */
      function readTestBody<Value>(read: (json: unknown) => Value): (json: unknown) => Value {
        return (json) => typeof json === "string" ? readTestText(read)(json) : read(json);
      }
      """#
    case .checkSize:
      #"""
      /** The value, if the app accepts its size: at most a million values of a text, in at most 512 levels. */
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
      """#
    case .sizeFault:
      #"""
      /** Why the app does not accept the size of a message, if that is JSON text. */
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
      """#
    case .fieldsOf:
      #"""
      /** The fields of a message, which can be an object or JSON text. */
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
      """#
    case .fieldAt:
      #"""
      function fieldAt(json: unknown, path: readonly string[]): unknown {
        return path.reduce<unknown>((value, name) => {
          const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
          const isOwn = isObject && Object.prototype.hasOwnProperty.call(value, name);
          return isOwn ? (value as Record<string, unknown>)[name] : undefined;
        }, fieldsOf(json));
      }
      """#
    case .partOf:
      #"""
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
      """#
    case .targetOf:
      #"""
      /** The type of the event or the path of the function; undefined if the message names none. */
      function targetOf(answer: TestAnswer, json: unknown): string | undefined {
        if (answer.named === undefined) return answer.event ?? answer.function;
        const path = fieldAt(json, answer.named);
        const isPath = typeof path === "string" && path.length <= 1000 &&
          /^[A-Za-z_$][\w$]*(\.[A-Za-z_$][\w$]*)*$/.test(path);
        return isPath ? path : undefined;
      }
      """#
    case .tell:
      #"""
      /** Answers the page in its function or with a DOM event, like the app. */
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
      """#
    case .fakeMessages:
      #"""
      /** Handles the messages of the page. */
      function fakeMessages(
        { handlers, messages, refuses }: TestBridgeApp,
        table: Readonly<Record<string, TestMessage>>,
      ): {
        on(name: string, handler: (body: never) => unknown): void;
        sent(name: string): never[];
      } {
        const replies = new Map<string, (body: never) => unknown>();
        const bodies = new Map<string, unknown[]>();
        let count = 0;

        /** The message that the page has sent, or the reason why there is none. */
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

        /** Notes the message at once; it is handled later. */
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
      """#
    case .option:
      #"""
      /** An option that the caller has set; `Object.prototype` can have a property of any name. */
      function option<Options extends object, Name extends keyof Options>(
        options: Options | undefined,
        name: Name,
      ): Options[Name] | undefined {
        if (options === undefined) return undefined;
        return Object.prototype.hasOwnProperty.call(options, name) ? options[name] : undefined;
      }
      """#
    case .convert:
      #"""
      function convert<From, To>(
        code: BridgeErrorCode,
        identifier: string,
        value: From,
        conversion: (value: From) => To,
      ): To {
        try {
          return conversion(value);
        } catch (error) {
          if (!(error instanceof BridgeMismatch)) throw error;
          const path = error.path.replace(/^\./, "");
          const place = path === "" ? identifier : `${identifier}: ${path}`;
          throw new BridgeError(code, identifier, `${place}: ${error.message}`);
        }
      }
      """#
    case .bridgeMismatch:
      #"""
      /** A value does not fit its type; `path` leads to it and grows from the inside out. */
      class BridgeMismatch extends Error {
        path = "";

        constructor(expected: string, found: string) {
          super(`expected ${expected}, found ${found}`);
        }
      }
      """#
    case .at:
      #"""
      function at(index: number | string, error: unknown): unknown {
        if (error instanceof BridgeMismatch) error.path = `[${JSON.stringify(index)}]${error.path}`;
        return error;
      }
      """#
    case .inField:
      #"""
      function inField(name: string, error: unknown): unknown {
        if (!/^[A-Za-z_$][A-Za-z0-9_$]*$/.test(name)) return at(name, error);
        if (error instanceof BridgeMismatch) error.path = `.${name}${error.path}`;
        return error;
      }
      """#
    case .kindOf:
      #"""
      function kindOf(value: unknown): string {
        if (value === undefined) return "nothing";
        if (value === null) return "null";
        if (Array.isArray(value)) return "an array";
        if (typeof value === "object") return "an object";
        return typeof value === "boolean" ? "a Boolean" : `a ${typeof value}`;
      }
      """#
    case .alternatives:
      #"""
      /** `a, b or c` */
      function alternatives(names: readonly string[]): string {
        const last = names[names.length - 1] ?? "";
        return names.length < 2 ? last : `${names.slice(0, -1).join(", ")} or ${last}`;
      }
      """#
    case .readNothing:
      #"""
      function readNothing(): void {}
      """#
    case .writeNothing:
      #"""
      function writeNothing(): null {
        return null;
      }
      """#
    case .checkString:
      #"""
      function checkString(value: unknown): string {
        if (typeof value !== "string") throw new BridgeMismatch("a string", kindOf(value));
        return value;
      }
      """#
    case .writeString:
      #"""
      /** A lone surrogate is not a character; it becomes U+FFFD. */
      function writeString(value: string): string {
        return checkString(value).replace(/[\uD800-\uDFFF]/gu, "\uFFFD");
      }
      """#
    case .checkInteger:
      #"""
      function checkInteger(value: unknown): number {
        if (typeof value !== "number") throw new BridgeMismatch("an integer", kindOf(value));
        if (Number.isSafeInteger(value)) return value === 0 ? 0 : value; // There is no integer -0.
        const isFraction = Number.isFinite(value) && !Number.isInteger(value);
        const found = isFraction ? "with a fraction" : `beyond ±${Number.MAX_SAFE_INTEGER}`;
        throw new BridgeMismatch("an integer", `a number ${found}`);
      }
      """#
    case .checkNumber:
      #"""
      function checkNumber(value: unknown): number {
        if (typeof value !== "number") throw new BridgeMismatch("a number", kindOf(value));
        if (!Number.isFinite(value)) throw new BridgeMismatch("a number", "a number that is not finite");
        return value;
      }
      """#
    case .checkBoolean:
      #"""
      function checkBoolean(value: unknown): boolean {
        if (typeof value !== "boolean") throw new BridgeMismatch("a Boolean", kindOf(value));
        return value;
      }
      """#
    case .absoluteURL:
      #"""
      /** The text of the URL that the app has for a text; null if it is no absolute URL. */
      function absoluteURL(text: string): string | null {
        let url: URL;
        try {
          url = new URL(text);
        } catch {
          return null;
        }
        // The app has no tables of Unicode to write a host in ASCII; `new URL(text).href` does.
        const isWeb = /^(https?|wss?|ftp|file):$/.test(url.protocol);
        const place = url.protocol === "file:"
          ? /^[^:]*:[/\\]{2}([^/\\?#]*)/
          : /^[^:]*:[/\\]*(?:[^/\\?#]*@)?([^/\\?#]*)/;
        const host = place.exec(text.replace(/[\t\n\r]/g, ""))?.[1] ?? "";
        // deno-lint-ignore no-control-regex
        if (isWeb && /[^\x00-\x7F]|%[89A-F]/i.test(host)) return null;
        return handedOn(url.href);
      }
      """#
    case .handedOn:
      #"""
      /** A serialized URL with everything escaped that the app's type cannot hold; escapes stay as they are. */
      function handedOn(href: string): string {
        const hash = href.indexOf("#");
        // Only an address in a host has brackets.
        const hostEnd = /^[^:]*:\/\/[^/?#]*/.exec(href)?.[0].length ?? 0;
        const others = /%(?![0-9A-Fa-f]{2})|[^%A-Za-z0-9\-._~!$&'()*+,;=:@/?]/g;
        return href.replace(others, (character, place: number) => {
          if (place === hash || place < hostEnd && /[[\]]/.test(character)) return character;
          return "%" + character.charCodeAt(0).toString(16).toUpperCase();
        });
      }
      """#
    case .checkURL:
      #"""
      function checkURL(value: unknown): string {
        if (typeof value !== "string") throw new BridgeMismatch("a URL", kindOf(value));
        const url = absoluteURL(value);
        if (url === null) throw new BridgeMismatch("a URL", "another string");
        return url;
      }
      """#
    case .datePattern:
      #"""
      const datePattern =
        /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:Z|([+-])(\d\d):(\d\d))$/;
      """#
    case .readDate:
      #"""
      /** ISO 8601, to the millisecond; a leap second is the first second of the next minute. */
      function readDate(json: unknown): Date {
        if (typeof json !== "string") throw new BridgeMismatch("an ISO 8601 date", kindOf(json));
        const parts = datePattern.exec(json);
        const digits = (index: number) => Number(parts?.[index] ?? 0);
        const [year, month, day] = [digits(1), digits(2), digits(3)];
        const [hour, minute, second] = [digits(4), digits(5), digits(6)];
        const milliseconds = Number((parts?.[7] ?? "").slice(0, 3).padEnd(3, "0"));
        const [offsetHour, offsetMinute] = [digits(9), digits(10)];
        const date = new Date(0);
        date.setUTCFullYear(year, month - 1, day);
        const isValid = parts !== null && date.getUTCMonth() === month - 1 &&
          hour < 24 && minute < 60 && second <= 60 && offsetHour < 24 && offsetMinute < 60;
        if (!isValid) throw new BridgeMismatch("an ISO 8601 date", "another string");
        const sign = parts[8] === "-" ? -1 : 1;
        date.setUTCHours(
          hour - sign * offsetHour,
          minute - sign * offsetMinute,
          second,
          milliseconds,
        );
        return checkYears(date, "an ISO 8601 date", "another string");
      }
      """#
    case .writeDate:
      #"""
      function writeDate(value: Date): string {
        if (!(value instanceof Date)) throw new BridgeMismatch("a date", kindOf(value));
        return checkYears(value, "a date of the years 1 to 9999", "another date").toISOString();
      }
      """#
    case .checkYears:
      #"""
      function checkYears(date: Date, expected: string, found: string): Date {
        const year = date.getUTCFullYear();
        if (year >= 1 && year <= 9999) return date;
        throw new BridgeMismatch(expected, found);
      }
      """#
    case .readData:
      #"""
      function readData(json: unknown): Uint8Array {
        if (typeof json !== "string") throw new BridgeMismatch("base64 data", kindOf(json));
        if (json.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(json)) {
          throw new BridgeMismatch("base64 data", "another string");
        }
        const characters = atob(json);
        const bytes = new Uint8Array(characters.length);
        for (let i = 0; i < bytes.length; i++) bytes[i] = characters.charCodeAt(i);
        return bytes;
      }
      """#
    case .writeData:
      #"""
      function writeData(value: Uint8Array): string {
        if (!(value instanceof Uint8Array)) throw new BridgeMismatch("a Uint8Array", kindOf(value));
        // In pieces, since a call takes some ten thousand arguments at most; three bytes make four
        // characters, so no piece but the last is padded.
        const size = 3 * 4096;
        let text = "";
        for (let start = 0; start < value.length; start += size) {
          text += btoa(String.fromCharCode(...value.subarray(start, start + size)));
        }
        return text;
      }
      """#
    case .jsonValue:
      #"""
      /** Any JSON value. */
      export type JSONValue =
        | null
        | boolean
        | number
        | string
        | JSONValue[]
        | { [key: string]: JSONValue };
      """#
    case .copyJSON:
      #"""
      function copyJSON(value: unknown): JSONValue {
        return copyBelow(value, 0);
      }
      """#
    case .copyBelow:
      #"""
      function copyBelow(value: unknown, level: number): JSONValue {
        if (value === null || typeof value === "boolean") return value;
        if (typeof value === "string") return writeString(value);
        if (typeof value === "number" && Number.isFinite(value)) return value;
        if (typeof value === "number") throw new BridgeMismatch("JSON", "a number that is not finite");
        if (level === 512) throw new BridgeMismatch("JSON of at most 512 levels", "a deeper value");
        const copy = (element: unknown) => copyBelow(element, level + 1);
        if (Array.isArray(value)) return readArray(copy)(Array.from<unknown>(value));
        if (Object.prototype.toString.call(value) !== "[object Object]") {
          throw new BridgeMismatch("JSON", kindOf(value));
        }
        const entries = Object.entries(value as object)
          .filter(([, element]) => element !== undefined)
          .map(([key, element]) => [writeString(key), element]);
        return readDictionary(copy)(Object.fromEntries(entries));
      }
      """#
    case .readText:
      #"""
      /** Reads a value from its JSON text. */
      function readText<Value>(read: (json: unknown) => Value): (json: unknown) => Value {
        return (json) => {
          const text = checkString(json);
          let value: unknown;
          try {
            value = JSON.parse(text);
          } catch {
            throw new BridgeMismatch("JSON text", "another string");
          }
          return read(value);
        };
      }
      """#
    case .writeText:
      #"""
      /** Writes a value as JSON text. */
      function writeText<Value>(write: (value: Value) => unknown): (value: Value) => string {
        return (value) => JSON.stringify(write(value) ?? null);
      }
      """#
    case .readArray:
      #"""
      function readArray<Element>(
        read: (json: unknown) => Element,
      ): (json: unknown) => Element[] {
        return (json) => {
          if (!Array.isArray(json)) throw new BridgeMismatch("an array", kindOf(json));
          return json.map((element: unknown, index) => {
            try {
              return read(element);
            } catch (error) {
              throw at(index, error);
            }
          });
        };
      }
      """#
    case .writeArray:
      #"""
      function writeArray<Element>(
        write: (value: Element) => unknown,
      ): (values: readonly Element[]) => unknown[] {
        return (values) => {
          if (!Array.isArray(values)) throw new BridgeMismatch("an array", kindOf(values));
          // Unlike `map` this visits the holes of an array too.
          return Array.from<Element, unknown>(values, (value, index) => {
            try {
              return write(value);
            } catch (error) {
              throw at(index, error);
            }
          });
        };
      }
      """#
    case .readDictionary:
      #"""
      /** Without a prototype, so that no key finds an inherited property. */
      function readDictionary<Element>(
        read: (json: unknown) => Element,
      ): (json: unknown) => Record<string, Element> {
        return (json) => {
          if (kindOf(json) !== "an object") throw new BridgeMismatch("an object", kindOf(json));
          const entries: Record<string, Element> = Object.create(null);
          for (const [key, element] of Object.entries(json as object)) {
            try {
              entries[key] = read(element);
            } catch (error) {
              throw at(key, error);
            }
          }
          return entries;
        };
      }
      """#
    case .writeDictionary:
      #"""
      function writeDictionary<Element>(
        write: (value: Element) => unknown,
      ): (values: Readonly<Record<string, Element>>) => Record<string, unknown> {
        return (values) => {
          if (kindOf(values) !== "an object") throw new BridgeMismatch("an object", kindOf(values));
          const entries: Record<string, unknown> = Object.create(null);
          for (const [key, value] of Object.entries(values)) {
            try {
              entries[writeString(key)] = write(value);
            } catch (error) {
              throw at(key, error);
            }
          }
          return entries;
        };
      }
      """#
    case .readOptional:
      #"""
      function readOptional<Value>(
        read: (json: unknown) => Value,
      ): (json: unknown) => Value | undefined {
        return (json) => json === undefined || json === null ? undefined : read(json);
      }
      """#
    case .writeOptional:
      #"""
      function writeOptional<Value>(
        write: (value: Value) => unknown,
      ): (value: Value | undefined) => unknown {
        return (value) => value === undefined || value === null ? null : write(value);
      }
      """#
    case .property:
      #"""
      /** An own property, unlike those that every object inherits, such as `constructor`. */
      function property<Value extends object, Key extends keyof Value>(
        value: Value,
        key: Key,
      ): Value[Key] | undefined {
        const isOwn = Object.prototype.hasOwnProperty.call(value, key);
        return isOwn || !(key in Object.prototype) ? value[key] : undefined;
      }
      """#
    case .bridgeFields:
      #"""
      type BridgeFields = Record<string, unknown>;
      """#
    case .readObject:
      #"""
      function readObject(json: unknown): BridgeFields {
        if (kindOf(json) !== "an object") throw new BridgeMismatch("an object", kindOf(json));
        return json as BridgeFields;
      }
      """#
    case .readField:
      #"""
      function readField<Value>(
        fields: BridgeFields,
        name: string,
        read: (json: unknown) => Value,
      ): Value {
        try {
          return read(property(fields, name));
        } catch (error) {
          throw inField(name, error);
        }
      }
      """#
    case .readFieldOr:
      #"""
      function readFieldOr<Value>(
        fields: BridgeFields,
        name: string,
        read: (json: unknown) => Value,
        fallback: Value,
      ): Value {
        return property(fields, name) === undefined ? fallback : readField(fields, name, read);
      }
      """#
    case .readDiscriminator:
      #"""
      function readDiscriminator<Name extends string>(
        fields: BridgeFields,
        field: string,
        names: readonly Name[],
      ): Name {
        const name = names.find((name) => name === property(fields, field));
        if (name === undefined) throw unknownCase(fields, field, names);
        return name;
      }
      """#
    case .unknownCase:
      #"""
      function unknownCase(union: object, field: string, names: readonly string[]): unknown {
        if (kindOf(union) !== "an object") return new BridgeMismatch("an object", kindOf(union));
        const name = property(union as Record<string, unknown>, field);
        const expected = alternatives(names.map((name) => JSON.stringify(name)));
        const found = typeof name === "string" ? "another string" : kindOf(name);
        return inField(field, new BridgeMismatch(expected, found));
      }
      """#
    case .writeField:
      #"""
      function writeField<Value extends object, Key extends keyof Value & string>(
        value: Value,
        key: Key,
        write: (field: Value[Key]) => unknown,
      ): unknown {
        if (kindOf(value) !== "an object") throw new BridgeMismatch("an object", kindOf(value));
        try {
          return write(property(value, key) as Value[Key]);
        } catch (error) {
          throw inField(key, error);
        }
      }
      """#
    case .writeFieldOr:
      #"""
      function writeFieldOr<Value extends object, Key extends keyof Value & string>(
        value: Value,
        key: Key,
        write: (field: NonNullable<Value[Key]>) => unknown,
        fallback: NonNullable<Value[Key]>,
      ): unknown {
        return writeField(value, key, (field) => write(field ?? fallback));
      }
      """#
    case .writeOptionalField:
      #"""
      function writeOptionalField<Value extends object, Key extends keyof Value & string>(
        value: Value,
        key: Key,
        write: (field: NonNullable<Value[Key]>) => unknown,
      ): unknown {
        return writeField(
          value,
          key,
          (field) => field === undefined || field === null ? undefined : write(field),
        );
      }
      """#
    case .withoutUndefined:
      #"""
      /** An omitted field must not exist as a property: the app would read a null. */
      function withoutUndefined(fields: Record<string, unknown>): Record<string, unknown> {
        for (const key of Object.keys(fields)) {
          if (fields[key] === undefined) delete fields[key];
        }
        return fields;
      }
      """#
    case .kindConversions:
      #"""
      /** A function for each kind, as `kindOf` names it. */
      type KindConversions = Readonly<Record<string, (value: never) => unknown>>;
      """#
    case .convertByKind:
      #"""
      /** Converts a value with the function for its kind. */
      function convertByKind<Conversions extends KindConversions>(
        value: unknown,
        conversions: Conversions,
      ): ReturnType<Conversions[keyof Conversions]> {
        const found = kindOf(value);
        const kinds = Object.entries(conversions);
        for (const [kind, convert] of kinds) {
          if (kind === found) {
            return convert(value as never) as ReturnType<Conversions[keyof Conversions]>;
          }
        }
        throw new BridgeMismatch(alternatives(kinds.map(([kind]) => kind)), found);
      }
      """#
    }
  }

  /// Names that parts use and that the generator declares.
  static let standIns: [String] = [
    "MessageHandlerName", "TestCalls", "TestEvents", "TestMessages", "contract", "startListening",
  ]
}
