import Testing

@testable @_spi(Generated) @_spi(GeneratedFile) import BasculeRuntime

/// Tests the page that a web view shows: the time from which on it gets events, and the senders that may announce it.
@MainActor @Suite struct PageTests {
  private struct Told: WebEvent {
    static let name = "told"
    static let queue = EventQueue.atMost(10)
    var payload: JSON
  }

  /// A fake page that listens, and that the app knows to be loaded.
  private final class Runner: JavaScriptRunner {
    var isListening = true
    var heard: [JSON] = []

    func run(_ body: String, arguments: [String: JSON]) async throws -> JSON {
      guard isListening else { return .string("not loaded") }
      arguments["payload"].map { heard.append($0) }
      return .string("heard")
    }
  }

  private final class Reports: WebEventErrorDelegate {
    var lines: [String] = []
    func event(_ name: String, failedWith error: any Error) { lines.append("\(error)") }
  }

  private static let origin = WebOrigin(scheme: "https", host: "a.example")

  private let runner = Runner()
  private let reports = Reports()
  private let bridge: PageBridge

  init() {
    let contract = BridgeContract(version: "1", messages: [], events: ["told"], calls: [])
    bridge = PageBridge(runner, contract: contract, waitsForPage: true)
    bridge.errorDelegate = reports
  }

  private func post(_ state: String, page: String, isMainFrame: Bool = true) {
    bridge.receive(["page": page, "state": state], origin: Self.origin, isMainFrame: isMainFrame)
  }

  private func listen(page: String, isMainFrame: Bool = true) {
    bridge.receive(
      ["page": page, "version": "1", "events": ["told"], "calls": [], "listens": ["told"]]
        as [String: Any], origin: Self.origin, isMainFrame: isMainFrame)
  }

  private func settle() async {
    while !bridge.events.isIdle { await Task.yield() }
  }

  /// Tests that an event that is queued for the first page is not sent to the next page after the first was left.
  @Test func anEventOfTheFirstPageIsNotSentToTheSecond() async throws {
    #expect(try await bridge.dispatch(Told(payload: .number(1))) == .kept)
    post("started", page: "a")
    post("started", page: "b")
    listen(page: "b")
    await settle()
    #expect(runner.heard == [])
    #expect(reports.lines == ["told: 1 dropped, the page was left before it listened"])
  }

  @Test func theFirstPageGetsWhatWasSentBeforeIt() async throws {
    #expect(try await bridge.dispatch(Told(payload: .number(1))) == .kept)
    post("started", page: "a")
    listen(page: "a")
    await settle()
    #expect(runner.heard == [.number(1)])
    #expect(reports.lines == [])
  }

  @Test func aFrameInsideThePageSaysNothing() async throws {
    #expect(try await bridge.dispatch(Told(payload: .number(1))) == .kept)
    post("started", page: "a", isMainFrame: false)
    listen(page: "a", isMainFrame: false)
    await settle()
    #expect(bridge.contract == nil)
    post("started", page: "a")
    listen(page: "a", isMainFrame: false)
    post("loaded", page: "a", isMainFrame: false)
    await settle()
    #expect(runner.heard == [])
    #expect(!bridge.isListening(to: Told.self))
    // A frame cannot start a new page either.
    post("started", page: "b", isMainFrame: false)
    listen(page: "a")
    await settle()
    #expect(runner.heard == [.number(1)])
    #expect(reports.lines == [])
  }
}
