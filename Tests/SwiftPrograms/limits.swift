// Tests the actions that hostile pages start again and again, and their effects.
import Foundation
import WebKit

@MainActor final class App: NavigationEnvironment {
  var asking = 0
  var mostAsking = 0
  var cancelled = 0
  var log: [String] = []
  var popups: [WebSession] = []
  /// The questions that a test answers.
  private var answers: [CheckedContinuation<Bool, Never>] = []

  /// Asks a question, which ends when it is answered or cancelled.
  func ask(url: URL) async -> Bool {
    asking += 1
    mostAsking = max(asking, mostAsking)
    defer { asking -= 1 }
    while !Task.isCancelled {
      if isReleased { return true }
      await Task.yield()
    }
    cancelled += 1
    return true
  }
  var isReleased = false

  func present(_ screen: Screen) { log.append("present \(screen)") }
  func open(_ url: URL) { log.append("open \(url)") }
  func openIfPossible(_ url: URL) async -> Bool {
    log.append("open \(url)?")
    return true
  }
  func showPopup(_ popup: WebSession) { popups.append(popup) }
  func closePopup(_ popup: WebSession) {}

  var running = 0
  var mostRunning = 0
  func files(_ request: SchemeRequest) async throws -> SchemeResponse {
    running += 1
    mostRunning = max(running, mostRunning)
    defer { running -= 1 }
    if request.url.path == "/hang" { while !Task.isCancelled { await Task.yield() } }
    for _ in 0..<3 { await Task.yield() }
    return SchemeResponse(Data(), type: "text/plain")
  }
}

/// An app whose function for an attempt does not return before `goOn`, even if it is cancelled.
@MainActor final class StuckApp: NavigationEnvironment {
  var asked = 0
  var log: [String] = []
  private var callers: [CheckedContinuation<Bool, Never>] = []

  func ask(url: URL) async -> Bool {
    asked += 1
    return await withCheckedContinuation { callers.append($0) }
  }
  func goOn() {
    for caller in callers { caller.resume(returning: true) }
    callers = []
  }
  func present(_ screen: Screen) { log.append("present \(screen)") }
  func open(_ url: URL) {}
  func openIfPossible(_ url: URL) async -> Bool { false }
  func showPopup(_ popup: WebSession) {}
  func closePopup(_ popup: WebSession) {}
  func files(_ request: SchemeRequest) async throws -> SchemeResponse {
    SchemeResponse(Data(), type: "text/plain")
  }
}

/// Time limits that end when a test ends them.
@MainActor final class Times {
  var waiting: [CheckedContinuation<Void, Never>] = []

  func wait() async { await withCheckedContinuation { waiting.append($0) } }
  func endFirst() { waiting.removeFirst().resume() }
  func end() {
    for caller in waiting { caller.resume() }
    waiting = []
  }
}

@MainActor final class Observer: WebViewObserver {
  var failures: [String] = []
  func webView(_ webView: WKWebView, failedWith error: any Error) { failures.append("\(error)") }
}

let app = App()
let factory = ConfiguratorFactory(environment: app)
let home = url("https://shop.example/")

@MainActor func newSession() -> WebSession {
  WebSession(factory.make(for: .default).build(url: home))
}

@MainActor func action(
  _ address: String, _ target: NavigationFrame = .main, _ type: WKNavigationType = .other
) -> WKNavigationAction {
  let request = URLRequest(url: url(address))
  @MainActor func frame(_ isMain: Bool) -> WKFrameInfo {
    WKFrameInfo(
      isMainFrame: isMain, request: request,
      securityOrigin: WKSecurityOrigin(protocol: "https", host: "shop.example", port: 0))
  }
  return WKNavigationAction(
    sourceFrame: frame(true), targetFrame: target == .new ? nil : frame(target == .main),
    navigationType: type, request: request, shouldPerformDownload: false)
}

