import Foundation
import WebKit

// Tests answers, events and calls while other pages are loaded. No script of the app may run in another page than the
// intended one. The rules are those of Tests/WebKit/rules/deliveries. Here WebKit's calls follow each other without a
// pause in which tasks could run, as on a busy main thread.

@MainActor
final class App: NavigationEnvironment, ScriptMessageReceiver,
  ScriptMessageErrorDelegate
{
  var server: URL?
  var errors: [String] = []
  /// True if answers wait until they are released.
  var holds = false
  private var held: [CheckedContinuation<Void, Never>] = []

  func release() {
    let callers = held
    held = []
    for caller in callers { caller.resume() }
  }

  /// Returns a secret, which names the message that it answers.
  private func secret(_ id: String) async -> String {
    if holds { await withCheckedContinuation { held.append($0) } }
    return "secret of " + id
  }

  func kiosk(_ request: SchemeRequest) async throws -> SchemeResponse {
    SchemeResponse(Data(), type: "text/html")
  }
  func token(_ message: TokenPayload) async -> String { await secret(message.callback) }
  func coin(_ message: CoinPayload) async -> String { await secret("p\(message.id)") }
  func stamp(_ message: StampPayload) async -> String { await secret("p\(message.id)") }
  func plain(_ message: String) async -> String { await secret(message) }
  func homeKey(_ message: HomeKeyPayload) async -> String { await secret(message.callback) }
  func key(_ message: KeyPayload) async -> String { await secret("p\(message.id)") }

  func scriptMessage(_ identifier: String, failedWith error: any Error) {
    errors.append("\(identifier): \(error)")
  }
}

/// A web view that shows pages in any order.
@MainActor final class Stage {
  struct Page {
    var id: String
    var host: String
  }

  let app = App()
  let session: WebSession
  var pages: [Page] = []
  /// The scripts, each with the page that was shown when it ran.
  var scripts: [(text: String, page: String?, shown: Page?)] = []
  private var count = 0

  init() {
    app.server = url("https://store.example")
    let factory = ConfiguratorFactory(environment: app, receiver: app, errorDelegate: app)
    session = WebSession(factory.make(for: .deliveries).build(url: url("https://store.example/")))
    session.webView.scriptResult = { [unowned self] in
      let script = session.webView.scripts.last
      let page = script?.arguments["page"] as? String
      let text = ["values", "payload"].map { "\(script?.arguments[$0] ?? "")" }.joined()
      scripts.append((text, page, pages.last))
      return page == pages.last?.id ? "sent" : "other page"
    }
  }

  func post(_ body: Any, to handler: String, from page: Page, isMainFrame: Bool = true) {
    let controller = session.webView.configuration.userContentController
    let frame = WKFrameInfo(
      isMainFrame: isMainFrame, request: URLRequest(url: url("https://store.example/")),
      securityOrigin: WKSecurityOrigin(protocol: "https", host: page.host, port: 0))
    controller.handlers[handler]?.userContentController(
      controller, didReceive: WKScriptMessage(body: body, frameInfo: frame, name: handler))
  }

  /// Begins a new page, which listens to everything.
  func start(_ host: String) {
    count += 1
    let page = Page(id: "p\(count)", host: host)
    pages.append(page)
    post(["page": page.id, "state": "started"], to: "__bascule", from: page)
    post(
      [
        "page": page.id, "version": "1", "events": BridgeContract.app.events,
        "calls": BridgeContract.app.calls, "listens": BridgeContract.app.events,
      ] as [String: Any], to: "__bascule", from: page)
  }

  /// Lets a page send a message for an answer of each kind.
  func ask(_ page: Page) {
    let id = Int(page.id.dropFirst()) ?? 0
    for (handler, body) in [
      ("token", ["callback": page.id]), ("coin", ["id": id]), ("stamp", ["id": id]),
      ("bus", ["type": "key", "id": id]), ("bus", ["type": "unknown", "id": id]),
      ("homeKey", ["callback": page.id]), ("coin", ["id": "none"]),
    ] as [(String, [String: Any])] { post(body, to: handler, from: page) }
  }

  /// Checks that every script is for the page that it names, and for a page of the store that has sent a message.
  func check(_ what: String) {
    for (text, page, shown) in scripts {
      let asker = text.components(separatedBy: "secret of ").dropFirst().first
        .map { String($0.prefix { $0 == "p" || $0.isNumber }) }
      if let asker { Checks.equal(page, asker, "\(what): \(text)") }
      Checks.equal(page, shown?.id, "\(what): a script for a page that is no longer shown")
      Checks.equal(shown?.host, "store.example", "\(what): \(text)")
    }
  }
}

