import Foundation
import WebKit

/// One suite, with its steps, their events and their expectations.
///
/// A step never waits for a fixed time: it triggers an action and waits until events show that the action is done. A
/// watchdog ends a run in which these events do not arrive.
@MainActor public final class TestRun {
  public let site: LoopbackSite
  public private(set) var passed = 0
  public private(set) var failed = 0
  private let suite: String
  private let pages: URL
  private let watchdog: Watchdog
  private var entries: [String] = []
  /// The index of the first event of the current step.
  private var start = 0
  private var waiting: (entry: (String) -> Bool, continuation: CheckedContinuation<String, Never>)?
  private var barriers = 0
  private var asked = 0
  private var decided = 0
  private var claims: [String: EngineEvent.Frame] = [:]
  private var kept: [AnyObject] = []

  /// - Parameters:
  ///   - pages: the folder of the bundled scripts.
  ///   - patience: the time limit of a step, which is much longer than any step takes.
  public init(
    _ suite: String, site: LoopbackSite, pages: URL, patience: Duration = .seconds(300)
  ) {
    self.suite = suite
    self.site = site
    self.pages = pages
    watchdog = Watchdog(suite, patience: patience)
    TestEngine.proxyPort = site.port
    TestEngine.observe = { [weak self] in self?.take($0) }
  }

  // MARK: Steps

  /// Begins a step; earlier events are ignored from now on.
  public func step(_ title: String) {
    watchdog.enter(title)
    start = entries.count
  }

  /// Records an event, by its text.
  public func note(_ entry: String) {
    entries.append(entry)
    watchdog.note(entry)
    if let waiting, waiting.entry(entry) {
      self.waiting = nil
      waiting.continuation.resume(returning: entry)
    }
  }

  /// Waits until the event occurs in this step.
  public func seen(_ entry: String) async {
    _ = await seen(entry) { $0 == entry }
  }

  /// Forgets the events so far, for tests that measure memory.
  public func forget() {
    entries = []
    start = 0
    claims = [:]
  }

  /// Waits until an event with the prefix occurs in this step, and returns its text.
  @discardableResult public func seen(beginning prefix: String) async -> String {
    await seen(prefix + "…") { $0.hasPrefix(prefix) }
  }

  private func seen(
    _ what: String, since first: Int? = nil, _ isIt: @escaping (String) -> Bool
  ) async -> String {
    watchdog.await(what)
    if let entry = entries[(first ?? start)...].first(where: isIt) { return entry }
    precondition(waiting == nil, "one waits at a time")
    return await withCheckedContinuation { waiting = (isIt, $0) }
  }

  /// Returns the events of this step with one of the prefixes.
  public func entries(_ prefixes: String...) -> [String] {
    entries[start...].filter { entry in prefixes.contains { entry.hasPrefix($0) } }
  }

  /// Waits until everything that the page has sent so far has been handled.
  public func barrier(_ view: WKWebView) async {
    barriers += 1
    let text = "barrier \(barriers)"
    _ = try? await evaluate(view, "evidence('\(text)')")
    await seen("page: " + text)
    await settle()
  }

  /// Runs all pending tasks, and the tasks that they start.
  public func settle() async {
    for _ in 0..<20 { await Task.yield() }
  }

  /// Waits until a condition holds that no event reports, such as the release of an object.
  public func wait(for what: String, until holds: () -> Bool) async {
    watchdog.await(what)
    while !holds() { try? await Task.sleep(for: .milliseconds(1)) }
    passed += 1
  }

  /// Waits until the number of web views is the given one again.
  public func released(_ views: Int) async {
    await wait(for: "the release of web views") { WebEngine.webViews == views }
  }

  // MARK: Expectations

  public func expect<Value: Equatable>(
    _ found: Value, _ expected: Value, _ what: String = "", line: Int = #line,
    file: String = #fileID
  ) {
    if found == expected {
      passed += 1
    } else {
      fail("\(what)\n    expected \(expected)\n    found    \(found)", line: line, file: file)
    }
  }

  public func expect(
    _ isTrue: Bool, _ what: String, line: Int = #line, file: String = #fileID
  ) {
    if isTrue { passed += 1 } else { fail(what, line: line, file: file) }
  }

