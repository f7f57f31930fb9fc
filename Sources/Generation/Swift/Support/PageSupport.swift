/// What follows `eventSupport`: the page that a web view shows, and what it says of itself.
let pageSupport = ##"""
  /// What one side knows: app and page are released apart, so each tells the other.
  public struct BridgeContract: Sendable, Hashable {
    /// The same for the same messages, events, calls and types; nothing depends on its order.
    public let version: String
    /// Identifiers of what the page may send; those of a channel behind its own: `app.open`.
    public let messages: [String]
    public let events: [String]
    public let calls: [String]

    var isEmpty: Bool { messages.isEmpty && events.isEmpty && calls.isEmpty }
  }

  /// The page that a web view shows, as far as events and calls go.
  ///
  /// Pages tell when they listen, through a message handler of this class. Until then events are
  /// kept, as many as the rule files say, and are sent in their order as soon as the page listens.
  /// When another page is loaded, what was kept for the one before is dropped and reported; what was
  /// sent before any page was there is kept for the first.
  ///
  /// A page of an older version does not tell anything: it gets events from when it is loaded.
  @MainActor public final class PageBridge: WebEventDispatcher, WebCaller {
    /// The message handler through which pages tell what they know and listen to.
    public nonisolated static let handlerName = "__bascule"

    public weak var errorDelegate: (any WebEventErrorDelegate)?
    /// What the page says that it knows of the app's events and calls; nil as long as it says nothing.
    public private(set) var contract: BridgeContract?

    private let runner: any JavaScriptRunner
    private let dispatch: EventDispatch
    private let waitsForPage: Bool

    /// Which load of which page is shown; nil before the first.
    private var page: String?
    private var isLoaded = false
    private var listens: Set<String> = []

    /// In the order in which they were sent.
    private var events: [KeptEvent] = []
    private var isSending = false
    private var calls: [Int: PendingCall] = [:]
    private var lastNumber = 0

    private struct KeptEvent {
      enum State {
        case new
        /// Is being handed to the page.
        case onTheWay
        case waitsForLoad
        /// The page is loaded but does not say that it listens; so it may have the event already.
        case waitsForListener(isHandedOver: Bool)
      }

      let number: Int
      let event: any WebEvent
      var state = State.new
      /// Which page it is kept for; nil for the first.
      var page: String?
      /// Whoever has sent it, until it is clear what becomes of it.
      var sender: CheckedContinuation<EventDelivery, any Error>?

      var name: String { type(of: event).name }

      /// Whether it has been found that it has to wait.
      var isKept: Bool {
        switch state {
        case .new, .onTheWay: false
        case .waitsForLoad, .waitsForListener: true
        }
      }

      /// Whether it may have reached the page all the same.
      var isHandedOver: Bool {
        if case .waitsForListener(let isHandedOver) = state { isHandedOver } else { false }
      }
    }

    private struct PendingCall {
      let name: String
      let caller: CheckedContinuation<JSON, any Error>
      var timer: Task<Void, Never>?
    }

    /// - Parameters:
    ///   - dispatch: nil for the first that the rule files declare.
    ///   - waitsForPage: whether events are kept until the page listens. It has to run the script
    ///     `announcement` at the start of each document, and what it posts to `handlerName` has to
    ///     come to `receive`. Otherwise events go to whatever page is there.
    public init(
      _ runner: any JavaScriptRunner, dispatch: EventDispatch? = nil, waitsForPage: Bool = false
    ) {
      self.runner = runner
      self.dispatch = dispatch ?? .standard
      self.waitsForPage = waitsForPage
    }

    /// Whether nothing is on the way to the page.
    var isIdle: Bool { !isSending }

    // MARK: What the page knows

    /// Whether the page knows the event; nil as long as it does not say what it knows.
    public func supports<Event: WebEvent>(_ event: Event.Type) -> Bool? {
      contract?.events.contains(Event.name)
    }

    /// Whether the page knows the call, which it need not implement yet; nil as long as it does not
    /// say what it knows.
    public func supports<Call: WebCall>(_ call: Call.Type) -> Bool? {
      contract?.calls.contains(Call.name)
    }

    /// Whether the page has listened to the event since it was loaded.
    public func isListening<Event: WebEvent>(to event: Event.Type) -> Bool {
      listens.contains(Event.name)
    }

    /// JavaScript to run at the start of each document, in the main frame only: tells the page what
    /// the app knows, and the app that there is a new page.
    ///
    /// - Parameter messages: those that the app takes from this page.
    public nonisolated static func announcement(offering messages: [String]) -> String {
      let app = BridgeContract.app
      let contract = JSON.object([
        "version": .string(app.version),
        "messages": .array(messages.map { .string($0) }),
        "events": .array(app.events.map { .string($0) }),
        "calls": .array(app.calls.map { .string($0) }),
      ])
      return """
        (() => {
          const handler = globalThis.webkit?.messageHandlers?.\(handlerName);
          if (!handler) { return; }
          const bridge = globalThis.__bascule ??= {};
          bridge.page = Date.now().toString(36) + "-" + Math.random().toString(36).slice(2);
          bridge.app = \(contract.text);
          const tell = (state) => { handler.postMessage({ page: bridge.page, state }); };
          tell("started");
          globalThis.addEventListener("pageshow", (event) => {
            if (event.persisted) { tell("started"); }
            tell("loaded");
          });
        })();
        """
    }

    /// Takes what the page has posted to `handlerName`. A page can spoil nothing by it but what the
    /// page itself gets to hear.
    public func receive(_ body: Any, isMainFrame: Bool) {
      guard isMainFrame, let message = body as? [String: Any],
        let page = message["page"] as? String, page.utf8.count <= 100
      else { return }
      switch message["state"] as? String {
      case "started"?: start(page)
      case _ where page != self.page: return
      case "loaded"?: isLoaded = true
      case nil: listen(message)
      default: return
      }
      sendNext()
    }

    private func start(_ page: String) {
      self.page = page
      isLoaded = false
      listens = []
      contract = nil
      let left = calls
      calls = [:]
      for call in left.values {
        call.timer?.cancel()
        call.caller.resume(throwing: WebCallError.pageLeft(call.name))
      }
      var lost: [(name: String, count: Int)] = []
      events.removeAll { event in
        guard event.isKept, let keptFor = event.page, keptFor != page else { return false }
        if event.isHandedOver { return true }
        if let index = lost.firstIndex(where: { $0.name == event.name }) {
          lost[index].count += 1
        } else {
          lost.append((event.name, 1))
        }
        return true
      }
      for index in events.indices { events[index].page = page }
      for (name, count) in lost { report(.pageLeft(name, count: count), name) }
    }

    /// Keeps of what the page says no more than the app can ask for.
    private func listen(_ message: [String: Any]) {
      guard message["events"] is [Any] else { return }
      func names(_ key: String, among known: [String]) -> [String] {
        let names = Set((message[key] as? [Any] ?? []).compactMap { $0 as? String })
        return known.filter { names.contains($0) }
      }
      let app = BridgeContract.app
      let version = message["version"] as? String ?? ""
      contract = BridgeContract(
        version: version.utf8.count <= 100 ? version : "", messages: [],
        events: names("events", among: app.events), calls: names("calls", among: app.calls))
      listens.formUnion(names("listens", among: app.events))
      var unknown: Set<String> = []
      events.removeAll { event in
        guard event.isKept, !isKnown(event.name) else { return false }
        if !event.isHandedOver { unknown.insert(event.name) }
        return true
      }
      for name in unknown.sorted() { report(.unknownToPage(name), name) }
    }

    /// Whether the page may know the event. One that the rule files do not have is none of its
    /// contract.
    private func isKnown(_ name: String) -> Bool {
      guard let contract, BridgeContract.app.events.contains(name) else { return true }
      return contract.events.contains(name)
    }

    // MARK: Events

    @discardableResult
    public func dispatch(_ event: any WebEvent) async throws -> EventDelivery {
      let name = type(of: event).name
      guard isKnown(name) else { throw WebEventError.unknownToPage(name) }
      lastNumber += 1
      let number = lastNumber
      return try await withCheckedThrowingContinuation { sender in
        events.append(KeptEvent(number: number, event: event, sender: sender))
        sendNext()
      }
    }

    private func canSend(_ event: KeptEvent) -> Bool {
      if !waitsForPage { return true }
      if page == nil { return false }
      switch event.state {
      case .new, .waitsForLoad: return isLoaded || listens.contains(event.name)
      case .waitsForListener: return listens.contains(event.name)
      case .onTheWay: return false
      }
    }

    /// Sends one after the other, so that they arrive in their order.
    private func sendNext() {
      for event in events where !event.isKept && !canSend(event) {
        if case .new = event.state { keep(event.number, .waitsForLoad) }
      }
      guard !isSending, let next = events.firstIndex(where: { canSend($0) }) else { return }
      isSending = true
      events[next].state = .onTheWay
      let event = events[next]
      let hasEarlier = events[..<next].contains { $0.name == event.name }
      Task {
        await send(event, hasEarlier: hasEarlier)
        isSending = false
        sendNext()
      }
    }

    private func send(_ event: KeptEvent, hasEarlier: Bool) async {
      let arguments: [String: JSON] = [
        "target": .string(dispatch.target), "name": .string(event.name),
        "payload": event.event.payload, "hasEarlier": .bool(hasEarlier), "waits": .bool(waitsForPage),
      ]
      do {
        let outcome = try await runner.run(dispatch.script, arguments: arguments)
        settle(event, outcome)
      } catch {
        settle(event.number, .failure(error))
      }
    }

    private func settle(_ event: KeptEvent, _ outcome: JSON) {
      switch outcome {
      case .string("missing") where !waitsForPage:
        let error = WebEventError.noFunction(event.name, path: dispatch.target)
        settle(event.number, .failure(error))
      case _ where !waitsForPage: settle(event.number, .success(.sent))
      case .string("earlier first"):
        // The page has begun to listen, and what it says of that is on the way.
        listens.insert(event.name)
        change(event.number) { $0.state = .new }
      case .string("not loaded"):
        isLoaded = false
        listens.remove(event.name)
        keep(event.number, .waitsForLoad)
      case .string("missing"):
        listens.remove(event.name)
        keep(event.number, .waitsForListener(isHandedOver: false))
      case .string("handed over"):
        listens.remove(event.name)
        keep(event.number, .waitsForListener(isHandedOver: true))
      default: settle(event.number, .success(.sent))
      }
    }

    /// Keeps an event that cannot be sent, as far as its queue allows.
    private func keep(_ number: Int, _ state: KeptEvent.State) {
      change(number) { event in
        event.state = state
        event.page = event.page ?? page
      }
      guard let index = events.firstIndex(where: { $0.number == number }) else { return }
      let event = events[index]
      let queue = type(of: event.event).queue
      if queue == .none {
        return settle(number, .success(event.isHandedOver ? .sent : .dropped))
      }
      change(number) { event in
        event.sender?.resume(returning: event.isHandedOver ? .sent : .kept)
        event.sender = nil
      }
      var surplus = events.filter { $0.isKept && $0.name == event.name }
      switch queue {
      case .atMost(let count): surplus.removeLast(min(count, surplus.count))
      case .newest: surplus.removeLast()
      case .none: break
      }
      for old in surplus {
        settle(old.number, .success(.dropped))
        if queue != .newest, !old.isHandedOver { report(.queueFull(old.name), old.name) }
      }
    }

    private func change(_ number: Int, _ body: (inout KeptEvent) -> Void) {
      if let index = events.firstIndex(where: { $0.number == number }) { body(&events[index]) }
    }

    /// The event is done with.
    private func settle(_ number: Int, _ result: Result<EventDelivery, any Error>) {
      guard let index = events.firstIndex(where: { $0.number == number }) else { return }
      let event = events.remove(at: index)
      if let sender = event.sender {
        sender.resume(with: result)
      } else if case .failure(let error) = result {
        errorDelegate?.event(event.name, failedWith: error)
      }
    }

    private func report(_ error: WebEventError, _ name: String) {
      errorDelegate?.event(name, failedWith: error)
    }

    // MARK: Calls

    private static let callScript = """
      const calls = globalThis.__bascule && globalThis.__bascule.calls;
      const call = calls && calls[name];
      if (typeof call !== "function") { return {}; }
      try {
        const reply = await call(payload);
        return { reply: reply === undefined ? null : reply };
      } catch (error) {
        return { failure: error instanceof Error ? error.message : String(error) };
      }
      """

    public func call<Call: WebCall>(
      _ call: Call, within seconds: Double?
    ) async throws -> Call.Reply {
      let arguments: [String: JSON] = ["name": .string(Call.name), "payload": call.payload]
      let answer = try await answer(to: Call.name, arguments, within: seconds)
      guard case .object(let fields) = answer, let reply = fields["reply"] else {
        if case .object(let fields) = answer, case .string(let reason)? = fields["failure"] {
          throw WebCallError.failed(Call.name, reason: reason)
        }
        throw WebCallError.notImplemented(Call.name)
      }
      do {
        return try call.reply(from: reply)
      } catch let error as WireError {
        throw WebCallError.undecodable(Call.name, error)
      }
    }

    /// What the page answers, or why it does not: it fails, is left, or takes too long.
    private func answer(
      to name: String, _ arguments: [String: JSON], within seconds: Double?
    ) async throws -> JSON {
      lastNumber += 1
      let number = lastNumber
      return try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { caller in
          calls[number] = PendingCall(name: name, caller: caller)
          if Task.isCancelled { return finish(number, .failure(CancellationError())) }
          if let seconds {
            calls[number]?.timer = Task { [weak self] in
              try? await Task.sleep(nanoseconds: UInt64(max(0, min(seconds, 1e9)) * 1e9))
              if !Task.isCancelled { self?.finish(number, .failure(WebCallError.timedOut(name))) }
            }
          }
          Task {
            do {
              finish(number, .success(try await runner.run(Self.callScript, arguments: arguments)))
            } catch {
              finish(number, .failure(error))
            }
          }
        }
      } onCancel: {
        Task { @MainActor [weak self] in self?.finish(number, .failure(CancellationError())) }
      }
    }

    private func finish(_ number: Int, _ result: Result<JSON, any Error>) {
      guard let call = calls.removeValue(forKey: number) else { return }
      call.timer?.cancel()
      call.caller.resume(with: result)
    }
  }

  """##
