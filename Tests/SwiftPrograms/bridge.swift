import Foundation
import WebKit

// Events and calls of the app, while pages are loaded and unloaded.

/// A fake page for the scripts of the app, which it recognizes by their arguments.
@MainActor final class ScriptedPage: JavaScriptRunner {
  var current = "a"
  var listens: Set<String> = []
  var isComplete = false
  /// True for a page of an older version, which listens without announcing it.
  var hearsEverything = false
  var functions: [String: @MainActor (JSON) async throws -> JSON] = [:]
  var heard: [String] = []
  var scripts = 0
  var failure: (any Error)?

  struct Gone: Error {}

  func run(_ body: String, arguments: [String: JSON]) async throws -> JSON {
    scripts += 1
    await Task.yield()
    if let failure { throw failure }
    guard case .string(let name)? = arguments["name"], let payload = arguments["payload"] else {
      return .null
    }
    let isLeft = arguments["page"] != .null && arguments["page"] != .string(current)
    guard let hasEarlier = arguments["hasEarlier"], let waits = arguments["waits"] else {
      if isLeft { return .object(["isLeft": .bool(true)]) }
      guard let function = functions[name] else { return .object([:]) }
      do {
        return .object(["reply": try await function(payload)])
      } catch {
        return .object(["failure": .string("\(error)")])
      }
    }
    if isLeft { return .string("other page") }
    let isHeard = listens.contains(name)
    if isHeard, hasEarlier == .bool(true) { return .string("earlier first") }
    if !isHeard, waits == .bool(true), !isComplete { return .string("not loaded") }
    if isHeard || hearsEverything {
      heard.append(name + (payload == .null ? "" : " \(payload.text)"))
    }
    return .string(isHeard ? "heard" : "handed over")
  }
}

@MainActor final class Reports: WebEventErrorDelegate {
  var all: [String] = []
  func event(_ name: String, failedWith error: any Error) { all.append("\(error)") }
}

let origin = WebOrigin(scheme: "https", host: "zhgchg.li")

@MainActor struct Stage {
  let page = ScriptedPage()
  let reports = Reports()
  let bridge: PageBridge

  init(waitsForPage: Bool = true) {
    bridge = PageBridge(page, contract: .app, waitsForPage: waitsForPage)
    bridge.errorDelegate = reports
  }

  func says(_ message: [String: Any], page name: String = "a", isMainFrame: Bool = true) {
    bridge.receive(
      message.merging(["page": name]) { old, _ in old }, origin: origin, isMainFrame: isMainFrame)
  }

  /// Sends the announcement of the generated TypeScript for the first listener.
  func listens(
    _ names: [String], knows events: [String] = BridgeContract.app.events, page name: String = "a"
  ) {
    page.listens.formUnion(names)
    says(
      [
        "version": "v", "events": events, "calls": ["log"],
        "listens": page.listens.sorted(),
      ], page: name)
  }

  func started(_ name: String = "a") {
    page.current = name
    page.listens = []
    page.isComplete = false
    says(["state": "started"], page: name)
  }

  func loaded(_ name: String = "a") {
    page.isComplete = true
    says(["state": "loaded"], page: name)
  }

  func heard(_ count: Int) async -> [String] {
    await Checks.wait { page.heard.count >= count }
    await Checks.pause()
    defer { page.heard = [] }
    return page.heard
  }
}

func locale(_ text: String) -> LocaleEvent { LocaleEvent(text) }
func paid(_ code: Int) -> PaymentFinishedEvent { .init(.failure(code: code, message: "")) }
func paidText(_ code: Int) -> String {
  #"paymentFinished {"code":\#(code),"error_message":"","kind":"failure"}"#
}

// MARK: Before the page listens

