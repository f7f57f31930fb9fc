//: output BasculeTesting
//: needs PageBridge ScriptMessage JSONFoundation

#if DEBUG
  import Foundation

  /// The reason for which a message of a test page was not handled.
  public nonisolated enum TestPageError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The web view has no message handler of this name.
    case unavailable(String)
    /// The page's promise rejects with this error.
    case rejected(PageError)

    public var description: String {
      switch self {
      case .unavailable(let name): "no message handler `\(name)`"
      case .rejected(let error): error.description
      }
    }
  }

  //: if PageAnswer
  /// An answer that a page gets by a function or a DOM event, and not by a promise.
  public nonisolated struct TestPageAnswer: Sendable, Hashable {
    /// The path of the function, or the type of the event.
    public let target: String
    public let values: [JSON]
  }

  //: end
  //: if JavaScriptRunner
  @MainActor private final class TestPageRunner: JavaScriptRunner {
    weak var page: TestPage?

    func run(_ body: String, arguments: [String: JSON]) async throws -> JSON {
      await page?.run(arguments) ?? .null
    }
  }

  //: end
  /// A page without a web view, for the tests of an app.
  ///
  /// The page sends messages as its TypeScript code does. All values are encoded and decoded as in a web view.
  @MainActor public final class TestPage {
    /// The origin of the page's messages.
    public var origin: WebOrigin
    public var isMainFrame = true
    //: if JavaScriptRunner
    /// The bridge that sends events and makes calls. The app uses it in place of the bridge of a web view.
    public let bridge: PageBridge
    //: end

    private let handlers: [any ScriptMessageHandling]
    private let gate = MessageGate()
    //: if JavaScriptRunner
    private let contract: BridgeContract
    private var load = 0
    private var listens: Set<String> = []
    //: end
    //: if EventOutbox
    private var events: [(name: String, payload: JSON)] = []
    //: end
    //: if PageCalls
    private var functions: [String: @MainActor (JSON) async throws -> JSON] = [:]
    //: end

    /// Creates a page with these message handlers, which listens to all events of the contract.
    public init(
      _ handlers: [any ScriptMessageHandling], origin: WebOrigin, contract: BridgeContract
    ) {
      self.handlers = handlers
      self.origin = origin
      //: if JavaScriptRunner
      let runner = TestPageRunner()
      self.contract = contract
      bridge = PageBridge(runner, contract: contract, waitsForPage: true)
      runner.page = self
      //: if PageAnswer
      gate.page = bridge
      //: end
      reload()
      //: end
    }
    //: if Configurator

    /// Creates the page of a configuration, at its URL. The page listens to all events.
    public convenience init(_ configuration: WebConfiguration) {
      let url = configuration.url
      self.init(
        configuration.messageHandlers,
        origin: WebOrigin(scheme: url.scheme ?? "", host: url.host ?? "", port: url.port),
        contract: configuration.contract)
      //: if JavaScriptRunner
      //: if OriginSource
      bridge.originSource = configuration.originSource
      //: end
      //: end
    }
    //: end
    //: if JavaScriptRunner

    // MARK: Loading

    /// Loads the page again, or a page of another origin if `origin` has changed. The new page does not implement
    /// functions.
    ///
    /// - Parameter isListening: true to listen to all events at once, false to listen to none.
    public func reload(isListening: Bool = true) {
      load += 1
      listens = []
      //: if PageCalls
      functions = [:]
      //: end
      bridge.receive(["page": "\(load)", "state": "started"], origin: origin, isMainFrame: true)
      if isListening { announce(contract.events) }
    }

    private func announce(_ names: [String]) {
      listens.formUnion(names)
      bridge.receive(
        [
          "page": "\(load)", "version": contract.version, "events": contract.events,
          "calls": contract.calls, "listens": listens.sorted(),
        ], origin: origin, isMainFrame: true)
    }

    /// Runs a script of the bridge.
    fileprivate func run(_ arguments: [String: JSON]) async -> JSON {
      //: if PageAnswer
      if arguments["answer"] != nil { return take(arguments) }
      //: end
      //: if EventOutbox
      if arguments["waits"] != nil { return deliver(arguments) }
      //: end
      //: if PageCalls
      if arguments["waits"] == nil { return await call(arguments) }
      //: end
      return .null
    }
    //: end
    //: if EventOutbox

    /// Begins to listen, and returns when the page has received the events that were kept for it.
    public func listen<Event: WebEvent>(to event: Event.Type) async {
      announce([Event.name])
      while !bridge.events.isIdle { await Task.yield() }
    }

    /// Stops listening to an event.
    public func stopListening<Event: WebEvent>(to event: Event.Type) {
      listens.remove(Event.name)
      announce([])
    }

    private func deliver(_ arguments: [String: JSON]) -> JSON {
      guard arguments["page"] == .string("\(load)") else { return .string("other page") }
      guard case .string(let name)? = arguments["name"], let payload = arguments["payload"],
        listens.contains(name)
      else { return .string("not loaded") }
      events.append((name, payload))
      return .string("heard")
    }

    /// Returns the payloads of the received events of one name.
    @_spi(GeneratedFile) public func received(_ name: String) -> [JSON] {
      events.filter { $0.name == name }.map(\.payload)
    }
    //: end
    //: if PageCalls

    private func call(_ arguments: [String: JSON]) async -> JSON {
      guard arguments["page"] == .string("\(load)") else { return .string("other page") }
      guard case .string(let name)? = arguments["name"], let payload = arguments["payload"],
        let function = functions[name]
      else { return .object([:]) }
      do {
        return .object(["reply": try await function(payload)])
      } catch {
        return .object(["failure": .string("\(error)")])
      }
    }

    @_spi(GeneratedFile) public func implement(
      _ name: String, _ function: @escaping @MainActor (JSON) async throws -> JSON
    ) {
      functions[name] = function
    }
    //: end

    //: if PageAnswer

    /// The answers that the page has received, oldest first.
    public private(set) var answers: [TestPageAnswer] = []

    private func take(_ arguments: [String: JSON]) -> JSON {
      guard arguments["page"] == .string("\(load)") else { return .string("other page") }
      guard case .string(let target)? = arguments["target"],
        case .array(let values)? = arguments["values"]
      else { return .null }
      answers.append(TestPageAnswer(target: target, values: values))
      return .string("sent")
    }
    //: end

    // MARK: Messages

    /// Posts any body to a message handler, including bodies that generated functions would not send.
    ///
    /// - Returns: the reply to the page.
    @discardableResult
    public func post(_ body: Any, to identifier: String) async throws -> JSON {
      guard let handler = handlers.first(where: { $0.identifier == identifier }) else {
        throw TestPageError.unavailable(identifier)
      }
      let message = ScriptMessage(body: body, origin: origin, isMainFrame: isMainFrame)
      switch await gate.answer(message, by: handler) {
      case .value(let value): return value
      case .failure(let error): throw TestPageError.rejected(error)
      }
    }

    //: if ScriptMessageChannel

    /// Returns a message of a channel that contains the fields of its payload and its name.
    @_spi(GeneratedFile) public func inlineMessage(
      _ name: String, by field: String, inline payload: JSON
    ) -> JSON {
      guard case .object(var fields) = payload else { return .object([field: .string(name)]) }
      fields[field] = .string(name)
      return .object(fields)
    }
    //: end

    @_spi(GeneratedFile) @discardableResult
    public func send(_ body: JSON, to identifier: String) async throws -> JSON {
      try await post(body.foundation, to: identifier)
    }
  }
#endif