// MARK: The next page comes in the same turn

for next in ["evil.example", "store.example", "evil.store.example"] {
  let stage = Stage()
  stage.start("store.example")
  stage.ask(stage.pages[0])
  stage.start(next)
  await Checks.wait { stage.app.errors.count >= 8 }
  await Checks.pause()
  Checks.equal(
    stage.app.errors.sorted(),
    [
      "bus: the page was left before the answer", "bus: the page was left before the answer",
      "bus: there is no strategy `unknown`", "coin: id: expected an integer, found a string",
      "coin: the page was left before the answer", "coin: the page was left before the answer",
      "homeKey: the page was left before the answer",
      "stamp: the page was left before the answer", "token: the page was left before the answer",
    ], next)
  Checks.equal(stage.scripts.count, 0, next)
}

// The last messages of a page come after the first one of the next page, as from two processes.
do {
  let stage = Stage()
  stage.start("store.example")
  stage.start("evil.example")
  stage.ask(stage.pages[0])
  await Checks.pause()
  Checks.equal(stage.scripts.count, 0)
}

// The page that is shown gets its answers, even if the previous page sends messages late.
do {
  let stage = Stage()
  stage.start("evil.example")
  stage.start("store.example")
  stage.ask(stage.pages[0])
  stage.ask(stage.pages[1])
  await Checks.wait { stage.scripts.count >= 7 }
  await Checks.pause()
  Checks.equal(stage.scripts.count, 7)
  stage.check("own answers")
}

// A frame inside the page gets no answer by a function.
do {
  let stage = Stage()
  stage.start("store.example")
  stage.post(["callback": "p1"], to: "token", from: stage.pages[0], isMainFrame: false)
  stage.post(
    ["callback": "p1"], to: "token", from: Stage.Page(id: "p1", host: "evil.example"),
    isMainFrame: false)
  await Checks.pause()
  Checks.equal(stage.scripts.count, 0)
}

// These are an event and a call in the turn in which the next page is loaded.
for next in ["evil.example", "store.example"] {
  let stage = Stage()
  let page = stage.session.page
  for number in 0..<3 { try? await page.dispatch(SecretEvent("\(number)")) }
  // The next page causes the waiting events to be sent.
  stage.start("store.example")
  let call = Task { try? await page.call(ShowCall("text")) }
  let run = Task { try? await page.call(RunCall(.init(text: "text"))) }
  stage.start(next)
  _ = await (call.value, run.value)
  await Checks.pause()
  if next == "evil.example" { Checks.equal(stage.scripts.count, 0, "events and calls for \(next)") }
  stage.check("events and calls for \(next)")
}

// MARK: Any order

/// A generator of random numbers that are the same on every run.
struct Numbers {
  private var state: UInt64
  init(seed: UInt64) { state = seed }
  mutating func next(below end: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(end))
  }
}

let environment = ProcessInfo.processInfo.environment
let seed = environment["BASCULE_SEED"].flatMap { UInt64($0) } ?? 44
for round in 0..<(environment["BASCULE_LONG"] == nil ? 60 : 2_000) {
  var numbers = Numbers(seed: seed &+ UInt64(round))
  let stage = Stage()
  let page = stage.session.page
  var tasks: [Task<Void, Never>] = []
  for _ in 0..<40 {
    switch numbers.next(below: 10) {
    case 0, 1: stage.start("store.example")
    case 2: stage.start("evil.example")
    case 3: if let page = stage.pages.last { stage.ask(page) }
    case 4:
      // The last messages of a page of another origin can come late: it has another process.
      if let page = stage.pages.last(where: { $0.host != stage.pages.last?.host }) {
        stage.ask(page)
      }
    case 5: tasks.append(Task { _ = try? await page.dispatch(SecretEvent("event")) })
    case 6: tasks.append(Task { _ = try? await page.dispatch(HomeSecretEvent("event")) })
    case 7: tasks.append(Task { _ = try? await page.call(ShowCall("call"), within: 0.001) })
    case 8: stage.app.holds.toggle()
    default:
      stage.app.release()
      for _ in 0..<numbers.next(below: 8) { await Task.yield() }
    }
  }
  stage.app.holds = false
  stage.app.release()
  stage.start("store.example")
  for task in tasks { await task.value }
  await Checks.pause()
  stage.check("round \(round) of seed \(seed)")
}

Checks.end()