do {
  let stage = Stage()
  Checks.equal(try await stage.bridge.dispatch(paid(1)), .kept)
  Checks.equal(try await stage.bridge.dispatch(SessionExpiredEvent()), .kept)
  Checks.equal(try await stage.bridge.dispatch(ResumedEvent()), .dropped, "queue none")
  stage.started()
  Checks.equal(try await stage.bridge.dispatch(paid(2)), .kept)
  Checks.equal(stage.page.scripts, 0, "nothing is run in a page that is not ready")
  stage.listens(["paymentFinished", "sessionExpired"])
  Checks.equal(await stage.heard(3), [paidText(1), "sessionExpired", paidText(2)], "order")
  Checks.equal(try await stage.bridge.dispatch(paid(3)), .sent)
  Checks.equal(await stage.heard(1), [paidText(3)])
  Checks.equal(stage.bridge.isListening(to: PaymentFinishedEvent.self), true)
  Checks.equal(stage.bridge.isListening(to: LocaleEvent.self), false)
  // The same page adds a listener later.
  Checks.equal(try await stage.bridge.dispatch(locale("de")), .kept)
  stage.loaded()
  stage.listens(["locale"])
  Checks.equal(await stage.heard(1), [#"locale "de""#])
  Checks.equal(stage.reports.all, [])
}

// MARK: Limits

do {
  let stage = Stage()
  for code in 1...23 { try await stage.bridge.dispatch(paid(code)) }
  for text in ["a", "b", "c"] { try await stage.bridge.dispatch(locale(text)) }
  for _ in 1...101 { try await stage.bridge.dispatch(SessionExpiredEvent()) }
  let full = "the oldest event is dropped, the page does not listen"
  Checks.equal(
    stage.reports.all,
    ["paymentFinished: " + full, "paymentFinished: " + full, "paymentFinished: " + full]
      + ["sessionExpired: " + full])
  stage.started()
  stage.listens(["locale", "paymentFinished", "sessionExpired"])
  Checks.equal(
    await stage.heard(121),
    (4...23).map { paidText($0) } + [#"locale "c""#]
      + Array(repeating: "sessionExpired", count: 100))
}

// MARK: One page after the other

do {
  let stage = Stage()
  stage.started("a")
  try await stage.bridge.dispatch(paid(1))
  try await stage.bridge.dispatch(paid(2))
  stage.started("b")
  Checks.equal(
    stage.reports.all, ["paymentFinished: 2 dropped, the page was left before it listened"])
  try await stage.bridge.dispatch(paid(3))
  stage.listens(["paymentFinished"], page: "a")
  Checks.equal(await stage.heard(0), [], "a page that was left says something")
  stage.says(["listens": ["paymentFinished"]], page: "b", isMainFrame: false)
  Checks.equal(await stage.heard(0), [], "a frame inside the page says something")
  stage.listens(["paymentFinished"], page: "b")
  Checks.equal(await stage.heard(1), [paidText(3)])
  stage.started("c")
  Checks.equal(stage.bridge.isListening(to: PaymentFinishedEvent.self), false)
  Checks.equal(stage.bridge.contract, nil)
  // The app does not know this page yet, so the answer of the page decides.
  stage.loaded("c")
  stage.page.isComplete = false
  Checks.equal(try await stage.bridge.dispatch(paid(4)), .kept)
  stage.loaded("c")
  stage.listens(["paymentFinished"], page: "c")
  Checks.equal(await stage.heard(1), [paidText(4)])
}

// MARK: Pages of older versions

do {
  let stage = Stage()
  stage.page.hearsEverything = true
  try await stage.bridge.dispatch(paid(1))
  stage.started()
  try await stage.bridge.dispatch(paid(2))
  Checks.equal(await stage.heard(0), [])
  stage.loaded()
  Checks.equal(await stage.heard(2), [paidText(1), paidText(2)])
  Checks.equal(try await stage.bridge.dispatch(paid(3)), .sent)
  Checks.equal(try await stage.bridge.dispatch(ResumedEvent()), .sent)
  Checks.equal(await stage.heard(2), [paidText(3), "resumed"])
  for code in 4...40 { try await stage.bridge.dispatch(paid(code)) }
  stage.started("b")
  Checks.equal(stage.reports.all, [], "they may have been heard")
  Checks.equal(stage.bridge.supports(PaymentFinishedEvent.self), nil)
}

// A page that starts listening after it was loaded gets every event once and in order, even if the app
// does not know it yet.
do {
  let stage = Stage()
  stage.started()
  stage.loaded()
  Checks.equal(try await stage.bridge.dispatch(paid(1)), .sent)
  Checks.equal(await stage.heard(0), [])
  stage.page.listens = ["paymentFinished"]
  try await stage.bridge.dispatch(paid(2))
  Checks.equal(await stage.heard(2), [paidText(1), paidText(2)])
  stage.listens(["paymentFinished"])
  try await stage.bridge.dispatch(paid(3))
  Checks.equal(await stage.heard(1), [paidText(3)])
}

// MARK: The contract of the page

do {
  let stage = Stage()
  stage.started()
  try await stage.bridge.dispatch(paid(1))
  try await stage.bridge.dispatch(locale("de"))
  stage.listens(["locale"], knows: ["locale", "fromTheFuture"])
  Checks.equal(await stage.heard(1), [#"locale "de""#])
  Checks.equal(stage.reports.all, ["paymentFinished: the page does not know this event"])
  await Checks.fails(with: "paymentFinished: the page does not know this event") {
    try await stage.bridge.dispatch(paid(2))
  }
  Checks.equal(stage.bridge.supports(LocaleEvent.self), true)
  Checks.equal(stage.bridge.supports(PaymentFinishedEvent.self), false)
  Checks.equal(stage.bridge.supports(LogCall.self), true)
  Checks.equal(stage.bridge.supports(ResizeImagesCall.self), false)
  Checks.equal(stage.bridge.contract?.version, "v")
  Checks.equal(stage.bridge.contract?.events ?? [], ["locale"], "no more than the app knows")
}

// A page with modules of two versions may send the older contract. It knows at least the events to which it listens.
do {
  let stage = Stage()
  stage.started()
  try await stage.bridge.dispatch(locale("de"))
  stage.listens(["locale"], knows: ["paymentFinished"])
  Checks.equal(await stage.heard(1), [#"locale "de""#])
  Checks.equal(stage.reports.all, [])
}

// Invalid announcements, and those that would take much memory, are ignored.
do {
  let stage = Stage()
  try await stage.bridge.dispatch(paid(1))
  var deep: Any = [Any]()
  for _ in 0..<10_000 { deep = [deep] }
  for body in [
    NSNull(), "ready", 3, [1, 2], ["page": 1], deep, ["page": deep],
    ["page": String(repeating: "a", count: 1_000), "state": "started"],
    ["page": "a", "listens": ["paymentFinished"]],
  ] as [Any] {
    stage.bridge.receive(body, origin: origin, isMainFrame: true)
  }
  stage.started()
  for body in [
    ["page": "a", "state": "else"], ["page": "a", "state": 1, "listens": "paymentFinished"],
    ["page": "a", "listens": deep, "events": 3, "version": deep],
    ["page": "a", "listens": [1, "x", deep] as [Any], "events": BridgeContract.app.events],
    [
      "page": "a", "version": String(repeating: "a", count: 20_000_000),
      "events": BridgeContract.app.events + Array(repeating: "x", count: 100_000),
    ],
  ] as [[String: Any]] { stage.bridge.receive(body, origin: origin, isMainFrame: true) }
  Checks.equal(await stage.heard(0), [])
  Checks.equal(stage.bridge.contract?.events, BridgeContract.app.events)
  Checks.equal(stage.bridge.contract?.version, "")
  Checks.equal(stage.reports.all, [])
  stage.listens(["paymentFinished"])
  Checks.equal(await stage.heard(1), [paidText(1)])
}

// MARK: Failures

do {
  let stage = Stage()
  stage.started()
  try await stage.bridge.dispatch(paid(1))
  stage.page.failure = ScriptedPage.Gone()
  stage.listens(["paymentFinished"])
  Checks.equal(await stage.heard(0), [])
  Checks.equal(stage.reports.all, ["Gone()"])
  await Checks.fails(with: "Gone()") { try await stage.bridge.dispatch(paid(2)) }
  stage.page.failure = nil
  Checks.equal(try await stage.bridge.dispatch(paid(3)), .sent)
  Checks.equal(await stage.heard(1), [paidText(3)])
}

// If the page does not announce itself, events are sent at once.
do {
  let stage = Stage(waitsForPage: false)
  stage.started()
  stage.page.hearsEverything = true
  Checks.equal(try await stage.bridge.dispatch(paid(1)), .sent)
  Checks.equal(try await stage.bridge.dispatch(ResumedEvent()), .sent)
  Checks.equal(await stage.heard(2), [paidText(1), "resumed"])
}

// Concurrent events arrive in the order in which they were sent. A queue also applies to a busy page.
do {
  let stage = Stage()
  stage.started()
  stage.listens(["paymentFinished", "locale"])
  let tasks = (1...30).map { code in
    Task {
      try await stage.bridge.dispatch(code.isMultiple(of: 2) ? locale("\(code)") : paid(code))
    }
  }
  for (index, task) in tasks.enumerated() {
    Checks.equal(try await task.value, index % 2 == 0 || index == 29 ? .sent : .dropped)
  }
  Checks.equal(
    await stage.heard(16), stride(from: 1, to: 30, by: 2).map { paidText($0) } + ["locale \"30\""])
}

// MARK: Calls

do {
  let stage = Stage()
  stage.started()
  let resize = ResizeImagesCall(.init(maxWidth: 3))
  await Checks.fails(with: "resizeImages: the page does not implement this call") {
    _ = try await stage.bridge.call(resize)
  }
  stage.page.functions["resizeImages"] = { _ in .number(5) }
  Checks.equal(try await stage.bridge.call(resize), 5)
  stage.page.functions["resizeImages"] = { _ in .number(0.5) }
  await Checks.fails(with: "resizeImages: expected an integer, found a number with a fraction") {
    _ = try await stage.bridge.call(resize)
  }
  struct Wide: Error, CustomStringConvertible { var description: String { "too wide" } }
  stage.page.functions["resizeImages"] = { _ in throw Wide() }
  await Checks.fails(with: "too wide") { _ = try await stage.bridge.call(resize) }

  // A page that never replies.
  let never: @MainActor (JSON) async throws -> JSON = { _ in
    try await Task.sleep(nanoseconds: 3_600_000_000_000)
    return .null
  }
  stage.page.functions["resizeImages"] = never
  await Checks.fails(with: "resizeImages: the page did not answer in time") {
    _ = try await stage.bridge.call(resize, within: 0.01)
  }
  let left = Task { try await stage.bridge.call(resize) }
  await Checks.pause()
  stage.started("b")
  await Checks.fails(with: "resizeImages: the page was left before it answered") {
    _ = try await left.value
  }
  let cancelled = Task { try await stage.bridge.call(resize) }
  await Checks.pause()
  cancelled.cancel()
  await Checks.fails(with: "CancellationError()") { _ = try await cancelled.value }

  // A render returns one result for each call.
  stage.page.functions["highlightLinks"] = { _ in .null }
  let results = await stage.bridge.render(AfterLoadRender(), within: 0.05)
  Checks.equal(results.map(\.name), ["resizeImages", "highlightLinks", "log"])
  Checks.equal(
    results.map { result in
      switch result.reply {
      case .success(let value): "\(value)"
      case .failure(let error): "\(error)"
      }
    },
    [
      "resizeImages: the page did not answer in time", "()",
      "log: the page does not implement this call",
    ])
}

// MARK: In a web view

// A page that does not answer keeps neither the web view nor the bridge alive.
do {
  let app = Silent()
  let factory = ConfiguratorFactory(environment: app, receiver: app)
  weak var view: WKWebView?
  weak var bridge: PageBridge?
  var tasks: [Task<String, Never>] = []
  do {
    let session = WebSession(factory.make(for: .default).build(url: url("https://zhgchg.li/")))
    session.webView.answers = false
    view = session.webView
    bridge = session.page
    let caller = session.page
    caller.receive(["page": "a", "state": "started"], origin: origin, isMainFrame: true)
    for number in 0..<3 {
      tasks.append(
        Task { [weak caller] in
          do {
            let resize = ResizeImagesCall(.init(maxWidth: number))
            return "\(try await caller?.call(resize, within: number == 0 ? 0.01 : nil) ?? -1)"
          } catch { return "\(error)" }
        })
    }
    while session.webView.scripts.count < 3 { await Task.yield() }
    tasks[1].cancel()
    Checks.equal(await tasks[0].value, "resizeImages: the page did not answer in time")
    Checks.equal(await tasks[1].value, "CancellationError()")
    Checks.equal(view != nil, true)
  }
  Checks.equal(view == nil, true, "a page that does not answer keeps its web view alive")
  _ = await tasks[2].value
  await Checks.wait { bridge == nil }
  Checks.equal(bridge == nil, true, "a page that does not answer keeps its bridge alive")
}

do {
  let app = Silent()
  let factory = ConfiguratorFactory(environment: app, receiver: app)
  let session = WebSession(factory.make(for: .default).build(url: url("https://zhgchg.li/")))
  let controller = session.webView.configuration.userContentController
  let script = controller.userScripts[0]
  Checks.equal(script.injectionTime, .atDocumentStart)
  Checks.equal(script.isForMainFrameOnly, true)
  Checks.equal(
    script.source.contains(
      #""messages":["page","cart","onReady","lookup","addToCart","search","app.open","app.status"]"#
    ), true)
  let other = WebSession(factory.make(for: .paymentPage).build(url: url("https://zhgchg.li/")))
  let others = other.webView.configuration.userContentController.userScripts[0].source
  Checks.equal(others.contains(#""messages":["page"]"#), true)
  let frame = WKFrameInfo(
    isMainFrame: true, request: URLRequest(url: url("https://zhgchg.li/")),
    securityOrigin: WKSecurityOrigin(protocol: "https", host: "zhgchg.li", port: 0))
  session.webView.scriptResult = { "heard" }
  Checks.equal(try await session.page.dispatch(paid(1)), .kept)
  for body in [["page": "p", "state": "started"], ["page": "p", "listens": ["paymentFinished"]]]
    as [[String: Any]]
  {
    controller.handlers["__bascule"]?.userContentController(
      controller,
      didReceive: WKScriptMessage(
        body: body.merging(["events": BridgeContract.app.events]) { $1 }, frameInfo: frame,
        name: "__bascule"))
  }
  await Checks.wait { !session.webView.scripts.isEmpty }
  Checks.equal(session.webView.scripts.count, 1)
  Checks.equal(session.webView.scripts[0].arguments["name"] as? String, "paymentFinished")
}

@MainActor final class Silent: NavigationEnvironment, ScriptMessageReceiver {
  func books(_ request: SchemeRequest) async throws -> SchemeResponse {
    throw URLError(.resourceUnavailable)
  }
  let isHomePage = false
  let ownServer: String? = nil
  let server: URL? = nil
  let blockedHosts: [String] = []
  let helpPages: [URL] = []
  let localPort = 80
  let portal: URL? = nil
  let partnerHosts: [String] = []
  let appName: String? = nil
  let deeplinkCheck = false
  func present(_ screen: Screen) {}
  func push(_ screen: Screen) {}
  func open(_ url: URL) {}
  func openIfPossible(_ url: URL) async -> Bool { false }
  func load(_ url: URL) {}
  func load(_ url: URL, headers: [String: String]) {}
  func dismiss() {}
  func showPopup(_ popup: WebSession) {}
  func closePopup(_ popup: WebSession) {}
  func showAlert(_ panel: PagePanel) async {}
  func showConfirm(_ panel: PagePanel) async -> Bool { false }
  func showPrompt(_ panel: PagePanel, proposal: String?) async -> String? { nil }
  func selectTab(index: Int) {}
  func keep(request: NavigationRequest) {}
  func showError(status: Int, url: URL) {}
  func openDeepLink(url: URL) -> Bool { false }
  func track(name: String, kind: String, ratio: Double?) {}
  func confirmLeaving(host: String?, url: URL) async -> Bool { true }
  func page(_ message: CloseReason) {}
  func cart(_ message: CartItem) -> Int { 0 }
  func ready(from sender: MessageSender) {}
  func nameDevice(_ message: String) -> Bool { !message.isEmpty }
  func deskToken(_ message: DeskTokenPayload) -> String { "token" }
  func price(_ message: PricePayload) throws -> Double {
    if message.sku == "gone" { throw CancellationError() }
    return 2.5
  }
  func priceSeen() {}
  func shown(_ message: ShownPayload) {}
  func ordered(_ message: [Int]) -> OrderedReply { OrderedReply(total: Double(message.count) / 2) }
  func scanned(_ message: ScannedPayload) {}
  func lookup(_ message: [String: [Int?]]) -> LookupReply { LookupReply(found: []) }
  func legacyCart(_ message: JSON) {}
  func fontsLoaded(_ message: Int) {}
  func fontMissing(_ message: String) {}
  func search(_ message: SearchQuery) -> [SearchQuery] { [] }
  func open(_ message: OpenPayload) {}
  func status() -> PaymentResult { .pending }
}

Checks.end()