  public func fail(_ what: String, line: Int = #line, file: String = #fileID) {
    failed += 1
    print("\(suite): FAILED \(file):\(line), step: \(watchdog.step)")
    print("  \(what)")
    for entry in watchdog.last.suffix(15) { print("  | \(entry)") }
    fflush(nil)
  }

  /// Prints that something is not tested on this system, and why.
  public func leaveOut(_ what: String, because reason: String) {
    print("\(suite): NOT TESTED \(what): \(reason)")
    fflush(nil)
  }

  // MARK: The page

  /// Returns the bundled script of a page.
  public func script(_ name: String) -> String {
    (try? String(contentsOf: pages.appending(path: name + ".js"), encoding: .utf8))
      ?? "evidence('no script \(name)')"
  }

  /// Returns a file in the folder of the pages.
  public func file(_ name: String) -> String {
    (try? String(contentsOf: pages.appending(path: name), encoding: .utf8)) ?? ""
  }

  /// Keeps an object alive that the code under test does not retain.
  public func keep(_ object: AnyObject) { kept.append(object) }

  /// Runs the body of an asynchronous function in the page, and does not wait for its end.
  public func evaluateOnly(_ view: WKWebView, _ body: String) {
    view.callAsyncJavaScript(body, in: nil, in: .page)
  }

  /// Runs the body of an asynchronous function in the page.
  @discardableResult public func evaluate(
    _ view: WKWebView, _ body: String, _ arguments: [String: Any] = [:]
  ) async throws -> Any? {
    watchdog.await("JavaScript: \(body.prefix(200))")
    return try await view.callAsyncJavaScript(body, arguments: arguments, contentWorld: .page)
  }

  public func text(_ view: WKWebView, _ body: String) async -> String {
    do { return try await evaluate(view, body) as? String ?? "no text" } catch { return "\(error)" }
  }

  /// Clicks on the element with the identifier.
  public func click(_ view: WKWebView, _ identifier: String) async {
    do {
      try await evaluate(view, "document.getElementById(id).click()", ["id": identifier])
    } catch { fail("no click on `\(identifier)`: \(error)") }
  }

  /// Returns the address and title of the page, which are read in the page.
  public func shown(_ view: WKWebView) async -> String {
    await text(view, "return location.href + ' ' + document.title")
  }

  /// Opens an address and waits until it is shown.
  public func open(_ view: WKWebView, _ address: String) async {
    // This step may have shown the same address already.
    let first = entries.count
    view.load(URLRequest(url: URL(string: address)!))
    _ = await seen("finished " + address, since: first) { $0 == "finished " + address }
  }

  /// Ends the process of the page. Returns false if the engine offers no way to do this.
  public func endPage(_ view: WKWebView) async -> Bool {
    guard let end = WebEngine.endPage else {
      leaveOut("a page whose process ends", because: "the engine has no public way to end it")
      return false
    }
    end(view)
    await seen("crashed")
    return true
  }

  // MARK: The engine

  private func take(_ event: EngineEvent) {
    switch event {
    case .asked(let url, let frame, let type):
      asked += 1
      claims[url] = frame
      note("asked \(url) \(frame) \(name(type))")
    case .decided(let url, let policy):
      decided += 1
      note("decided \(url) \(name(policy))")
    case .response(let url, let isMainFrame):
      if let claim = claims[url], (claim == .sub) == isMainFrame {
        fail("\(url) was told to be of frame \(claim); the engine: main frame \(isMainFrame)")
      }
    case .responseDecided(let url, let policy): note("response \(url) \(name(policy))")
    case .committed(let url): note("committed \(url)")
    case .finished(let url): note("finished \(url)")
    case .failed(let url, let reason): note("load failed \(url) \(reason)")
    case .newWindow(let url): note("new window \(url)")
    case .download(let url): note("download \(url)")
    case .evidence(let text): note("page: \(text)")
    case .crashed: note("crashed")
    }
  }

  private func name<Value>(_ value: Value?) -> String { value.map { "\($0)" } ?? "unknown" }

  /// Runs the last step: every policy request of the engine must have been answered exactly once.
  public func end() async {
    step("end")
    await settle()
    expect(decided, asked, "decisions for the engine's questions")
  }
}
