import Testing

@testable @_spi(Generated) @_spi(GeneratedFile) import BasculeRuntime

private let store = TrustedOrigin(OriginPattern("https", "store.example"))

/// Tests that events and calls reach only their page, and that queues apply while a page is busy.
@MainActor @Suite struct EventTests {
  private struct Told: WebEvent {
    static let name = "told"
    static let queue = EventQueue.atMost(10)
    var payload: JSON
    init(_ number: Int) { payload = .number(Double(number)) }
  }

  private struct Newest: WebEvent {
    static let name = "newest"
    static let queue = EventQueue.newest
    var payload: JSON
  }

  private struct Unkept: WebEvent {
    static let name = "unkept"
    static let queue = EventQueue.none
    var payload: JSON
  }

  private struct Many: WebEvent {
    static let name = "many"
    static let queue = EventQueue.atMost(1_000_000)
    var payload: JSON { .null }
  }

  private struct Secret: WebEvent {
    static let name = "secret"
    static let queue = EventQueue.atMost(10)
    static let origins = [store]
    var payload: JSON { .string("token") }
  }

  private struct Size: WebCall {
    static let name = "size"
    var payload: JSON { .null }
    func reply(from json: JSON) throws -> Int { try Int(json: json) }
  }

  private struct SecretCall: WebCall {
    static let name = "secretCall"
    static let origins = [store]
    var payload: JSON { .string("token") }
    func reply(from json: JSON) throws {}
  }

  /// A page that can be busy, and answers only later.
  private final class Page: JavaScriptRunner {
    var isBusy = false
    /// The pages for which scripts were run, and the events in the scripts.
    var received: [String] = []
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func run(_ body: String, arguments: [String: JSON]) async throws -> JSON {
      guard case .string(let page)? = arguments["page"], let payload = arguments["payload"] else {
        return .null
      }
      received.append("\(page) \(payload.text)")
      if isBusy { await withCheckedContinuation { waiting.append($0) } }
      return arguments["waits"] == nil ? .object(["reply": .number(3)]) : .string("heard")
    }

    func answer() {
      isBusy = false
      for caller in waiting { caller.resume() }
      waiting = []
    }
  }

  private final class Reports: WebEventErrorDelegate {
    var lines: [String] = []
    func event(_ name: String, failedWith error: any Error) { lines.append("\(error)") }
  }

  private static let names = ["told", "newest", "unkept", "many", "secret"]

  private let page = Page()
  private let reports = Reports()
  private let bridge: PageBridge

  init() {
    let contract = BridgeContract(version: "1", messages: [], events: Self.names, calls: [])
    bridge = PageBridge(page, contract: contract, waitsForPage: true)
    bridge.errorDelegate = reports
  }

  private func start(_ page: String, of host: String = "store.example", listens: [String] = names) {
    let origin = WebOrigin(scheme: "https", host: host)
    bridge.receive(["page": page, "state": "started"], origin: origin, isMainFrame: true)
    listen(page, to: listens, origin)
  }

  private func listen(
    _ page: String, to names: [String],
    _ origin: WebOrigin = WebOrigin(scheme: "https", host: "store.example")
  ) {
    let message: [String: Any] = [
      "page": page, "version": "1", "events": Self.names, "calls": [String](), "listens": names,
    ]
    bridge.receive(message, origin: origin, isMainFrame: true)
  }

  private func settle() async {
    for _ in 0..<200 { await Task.yield() }
    while !bridge.events.isIdle { await Task.yield() }
  }

  /// Sends events without waiting for each.
  private func send(_ events: [any WebEvent]) async -> [Task<String, Never>] {
    var tasks: [Task<String, Never>] = []
    for event in events {
      tasks.append(
        Task {
          do { return "\(try await bridge.dispatch(event))" } catch { return "\(error)" }
        })
      await Task.yield()
    }
    for _ in 0..<20 { await Task.yield() }
    return tasks
  }

  private func results(_ tasks: [Task<String, Never>]) async -> [String] {
    var results: [String] = []
    for task in tasks { results.append(await task.value) }
    return results
  }

  // MARK: The next page

  @Test func whatWaitsBehindAnEventOnTheWayIsNotForTheNextPage() async throws {
    start("a")
    page.isBusy = true
    let tasks = await send((1...3).map { Told($0) })
    #expect(page.received == ["a 1"])
    start("b", of: "evil.example")
    let left = "told: 1 dropped, the page was left before it listened"
    #expect(await results(tasks) == [left, left, left])
    page.answer()
    await settle()
    #expect(page.received == ["a 1"])
    // The next page has a queue of its own.
    #expect(try await bridge.dispatch(Told(4)) == .sent)
    #expect(page.received == ["a 1", "b 4"])
    #expect(reports.lines == [])
  }

