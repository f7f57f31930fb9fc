import Foundation
import Testing

@testable @_spi(Generated) @_spi(GeneratedFile) import BasculeRuntime

private let home = TrustedOrigin(given: "Home")

/// Tests origins that only the app knows, and that change.
@MainActor @Suite struct OriginSourceTests {
  private final class App: OriginSource {
    var servers: [URL] = []
    func urls(ofOrigin name: String) -> [URL] { name == "Home" ? servers : [] }
  }

  private final class Save: ScriptMessageStrategy {
    static let identifier = "save"
    static let replies = true
    static let isMainFrameOnly = true
    static let origins = [home]
    var errorDelegate: (any ScriptMessageErrorDelegate)? { nil }
    private(set) weak var originSource: (any OriginSource)?
    init(_ source: any OriginSource) { originSource = source }
    func receive(_ body: JSON) async throws -> JSON { body }
  }

  private struct Secret: WebEvent {
    static let name = "secret"
    static let queue = EventQueue.atMost(10)
    static let origins = [home]
    var payload: JSON { .string("token") }
  }

  private struct SecretCall: WebCall {
    static let name = "secretCall"
    static let origins = [home]
    var payload: JSON { .string("token") }
    func reply(from json: JSON) throws {}
  }

  /// A page that answers each event and call.
  private final class Page: JavaScriptRunner {
    var received = 0

    func run(_ body: String, arguments: [String: JSON]) async throws -> JSON {
      received += 1
      return arguments["waits"] == nil ? .object(["reply": .null]) : .string("heard")
    }
  }

  private let app = App()
  private let runner = Page()

  private func origin(_ text: String) throws -> WebOrigin {
    try #require(URL(string: text).flatMap { WebOrigin(app: $0) })
  }

  private func isHeard(_ strategy: Save, from page: String) async throws -> Bool {
    let origin = try origin(page)
    let message = ScriptMessage(body: "x", origin: origin, isMainFrame: true)
    let answer = await strategy.answer(message)
    if answer == .value(.string("x")) { return true }
    #expect(answer == .failure(PageError(ScriptMessageError.untrustedOrigin(origin))))
    return false
  }

  @Test func aMessageIsOfTheOriginThatTheAppHasNow() async throws {
    let strategy = Save(app)
    #expect(try await !isHeard(strategy, from: "https://a.example"))
    app.servers = [URL(string: "https://A.example:443/app?x#y")!]
    #expect(try await isHeard(strategy, from: "https://a.example/other"))
    for other in ["http://a.example", "https://a.example:444", "https://b.a.example"] {
      #expect(try await !isHeard(strategy, from: other))
    }
    app.servers = [URL(string: "http://b.example:8123/")!, URL(string: "x")!]
    #expect(try await isHeard(strategy, from: "http://b.example:8123"))
    #expect(try await !isHeard(strategy, from: "https://a.example"))
  }

  @Test func noPageIsTrustedOnceTheAppIsGone() async throws {
    var gone: App? = App()
    gone?.servers = [URL(string: "https://a.example")!]
    let strategy = Save(try #require(gone))
    gone = nil
    #expect(try await !isHeard(strategy, from: "https://a.example"))
  }

  private func bridge(listens: [String]) throws -> PageBridge {
    let contract = BridgeContract(
      version: "1", messages: [], events: ["secret"], calls: ["secretCall"])
    let bridge = PageBridge(runner, contract: contract, waitsForPage: true)
    let origin = try origin("https://a.example")
    bridge.receive(["page": "p", "state": "started"], origin: origin, isMainFrame: true)
    let message: [String: Any] = [
      "page": "p", "version": "1", "events": ["secret"], "calls": ["secretCall"],
      "listens": listens,
    ]
    bridge.receive(message, origin: origin, isMainFrame: true)
    return bridge
  }

  @Test func eventsAndCallsAreForTheOriginThatTheAppHasNow() async throws {
    let bridge = try bridge(listens: ["secret"])
    let origin = try origin("https://a.example")
    app.servers = [URL(string: "https://a.example")!]
    // The app has not given the origin yet.
    await #expect(throws: WebEventError.otherOrigin("secret", origin)) {
      try await bridge.dispatch(Secret())
    }
    bridge.originSource = app
    #expect(try await bridge.dispatch(Secret()) == .sent)
    try await bridge.call(SecretCall())
    #expect(runner.received == 2)
    app.servers = [URL(string: "https://b.example")!]
    await #expect(throws: WebEventError.otherOrigin("secret", origin)) {
      try await bridge.dispatch(Secret())
    }
    await #expect(throws: WebCallError.otherOrigin("secretCall", origin)) {
      try await bridge.call(SecretCall())
    }
    #expect(runner.received == 2)
  }

  /// Tests that a waiting event is dropped if the app has another server before the page listens.
  @Test func anEventThatWaitsIsNotForAFormerOrigin() async throws {
    let bridge = try bridge(listens: [])
    bridge.originSource = app
    app.servers = [URL(string: "https://a.example")!]
    #expect(try await bridge.dispatch(Secret()) == .kept)
    app.servers = []
    let message: [String: Any] = [
      "page": "p", "version": "1", "events": ["secret"], "calls": [String](),
      "listens": ["secret"],
    ]
    bridge.receive(message, origin: try origin("https://a.example"), isMainFrame: true)
    for _ in 0..<200 { await Task.yield() }
    #expect(runner.received == 0)
    #expect(bridge.events.isIdle)
  }

  /// Tests that a script for a list without URLs runs nowhere.
  @Test func aScriptIsForTheOriginsOfURLs() {
    let urls = ["https://a.example/x", "x://a*b", "http://[::1]:8080/"].map { URL(string: $0)! }
    #expect(
      ScriptOrigin.of(urls) == [
        ScriptOrigin("https", "a.example", ""), ScriptOrigin("http", "[::1]", "8080"),
      ])
    let source = UserScript("f();", atStart: true, mainFrameOnly: true, on: ScriptOrigin.of([]))
      .source
    #expect(source.contains("if (!(false)) { return; }"))
  }
}
