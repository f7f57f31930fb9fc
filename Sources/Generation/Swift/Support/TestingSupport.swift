/// What opens `BasculeTesting.swift`, the same for every rule set; `SwiftTesting` goes on inside of
/// `#if DEBUG`.
let testingSupport = ##"""
    import Foundation

    /// Why a message of a test's page was not taken.
    public enum TestPageError: Error, Sendable, Hashable, CustomStringConvertible {
      /// The web view has no message handler of that name.
      case unavailable(String)
      /// What the page's promise rejects with.
      case rejected(String)

      public var description: String {
        switch self {
        case .unavailable(let name): "no message handler `\(name)`"
        case .rejected(let reason): reason
        }
      }
    }

    /// A page without a web view, for the tests of an app.
    ///
    /// It sends messages as the page's TypeScript does, and whatever crosses is encoded and decoded as in
    /// a web view. Give `bridge` to what sends events and makes calls.
    @MainActor public final class TestPage {
      /// Where its messages come from.
      public var origin: WebOrigin
      public var isMainFrame = true
      /// Takes events and calls.
      public let bridge: PageBridge

      private let handlers: [any ScriptMessageHandling]
      private var load = 0
      private var listens: Set<String> = []
      private var events: [(name: String, payload: JSON)] = []
      private var functions: [String: @MainActor (JSON) async throws -> JSON] = [:]

      private final class Runner: JavaScriptRunner {
        weak var page: TestPage?

        func run(_ body: String, arguments: [String: JSON]) async throws -> JSON {
          await page?.run(arguments) ?? .null
        }
      }

      /// A page that listens to all events.
      public init(_ handlers: [any ScriptMessageHandling], origin: WebOrigin) {
        let runner = Runner()
        self.handlers = handlers
        self.origin = origin
        bridge = PageBridge(runner, waitsForPage: true)
        runner.page = self
        reload()
      }

      /// A page of a configuration, at its URL; it listens to all events.
      public convenience init(_ configuration: WebConfiguration) {
        let url = configuration.url
        self.init(
          configuration.messageHandlers,
          origin: WebOrigin(scheme: url.scheme ?? "", host: url.host ?? "", port: url.port))
      }

      // MARK: Loading

      /// The page goes and comes anew, with no functions.
      ///
      /// - Parameter isListening: whether it listens to all events at once, or to none; see `listen`.
      public func reload(isListening: Bool = true) {
        load += 1
        listens = []
        functions = [:]
        bridge.receive(["page": "\(load)", "state": "started"], isMainFrame: true)
        if isListening { announce(BridgeContract.app.events) }
      }

      /// The page begins to listen; returns when it has what was kept for it.
      public func listen<Event: WebEvent>(to event: Event.Type) async {
        announce([Event.name])
        while !bridge.isIdle { await Task.yield() }
      }

      private func announce(_ names: [String]) {
        let app = BridgeContract.app
        listens.formUnion(names)
        bridge.receive(
          [
            "page": "\(load)", "version": app.version, "events": app.events, "calls": app.calls,
            "listens": listens.sorted(),
          ], isMainFrame: true)
      }

      /// What the page does with a script of the bridge.
      private func run(_ arguments: [String: JSON]) async -> JSON {
        guard case .string(let name)? = arguments["name"], let payload = arguments["payload"] else {
          return .null
        }
        if arguments["waits"] != nil {
          if !listens.contains(name) { return .string("not loaded") }
          events.append((name, payload))
          return .string("heard")
        }
        guard let function = functions[name] else { return .object([:]) }
        do {
          return .object(["reply": try await function(payload)])
        } catch {
          return .object(["failure": .string("\(error)")])
        }
      }

      // MARK: Crossing

      /// Posts a body as it is to a message handler, for bodies that no function would send.
      ///
      /// - Returns: what the page is answered.
      @discardableResult
      public func post(_ body: Any, to identifier: String) async throws -> JSON {
        guard let handler = handlers.first(where: { $0.identifier == identifier }) else {
          throw TestPageError.unavailable(identifier)
        }
        let message = ScriptMessage(body: body, origin: origin, isMainFrame: isMainFrame)
        switch await handler.answer(message) {
        case .value(let value): return value
        case .failure(let reason): throw TestPageError.rejected(reason)
        }
      }

      @discardableResult
      private func send(_ body: JSON, to identifier: String) async throws -> JSON {
        try await post(body.foundation, to: identifier)
      }

      private func received(_ name: String) -> [JSON] {
        events.filter { $0.name == name }.map(\.payload)
      }

      private func implement(
        _ name: String, _ function: @escaping @MainActor (JSON) async throws -> JSON
      ) {
        functions[name] = function
      }

  """##