  @Test func aCallEndsWithItsPage() async throws {
    start("a")
    page.isBusy = true
    let call = Task { try await bridge.call(Size()) }
    while page.received.isEmpty { await Task.yield() }
    start("b")
    await #expect(throws: WebCallError.pageLeft("size")) { try await call.value }
    page.answer()
    #expect(try await bridge.call(Size()) == 3)
    #expect(page.received == ["a null", "b null"])
  }

  // MARK: Origins

  @Test func anEventReachesPagesOfItsOriginsOnly() async throws {
    start("a", of: "evil.example")
    let evil = WebOrigin(scheme: "https", host: "evil.example")
    await #expect(throws: WebEventError.otherOrigin("secret", evil)) {
      try await bridge.dispatch(Secret())
    }
    await #expect(throws: WebCallError.otherOrigin("secretCall", evil)) {
      try await bridge.call(SecretCall())
    }
    #expect(page.received == [])
    start("b")
    #expect(try await bridge.dispatch(Secret()) == .sent)
    #expect(page.received == [#"b "token""#])
  }

  @Test func anEventBeforeTheFirstPageIsNotForAPageOfAnotherOrigin() async throws {
    #expect(try await bridge.dispatch(Secret()) == .kept)
    start("a", of: "store.example.evil.example")
    await settle()
    start("b")
    await settle()
    #expect(page.received == [])
    #expect(reports.lines == ["secret: it is not sent to https://store.example.evil.example"])
  }

  @Test func aPageThatDoesNotTellItsOriginGetsNothingWithOrigins() async throws {
    let contract = BridgeContract(version: "1", messages: [], events: Self.names, calls: [])
    let bridge = PageBridge(page, contract: contract)
    await #expect(throws: WebEventError.otherOrigin("secret", nil)) {
      try await bridge.dispatch(Secret())
    }
    await #expect(throws: WebCallError.otherOrigin("secretCall", nil)) {
      try await bridge.call(SecretCall())
    }
    #expect(page.received == [])
  }

  // MARK: While the page is busy

  @Test func queuesHoldWhileThePageIsBusy() async {
    start("a")
    page.isBusy = true
    let tasks = await send([Told(0)])
    let told = await send((1...15).map { Told($0) })
    let newest = await send((1...5).map { Newest(payload: .number(Double($0))) })
    let unkept = await send((1...5).map { Unkept(payload: .number(Double($0))) })
    page.answer()
    #expect(await results(tasks) == ["sent"])
    #expect(
      await results(told) == Array(repeating: "dropped", count: 5)
        + Array(repeating: "sent", count: 10))
    #expect(await results(newest) == ["dropped", "dropped", "dropped", "dropped", "sent"])
    #expect(await results(unkept) == ["dropped", "dropped", "dropped", "dropped", "sent"])
    #expect(page.received == ["a 0"] + (6...15).map { "a \($0)" } + ["a 5", "a 5"])
    let full = "told: the oldest event is dropped, the page does not listen"
    #expect(reports.lines == Array(repeating: full, count: 5))
  }

  /// Tests that the time for n events is proportional to n. With n squared it would be minutes.
  @Test func manyEventsTakeLittleTime() async {
    start("a")
    page.isBusy = true
    let tasks = (1...50_000).map { _ in
      Task { try? await bridge.dispatch(Many()) }
    }
    for _ in 0..<1_000 { await Task.yield() }
    page.answer()
    var sent = 0
    for task in tasks where await task.value == .sent { sent += 1 }
    #expect(sent == 50_000)
    #expect(page.received.count == 50_000)
  }

  @Test func aSenderThatIsCancelledWaitsNoLonger() async {
    start("a")
    page.isBusy = true
    let tasks = await send((1...3).map { Told($0) })
    tasks[1].cancel()
    #expect(await tasks[1].value == "CancellationError()")
    tasks[0].cancel()
    #expect(await tasks[0].value == "CancellationError()")
    page.answer()
    #expect(await tasks[2].value == "sent")
    #expect(page.received == ["a 1", "a 3"])
  }

  // MARK: Listening

  @Test func whatIsSentBetweenTwoSubscriptionsIsKept() async throws {
    start("a", listens: ["told"])
    #expect(try await bridge.dispatch(Told(1)) == .sent)
    listen("a", to: [])
    #expect(!bridge.isListening(to: Told.self))
    #expect(try await bridge.dispatch(Told(2)) == .kept)
    listen("a", to: ["told"])
    await settle()
    #expect(page.received == ["a 1", "a 2"])
  }
}
