/// The texts of what sends messages, takes events and answers calls.
extension TypeScriptRuntime {
  static let messageHandlerText = #"""
    interface BridgeHandler {
      postMessage(body: unknown): unknown;
    }

    function messageHandler(name: string): BridgeHandler | undefined {
      const page = globalThis as unknown as {
        webkit?: { messageHandlers?: Record<string, BridgeHandler | undefined> };
      };
      const handler = page.webkit?.messageHandlers?.[name];
      return typeof handler?.postMessage === "function" ? handler : undefined;
    }
    """#

  static let requireHandlerText = #"""
    function requireHandler(name: string, identifier: string): BridgeHandler {
      const handler = messageHandler(name);
      if (handler !== undefined) return handler;
      const reason = `no message handler "${name}"; is this page shown in the app?`;
      throw new BridgeError("unavailable", identifier, `${identifier}: ${reason}`);
    }
    """#

  static let rejectionText = #"""
    function rejection(identifier: string, reason: unknown): BridgeError {
      const text = reason instanceof Error ? reason.message : String(reason ?? "");
      const message = text === "" ? `${identifier}: the app rejected the message` : text;
      return new BridgeError("rejected", identifier, message);
    }
    """#

  static let postText = #"""
    /** Sends a message that has no reply. */
    function post<Value>(
      handlerName: string,
      value: Value,
      write: (value: Value) => unknown,
      identifier = handlerName,
    ): void {
      const handler = requireHandler(handlerName, identifier);
      const body = convert("encoding", identifier, value, write);
      try {
        // A handler that answers other messages hands back a promise; nobody waits for this one.
        Promise.resolve(handler.postMessage(body)).catch(() => {});
      } catch (error) {
        throw rejection(identifier, error);
      }
    }
    """#

  static let requestText = #"""
    /** Sends a message and awaits its reply. */
    async function request<Value, Reply>(
      handlerName: string,
      value: Value,
      write: (value: Value) => unknown,
      read: (json: unknown) => Reply,
      options: SendOptions = {},
      identifier = handlerName,
    ): Promise<Reply> {
      const handler = requireHandler(handlerName, identifier);
      const body = convert("encoding", identifier, value, write);
      const reply = await patiently(identifier, options, async () => {
        try {
          return await handler.postMessage(body);
        } catch (error) {
          throw rejection(identifier, error);
        }
      });
      return convert("decoding", identifier, reply, read);
    }
    """#

  static let patientlyText = #"""
    /** Waits for the app as long as the sender wants to; a reply that comes later is lost. */
    function patiently(
      identifier: string,
      { timeout, signal }: SendOptions,
      send: () => Promise<unknown>,
    ): Promise<unknown> {
      if (timeout === undefined && signal === undefined) return send();
      return new Promise((resolve, reject) => {
        const abort = () => reject(signal?.reason ?? new Error(`${identifier}: aborted`));
        if (signal?.aborted) return abort();
        const expire = () => {
          const reason = `${identifier}: the app did not answer within ${timeout} ms`;
          reject(new BridgeError("timeout", identifier, reason));
        };
        const timer = timeout === undefined ? undefined : setTimeout(expire, timeout);
        signal?.addEventListener("abort", abort);
        send().then(resolve, reject).finally(() => {
          clearTimeout(timer);
          signal?.removeEventListener("abort", abort);
        });
      });
    }
    """#

  static let inEnvelopeText = #"""
    /** Writes the payload into the object by which the app tells the messages of a channel apart. */
    function inEnvelope<Value>(
      field: string,
      name: string,
      write: (value: Value) => unknown,
    ): (value: Value) => unknown {
      return (value) => ({ [field]: name, payload: write(value) });
    }
    """#

  static let bridgeStateText = #"""
    /** What app and page keep in the page for each other. */
    interface BridgeState {
      /** Which load of which page this is; the app sets it. */
      page?: string;
      app?: BridgeContract;
      listens?: Record<string, boolean>;
      calls?: Record<string, unknown>;
    }