/// The answers to questions that are asked as WebKit does, without waiting.
@MainActor final class Answers {
  private(set) var all: [WKNavigationActionPolicy] = []

  func ask(_ session: WebSession, _ action: WKNavigationAction) {
    let view = session.webView
    Task {
      guard let delegate = view.navigationDelegate else { return }
      all.append(await delegate.webView(view, decidePolicyFor: action))
    }
  }
}

// MARK: Questions of one frame

try await Checks.part {
  let session = newSession()
  let answers = Answers()
  for number in 0..<200 {
    answers.ask(session, action("https://shop.example/ask?\(number)"))
    await Checks.wait { answers.all.count == number && app.asking > 0 }
  }
  await Checks.wait { answers.all.count == 199 && app.asking == 1 }
  Checks.equal(answers.all, Array(repeating: .cancel, count: 199))
  Checks.equal(app.asking, 1, "the last question waits")
  Checks.equal(app.mostAsking <= 4, true, "\(app.mostAsking) at once")
  Checks.equal(app.log, [])
  app.isReleased = true
  await Checks.wait { answers.all.count == 200 }
  await Checks.pause()
  Checks.equal(answers.all.count, 200)
  Checks.equal(app.log, ["present asked"])
  (app.isReleased, app.log) = (false, [])
}

// MARK: Questions of many frames, and those that WebKit ends

try await Checks.part {
  let session = newSession()
  let answers = Answers()
  for number in 0..<200 {
    answers.ask(session, action("https://shop.example/ask?\(number)", .sub))
  }
  await Checks.wait { answers.all.count == 150 && app.asking == 50 }
  Checks.equal(answers.all, Array(repeating: .cancel, count: 150))
  session.webView.navigationDelegate?.webViewWebContentProcessDidTerminate(session.webView)
  await Checks.wait { answers.all.count == 200 && app.asking == 0 }
  Checks.equal(answers.all.count, 200)
  answers.ask(session, action("https://shop.example/ask"))
  await Checks.wait { app.asking == 1 }
  session.detach()
  await Checks.wait { app.asking == 0 }
  Checks.equal(answers.all.count, 201)
  Checks.equal(app.log, [])
}

// If a function of the app never returns, its question ends after a time, and keeps no web view alive.
try await Checks.part {
  weak var view: WKWebView?
  weak var delegate: ChainNavigationDelegate?
  let (times, answers, observer) = (Times(), Answers(), Observer())
  let app = StuckApp()
  do {
    let session = WebSession(
      ConfiguratorFactory(environment: app).make(for: .default).build(url: home))
    (view, delegate) = (session.webView, session.delegate)
    session.delegate.waiting = WaitingDecisions { await times.wait() }
    session.delegate.observer = observer
    answers.ask(session, action("https://shop.example/ask"))
    await Checks.wait { app.asked == 1 && times.waiting.count == 1 }
    await Checks.pause()
    Checks.equal(answers.all, [], "the question waits until its time is over")
  }
  times.end()
  await Checks.wait { answers.all.count == 1 && view == nil && delegate == nil }
  Checks.equal(answers.all, [.cancel])
  Checks.equal(
    view == nil && delegate == nil, true, "a function that does not return keeps nothing")
  // The answer comes too late, so there is no second decision and no step.
  app.goOn()
  await Checks.pause()
  Checks.equal(answers.all, [.cancel])
  Checks.equal(app.log, [])
}

// The time limit of an answered question does not affect later ones.
try await Checks.part {
  let (times, answers) = (Times(), Answers())
  let session = newSession()
  session.delegate.waiting = WaitingDecisions { await times.wait() }
  answers.ask(session, action("https://shop.example/ask"))
  await Checks.wait { app.asking == 1 && times.waiting.count == 1 }
  app.isReleased = true
  await Checks.wait { answers.all.count == 1 }
  app.isReleased = false
  answers.ask(session, action("https://shop.example/ask?2"))
  await Checks.wait { app.asking == 1 && times.waiting.count == 2 }
  times.endFirst()
  await Checks.pause()
  Checks.equal(app.asking, 1)
  app.isReleased = true
  await Checks.wait { answers.all.count == 2 }
  times.end()
  await Checks.pause()
  Checks.equal(answers.all.count, 2)
  Checks.equal(app.log, ["present asked", "present asked"])
  (app.isReleased, app.log) = (false, [])
}

// Random questions, answers of the app and ends of the page's process: each question gets one answer.
try await Checks.part {
  var numbers = SeededNumbers()
  let session = newSession()
  let view = session.webView
  let answers = Answers()
  var asked = 0
  for number in 0..<500 {
    switch Int.random(in: 0..<12, using: &numbers) {
    case 0:
      app.isReleased = true
      await Checks.wait { app.asking == 0 }
      app.isReleased = false
    case 1: view.navigationDelegate?.webViewWebContentProcessDidTerminate(view)
    case 2: await Task.yield()
    default:
      let frame: NavigationFrame = [.main, .sub, .new].randomElement(using: &numbers) ?? .main
      let path = ["ask", "window", "popup", "p?id=1", ""].randomElement(using: &numbers) ?? ""
      answers.ask(session, action("https://shop.example/\(path)#\(number)", frame))
      asked += 1
    }
  }
  await Checks.wait { answers.all.count + 59 >= asked && app.asking <= 59 }
  Checks.equal(app.asking <= 59, true, "\(app.asking) wait")
  app.isReleased = true
  await Checks.wait { answers.all.count == asked }
  await Checks.pause()
  Checks.equal(answers.all.count, asked, "seed \(SeededNumbers.seed)")
  Checks.equal(app.asking, 0)
  (app.isReleased, app.log) = (false, [])
}

// MARK: Windows

try await Checks.part {
  let session = newSession()
  let observer = Observer()
  session.delegate.observer = observer
  let view = session.webView
  @MainActor func open(_ address: String) -> WKWebView? {
    view.uiDelegate?.webView(
      view, createWebViewWith: WKWebViewConfiguration(), for: action(address, .new),
      windowFeatures: WKWindowFeatures())
  }
  // These windows wait for their rules.
  var waiting: [WKWebView] = []
  for number in 0..<60 {
    if let made = open("https://shop.example/window?\(number)") { waiting.append(made) }
  }
  Checks.equal(waiting.count, 8)
  Checks.equal(observer.failures, ["\(ReachedLimit.windows)"], "one report for 52 windows")
  await Checks.wait { app.asking == 8 }
  app.isReleased = true
  await Checks.wait { app.popups.count == 8 }
  app.isReleased = false
  // These windows are shown by the app.
  for number in 0..<60 {
    _ = open("https://shop.example/popup?\(number)")
    await Checks.pause()
  }
  Checks.equal(app.popups.count, 10)
  Checks.equal(observer.failures.count, 2, "one more, since there was room in between")
  // Popups of popups count as well.
  let popup = app.popups[0].webView
  let another = popup.uiDelegate?.webView(
    popup, createWebViewWith: WKWebViewConfiguration(),
    for: action("https://shop.example/popup", .new), windowFeatures: WKWindowFeatures())
  Checks.equal(another == nil, true)
  // The user has closed some windows.
  app.popups.removeAll()
  waiting.removeAll()
  Checks.equal(open("https://shop.example/popup") == nil, false)
  await Checks.wait { app.popups.count == 1 }
  app.popups.removeAll()
}

// MARK: Requests for a scheme of the app