    function bridgeState(): BridgeState {
      return (globalThis as unknown as { __bascule?: BridgeState }).__bascule ??= {};
    }
    """#

  static let announceText = #"""
    let isAnnouncing = false;
    let isAnnounced = false;

    /** Tells the app what this page knows and listens to, once for all that starts in one go. */
    function announce(): void {
      if (isAnnouncing) return;
      isAnnouncing = true;
      Promise.resolve().then(() => {
        isAnnouncing = false;
        const { page, listens = {} } = bridgeState();
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
      // A page that comes back from the page cache is a new one to the app.
      globalThis.addEventListener("pageshow", (event) => {
        if ((event as PageTransitionEvent).persisted) announce();
      });
    }
    """#

  static let subscribeText = #"""
    function subscribe<Value>(
      identifier: string,
      read: (json: unknown) => Value,
      listener: (value: Value) => void,
      options: ListenOptions = {},
    ): () => void {
      const { signal } = options;
      if (signal?.aborted) return () => {};
      startListening();
      const subscription: BridgeSubscription = {
        receive: (body) => listener(convert("decoding", identifier, body, read)),
      };
      const others = subscriptions.get(identifier) ?? new Set();
      subscriptions.set(identifier, others.add(subscription));
      const listens = bridgeState().listens ??= Object.create(null) as Record<string, boolean>;
      if (listens[identifier] !== true) {
        listens[identifier] = true;
        announce();
      }
      const unsubscribe = () => {
        others.delete(subscription);
        signal?.removeEventListener("abort", unsubscribe);
      };
      signal?.addEventListener("abort", unsubscribe);
      return unsubscribe;
    }
    """#

  static let nextText = #"""
    function next<Value>(
      identifier: string,
      read: (json: unknown) => Value,
      options: ListenOptions = {},
    ): Promise<Value> {
      const { signal } = options;
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

  static let deliverText = #"""
    interface BridgeSubscription {
      receive(body: unknown): void;
    }

    const subscriptions: Map<string, Set<BridgeSubscription>> = /* @__PURE__ */ new Map();
    let isListening = false;

    /** Hands an event to all who listen; a listener that throws does not keep it from the others. */
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

  static let receiveEventText = #"""
    function receiveEvent(event: unknown): void {
      const detail = (event as { detail?: { name?: unknown; body?: unknown } | null }).detail;
      if (typeof detail?.name === "string") deliver(detail.name, detail.body);
    }
    """#

  static let receiveFunctionText = #"""
    /** Puts a function at a dotted path; one that stands there already is still called. */
    function receiveFunction(path: string): void {
      const names = path.split(".");
      const last = names.pop() ?? path;
      let place = globalThis as unknown as Record<string, unknown>;
      for (const name of names) place = (place[name] ??= {}) as Record<string, unknown>;
      const previous = place[last];
      place[last] = function (this: unknown, ...values: unknown[]): unknown {
        const [name, body] = values;
        if (typeof name === "string") {
          deliver(name, body);
          // The browser's own function takes events only.
          if (previous === EventTarget.prototype.dispatchEvent) return undefined;
        }
        return typeof previous === "function" ? previous.apply(this, values) : undefined;
      };
    }
    """#

  static let implementText = #"""
    /**
     * Registers a function that the app calls by `globalThis.__bascule.calls[identifier](payload)`.
     *
     * Payload and reply are in the form in which they cross to the app. The promise rejects if the
     * payload does not decode, if the implementation fails, or if its reply does not encode.
     */
    function implement<Payload, Reply>(
      identifier: string,
      read: (json: unknown) => Payload,
      implementation: (payload: Payload) => Reply | Promise<Reply>,
      write: (reply: Reply) => unknown,
    ): () => void {
      const calls = bridgeState().calls ??= Object.create(null) as Record<string, unknown>;
      const call = async (json: unknown): Promise<unknown> => {
        const payload = convert("decoding", identifier, json, read);
        return convert("encoding", identifier, await implementation(payload), write);
      };
      calls[identifier] = call;
      announce();
      return () => {
        if (calls[identifier] === call) delete calls[identifier];
      };
    }
    """#
}