try await Checks.part {
  let web = WKWebViewConfiguration()
  factory.make(for: .default).build(url: home).addSchemeHandlers(to: web)
  guard let handler = web.urlSchemeHandler(forURLScheme: "shop") else { fatalError("no handler") }
  let view = WKWebView(frame: .zero, configuration: web)
  let observer = Observer()
  let session = try WebSession(factory.make(for: .default).build(url: home), attaching: view)
  session.delegate.observer = observer
  @MainActor func tasks(_ count: Int, _ path: String) -> [RecordedSchemeTask] {
    (0..<count).map { _ in
      let task = RecordedSchemeTask(url("shop://a" + path), page: url("shop://a/"))
      handler.webView(view, start: task)
      return task
    }
  }
  let many = tasks(2_000, "/x")
  await Checks.wait { many.allSatisfy { $0.end != nil } }
  Checks.equal(app.mostRunning, 100)
  Checks.equal(many.count { $0.response != nil }, 2_000)
  Checks.equal(observer.failures, [])
  // This page begins and stops requests.
  let hanging = tasks(2_500, "/hang")
  Checks.equal(hanging.count { $0.end != nil }, 400, "as many are refused")
  Checks.equal(observer.failures, ["\(ReachedLimit.requests("shop"))"], "one report")
  await Checks.wait { app.running == 100 }
  for task in hanging where task.end == nil {
    task.isStopped = true
    handler.webView(view, stop: task)
  }
  await Checks.wait { app.running == 0 }
  Checks.equal(app.mostRunning, 100)
  let last = tasks(1, "/x")
  await Checks.wait { last[0].end != nil }
  Checks.equal(last[0].response?.statusCode, 200)
}

// MARK: Steps

/// Returns the maximum number that a rate allows since a time.
@MainActor func most(_ rate: StepRate, since start: Double) -> Int {
  let seconds = ProcessInfo.processInfo.systemUptime - start
  return rate.atOnce + Int(seconds / rate.secondsForOneMore) + 1
}

try await Checks.part {
  let session = newSession()
  let observer = Observer()
  session.delegate.observer = observer
  let view = session.webView
  @MainActor func flood(
    _ address: String, _ type: WKNavigationType, _ rate: StepRate
  ) async {
    app.log = []
    observer.failures = []
    let start = ProcessInfo.processInfo.systemUptime
    for number in 0..<200 {
      let policy = await view.navigationDelegate?.webView(
        view, decidePolicyFor: action(address + "\(number)", .main, type))
      Checks.equal(policy, .cancel, "the decision stays")
    }
    Checks.equal(app.log.count >= rate.atOnce, true)
    Checks.equal(app.log.count <= most(rate, since: start), true, "\(app.log.count) of \(address)")
    Checks.equal(observer.failures.count <= app.log.count, true)
    Checks.equal(observer.failures.isEmpty, false)
  }
  await flood("mailto:a@shop.example?", .other, PageLimits.opens)
  // A page in a loop does not use up the limit for the user's clicks.
  await flood("mailto:a@shop.example?", .linkActivated, PageLimits.opens)
  await flood("https://shop.example/p?id=", .other, PageLimits.screens)
  await flood("https://shop.example/p?id=", .formSubmitted, PageLimits.screens)
  // The loop does not affect another web view either.
  app.log = []
  let other = newSession().webView
  _ = await other.navigationDelegate?.webView(
    other, decidePolicyFor: action("mailto:a@shop.example"))
  Checks.equal(app.log, ["open mailto:a@shop.example"])
}

// MARK: Rates

try await Checks.part {
  var meter = StepMeter(StepRate(atOnce: 3, secondsForOneMore: 2), now: 10)
  Checks.equal((0..<5).map { _ in meter.takes(now: 10) }, [true, true, true, false, false])
  Checks.equal(meter.takes(now: 11.9), false)
  Checks.equal(meter.takes(now: 12), true)
  Checks.equal(meter.takes(now: 13), false)
  Checks.equal((0..<5).map { _ in meter.takes(now: 1_000) }, [true, true, true, false, false])
  // A clock that is set back adds nothing.
  Checks.equal(meter.takes(now: 5), false)
}
Checks.end()
