import Foundation
import WebKit

// MARK: The app

@MainActor
final class App: NavigationEnvironment, ScriptMessageReceiver,
  ScriptMessageErrorDelegate
{
  struct Refusal: PageVisibleError {
    var pageCode: String { "soldOut" }
    var pageMessage: String { "sold out" }
  }
  struct Broken: Error { var token = "secret" }

  var log: [String] = []
  var errors: [String] = []
  var leaves = true
  var asked = 0

  var ownServer: String?
  var server: URL?
  var blockedHosts: [String] = []
  var helpPages: [URL] = []
  var localPort = 80
  var portal: URL?
  var partnerHosts: [String] = []
  var appName: String?
  var isHomePage: Bool {
    asked += 1
    return true
  }
  var deeplinkCheck = false

  func present(_ screen: Screen) { log.append("present \(screen)") }
  func push(_ screen: Screen) { log.append("push \(screen)") }
  func open(_ url: URL) { log.append("open \(url)") }
  func openIfPossible(_ url: URL) async -> Bool { false }
  func load(_ url: URL) { log.append("load \(url)") }
  func load(_ url: URL, headers: [String: String]) { log.append("load \(url) \(headers)") }
  func dismiss() { log.append("dismiss") }
  var popups: [WebSession] = []
  func showPopup(_ popup: WebSession) { popups.append(popup) }
  func closePopup(_ popup: WebSession) { popups.removeAll { $0 === popup } }
  func showAlert(_ panel: PagePanel) async { log.append("alert \(panel.text)") }
  func showConfirm(_ panel: PagePanel) async -> Bool { false }
  func showPrompt(_ panel: PagePanel, proposal: String?) async -> String? { proposal }
  func selectTab(index: Int) { log.append("tab \(index)") }
  func openDeepLink(url: URL) -> Bool { false }
  var kept: [NavigationRequest] = []
  func keep(request: NavigationRequest) { kept.append(request) }
  func showError(status: Int, url: URL) { log.append("error \(status)") }
  func track(name: String, kind: String, ratio: Double?) {
    log.append("track \(name) \(kind) \(String(describing: ratio))")
  }
  func confirmLeaving(host: String?, url: URL) async -> Bool {
    await Task.yield()
    log.append("leave \(host ?? "-")")
    return leaves
  }

  var answer: @MainActor (SchemeRequest) async throws -> SchemeResponse = { _ in
    SchemeResponse(Data("text".utf8), type: "text/plain")
  }
  func books(_ request: SchemeRequest) async throws -> SchemeResponse {
    log.append("book \(request.method) \(request.url)")
    return try await answer(request)
  }

  func page(_ message: CloseReason) { log.append("page \(message)") }
  func cart(_ message: CartItem) throws -> Int {
    if message.sku == "gone" { throw Refusal() }
    if message.sku == "broken" { throw Broken() }
    log.append("cart \(message.sku) \(message.quantity)")
    return message.quantity * 2
  }
  func ready(from sender: MessageSender) { log.append("ready") }
  func nameDevice(_ message: String) -> Bool { !message.isEmpty }
  func deskToken(_ message: DeskTokenPayload) -> String { "token" }
  func price(_ message: PricePayload) throws -> Double {
    if message.sku == "gone" { throw Refusal() }
    return 2.5
  }
  func priceSeen() {}
  func shown(_ message: ShownPayload) {
    log.append("shown \(message.path) \(message.title ?? "-")")
  }
  func ordered(_ message: [Int]) -> OrderedReply { OrderedReply(total: Double(message.count) / 2) }
  func scanned(_ message: ScannedPayload) {
    log.append("scanned \(message.code) \(message.isManual)")
  }
  func lookup(_ message: [String: [Int?]]) -> LookupReply {
    log.append("lookup \(message["a"] ?? [])")
    return LookupReply(found: [])
  }
  func legacyCart(_ message: JSON) { log.append("legacy \(message)") }
  func fontsLoaded(_ message: Int) {}
  func fontMissing(_ message: String) {}
  func search(_ message: SearchQuery) -> [SearchQuery] { [message, .text("a")] }
  func open(_ message: OpenPayload) { log.append("open \(message.url) \(message.animated)") }
  func status() -> PaymentResult { .failure(code: 7, message: "\u{2028}\"\u{1F600}") }

  func scriptMessage(_ identifier: String, failedWith error: any Error) {
    errors.append("\(identifier): \(error)")
  }
}

let app = App()
let store = WebOrigin(scheme: "https", host: "www.zhgchg.li")
let item: [String: Any] = [
  "item_sku": "a\u{1F600}", "options": ["x": [1, true, NSNull()] as [Any]],
  "added": "2026-11-21T11:33:33.1239Z", "link": "https://zhgchg.li/a?b#c", "weight": 1.5,
  "isGift": true, "related": [Any](),
]

@MainActor func answer(
  _ handler: any ScriptMessageHandling, _ body: Any, from origin: WebOrigin = store,
  isMainFrame: Bool = true
) async -> ScriptMessageAnswer {
  await handler.answer(ScriptMessage(body: body, origin: origin, isMainFrame: isMainFrame))
}

/// Returns the error that the page gets for a message, as text.
@MainActor func told(
  _ handler: any ScriptMessageHandling, _ body: Any, from origin: WebOrigin = store,
  isMainFrame: Bool = true
) async -> String {
  switch await answer(handler, body, from: origin, isMainFrame: isMainFrame) {
  case .value(let value): "value \(value)"
  case .failure(let error):
    error.code.rawValue + (error.reason.map { " " + $0 } ?? "") + ": " + error.message
  }
}

@MainActor func changed(_ key: String, _ value: Any?) -> [String: Any] {
  var result = item
  result[key] = value
  return result
}

// MARK: Strategies

let cart = CartScriptMessageStrategy(receiver: app, errorDelegate: app)
try await Checks.part {
  Checks.equal(CartScriptMessageStrategy.identifier, "cart")
  Checks.equal(await answer(cart, item), .value(.number(2)))
  Checks.equal(await answer(cart, changed("quantity", 3)), .value(.number(6)))
  Checks.equal(await answer(cart, changed("quantity", 3.0)), .value(.number(6)))
  let text = String(
    decoding: try JSONSerialization.data(withJSONObject: changed("quantity", 4)), as: UTF8.self)
  Checks.equal(await answer(cart, text), .value(.number(8)))
  Checks.equal(app.log.last ?? "", "cart a\u{1F600} 4")
  Checks.equal(app.errors, [])

  let refused: [(body: Any, reason: String)] = [
    (changed("quantity", true), "quantity: expected an integer, found a Boolean"),
    (changed("quantity", "3"), "quantity: expected an integer, found a string"),
    (
      changed("quantity", 9_007_199_254_740_992),
      "quantity: expected an integer, found a number beyond ±9007199254740991"
    ),
    (changed("quantity", 0.5), "quantity: expected an integer, found a number with a fraction"),
    (changed("isGift", 1), "isGift: expected a Boolean, found a number"),
    (changed("item_sku", nil), "item_sku: expected a string, found nothing"),
    (
      changed("related", [changed("added", "2026-02-29T00:00:00Z")]),
      "related[0].added: expected an ISO 8601 date, found another string"
    ),
    (changed("tags", ["a", 1] as [Any]), "tags[1]: expected a string, found a number"),
    ([1, 2], "expected an object, found an array"),
    ("{", "expected JSON text, found another string"),
    (Date(timeIntervalSince1970: 0), "expected JSON text, found another string"),
    (Date(timeIntervalSince1970: .nan), "expected an object, found null"),
    (NSNull(), "expected an object, found null"),
    (changed("weight", Double.nan), "weight: expected a number, found a number that is not finite"),
    (
      changed("quantity", -Double.infinity),
      "quantity: expected an integer, found a number beyond ±9007199254740991"
    ),
  ]
  for (body, reason) in refused {
    Checks.equal(await told(cart, body), "malformed: " + reason)
    Checks.equal(app.errors.last ?? "", "cart: " + reason)
  }
  Checks.equal(app.errors.count, refused.count)

  // The page gets the error of the app only as far as its type declares, and the error delegate gets all of it.
  Checks.equal(await told(cart, changed("item_sku", "gone")), "rejected soldOut: sold out")
  Checks.equal(await told(cart, changed("item_sku", "broken")), "failed: the app failed")
  Checks.equal(app.errors.last ?? "", "cart: Broken(token: \"secret\")")

  // The origin is checked before the body.
  for (scheme, host, port) in [
    ("http", "zhgchg.li", 0), ("https", "zhgchg.li.evil.example", 0), ("https", "a.b.zhgchg.li", 0),
    ("https", "zhgchg.li", 8443), ("https", "", 0), ("file", "", 0),
  ] {
    let origin = WebOrigin(scheme: scheme, host: host, port: port)
    let expected = "refused: messages from \(origin) are refused"
    Checks.equal(await told(cart, "{", from: origin), expected)
  }
  for port in [0, 443] {
    let origin = WebOrigin(scheme: "HTTPS", host: "ZHGCHG.li", port: port)
    Checks.equal(await answer(cart, item, from: origin), .value(.number(2)))
  }
  Checks.equal(
    await told(cart, item, isMainFrame: false),
    "refused: messages from a frame inside the page are refused")
}

let ready = ReadyScriptMessageStrategy(receiver: app, errorDelegate: app)
let provider = WebOrigin(scheme: "https", host: "pay.example", port: 8443)
Checks.equal(await answer(ready, ["x": 1], from: provider, isMainFrame: false), .value(.null))

// The bodies have each of the kinds.
let page = PageScriptMessageStrategy(receiver: app, errorDelegate: app)
Checks.equal(await answer(page, "user-cancelled"), .value(.null))
Checks.equal(app.log.last ?? "", "page user-cancelled")
_ = await answer(page, "new-in-2030")
Checks.equal(app.log.last ?? "", "page new-in-2030")
try await Checks.part {
  let lookup = LookupScriptMessageStrategy(receiver: app, errorDelegate: app)
  Checks.equal(
    await answer(lookup, ["a": [1, NSNull()] as [Any]]), .value(.object(["found": .array([])])))
  Checks.equal(app.log.last ?? "", "lookup [Optional(1), nil]")
  _ = await answer(lookup, "{\"a\": [null, 2]}")
  Checks.equal(app.log.last ?? "", "lookup [nil, Optional(2)]")
}

// The nesting of values is limited.
var deep: Any = [Any]()
for _ in 0..<10_000 { deep = [deep] }
Checks.equal(
  await told(cart, changed("options", ["x": deep])),
  "malformed: expected JSON of at most 512 levels, found a deeper value")
_ = await answer(cart, String(repeating: "[", count: 100_000))
Checks.equal(
  app.errors.last ?? "", "cart: expected JSON of at most 512 levels, found a deeper value")

// A strategy replies even after its receiver is gone.
try await Checks.part {
  var passing: App? = App()
  if let passing {
    let orphan = CartScriptMessageStrategy(receiver: passing)
    Checks.equal(await answer(orphan, item), .value(.number(2)))
  }
  weak let gone = passing
  let orphan = passing.map { CartScriptMessageStrategy(receiver: $0) }
  passing = nil
  Checks.equal(gone == nil, true, "a strategy keeps its receiver alive")
  if let orphan {
    Checks.equal(await told(orphan, item), "failed: the app no longer listens")
  }
}

// MARK: Channels

let stranger = WebOrigin(scheme: "https", host: "evil.example")
try await Checks.part {
  let channel = AppScriptMessageChannel(receiver: app, errorDelegate: app)
  Checks.equal(channel.replies, true)
  Checks.equal(
    await answer(
      channel, ["type": "open", "payload": ["url": "https://a.example/b"]] as [String: Any]),
    .value(.null))
  Checks.equal(app.log.last ?? "", "open https://a.example/b true")
  Checks.equal(
    await answer(channel, "{\"type\": \"status\", \"payload\": null}"),
    .value(
      .object([
        "kind": .string("failure"), "code": .number(7),
        "error_message": .string("\u{2028}\"\u{1F600}"),
      ])))
  Checks.equal(
    await told(channel, ["type": "nope"]), "unknown: there is no strategy `nope`")
  let reportsBefore = app.errors.count
  let noEnvelope = "expected an object with a string in `type`"
  for body in [3, "{", ["type": 1], [1], NSNull(), deep, ["type": deep]] as [Any] {
    Checks.equal(await told(channel, body), "malformed: " + noEnvelope)
  }
  Checks.equal(
    Array(app.errors.dropFirst(reportsBefore)), Array(repeating: "app: " + noEnvelope, count: 7))
  Checks.equal(
    await told(channel, String(repeating: "[", count: 20_000_000)),
    "malformed: expected JSON of at most 512 levels, found a deeper value")
  Checks.equal(
    await told(channel, "{", from: stranger),
    "refused: messages from https://evil.example are refused", "opened before it is trusted")
}

// The payload is in another field, absent, JSON text, or beside the name.
app.server = url("https://home.example/")
let home = WebOrigin(scheme: "https", host: "home.example")
try await Checks.part {
  let desk = DeskScriptMessageChannel(receiver: app, environment: app, errorDelegate: app)
  for (body, shown) in [
    (["event": "shown"], "shown / -"), (["event": "shown", "data": NSNull()], "shown / -"),
    (["event": "shown", "data": ["title": "t"]], "shown / t"),
  ] as [([String: Any], String)] {
    Checks.equal(await answer(desk, body, from: home), .value(.null))
    Checks.equal(app.log.last ?? "", shown)
  }
  Checks.equal(
    await told(desk, ["event": "shown", "data": 1], from: home),
    "malformed: expected an object, found a number")
  Checks.equal(
    await answer(desk, ["event": "order", "data": "[1, 2, 3]"], from: home),
    .value(.string("{\"total\":1.5}")))
  for (data, found) in [([1], "an array"), ("[1", "another string")] as [(Any, String)] {
    Checks.equal(
      await told(desk, ["event": "order", "data": data] as [String: Any], from: home),
      "malformed: expected JSON text, found \(found)")
  }
  Checks.equal(
    await told(desk, ["event": "order", "data": String(repeating: "[", count: 1_000)], from: home),
    "malformed: expected JSON of at most 512 levels, found a deeper value")
  Checks.equal(
    await told(desk, ["event": "order", "data": "[1]"], from: stranger),
    "refused: messages from https://evil.example are refused")
  let keys = KeysScriptMessageChannel(receiver: app, environment: app, errorDelegate: app)
  Checks.equal(keys.identifier, "keys")
  let scan: [String: Any] = ["key": "scan", "code": "4711", "manual": true, "other": 1]
  Checks.equal(await answer(keys, scan, from: home), .value(.null))
  Checks.equal(app.log.last ?? "", "scanned 4711 true")
  Checks.equal(
    await answer(keys, "{\"key\": \"scan\", \"code\": \"12\"}", from: home), .value(.null))
  Checks.equal(app.log.last ?? "", "scanned 12 false")
  Checks.equal(
    await told(keys, ["key": "scan"], from: home),
    "malformed: code: expected a string, found nothing")
}
app.server = nil

try await Checks.part {
  // The body has 20 MB of text, and the maximum number of objects.
  let many = Array(repeating: changed("quantity", 1), count: 5_000)
  let before = app.errors.count
  Checks.equal(
    await told(cart, changed("related", many as [Any] + [7])),
    "malformed: related[5000]: expected an object, found a number")
  Checks.equal(
    await told(cart, #"{"item_sku": ""# + String(repeating: "a", count: 20_000_000) + #""}"#),
    "malformed: options: expected an object, found nothing")
  Checks.equal(app.errors.count, before + 2)
}

// MARK: Values

extension CartItem: Codable {}
extension PaymentResult: Codable {}
extension SearchQuery: Codable {}

@MainActor func roundTrip<Value: WireValue & Codable & Equatable>(
  _ value: Value, line: Int = #line
) throws {
  Checks.equal(try Value(json: value.encodedJSON), value, line: line)
  let data = try JSONEncoder().encode(value)
  Checks.equal(try JSONDecoder().decode(Value.self, from: data), value, line: line)
}

let full = CartItem(
  sku: "\u{2028}\u{10FFFF}", quantity: 9_007_199_254_740_991, note: "", tags: ["a", ""],
  options: ["": .null, "n": .number(-0.5), "o": .object([:])],
  added: Date(timeIntervalSince1970: 1_795_260_813.123), thumbnail: Data([0, 255]),
  link: url("https://zhgchg.li/%20?q=1"), weight: 1e300, isGift: false, related: [])
try roundTrip(full)
Checks.equal(
  try JSONDecoder().decode(JSON.self, from: JSONEncoder().encode(full)), full.encodedJSON,
  "`Codable` has the names of the JSON")
try roundTrip(PaymentResult.success(receipt: url("https://pay.example/r"), items: [full]))
try await Checks.part {
  try roundTrip(PaymentResult.failure(code: -1, message: ""))
  try roundTrip(PaymentResult.pending)
  for query in [SearchQuery.text(""), .words(["a", ""]), .form(.init(term: "x", page: 2))] {
    try roundTrip(query)
  }
  Checks.equal(SearchQuery.text("a").encodedJSON, .string("a"))
  Checks.equal(try SearchQuery(json: .object(["term": .string("t")])), .form(.init(term: "t")))
  await Checks.fails(with: "expected a string, an array or an object, found null") {
    _ = try SearchQuery(json: .null)
  }
  await Checks.fails(with: "page: expected an integer, found a string") {
    _ = try SearchQuery(json: .object(["term": .string("t"), "page": .string("2")]))
  }
  try roundTrip(CloseReason.done)
  try roundTrip(CloseReason.unknown("später"))
  try roundTrip(JSON.array([.bool(true), .number(1), .string("1"), .null]))
  Checks.equal(CloseReason(rawValue: "user-cancelled"), .cancelled)
  Checks.equal(String(decoding: try JSONEncoder().encode(JSON.number(1)), as: UTF8.self), "1")
  if case .object(let fields) = full.encodedJSON {
    Checks.equal(fields["added"], .string("2026-11-21T11:33:33.123Z"))
    Checks.equal(fields["thumbnail"], .string("AP8="))
    Checks.equal(fields["quantity"], .number(9_007_199_254_740_991))
    Checks.equal(fields["tag"], nil, "left out when nil")
  }
  await Checks.fails(
    with: "kind: expected \"success\", \"failure\" or \"still-pending\", found another string"
  ) {
    _ = try PaymentResult(json: .object(["kind": .string("other")]))
  }
  await Checks.fails(
    with: "kind: expected \"success\", \"failure\" or \"still-pending\", found nothing"
  ) {
    _ = try PaymentResult(json: .object([:]))
  }
  await Checks.fails(with: "items[0]: expected an object, found null") {
    _ = try PaymentResult(
      json: .object([
        "kind": .string("success"), "receipt": .string("https://pay.example/r"),
        "items": .array([.null]),
      ]))
  }
}

// MARK: WebKit

@MainActor func action(
  _ text: String, from type: WKNavigationType = .other, isMain: Bool? = true,
  sourceIsMain: Bool = true, sourceHost: String = "zhgchg.li", posting body: String? = nil
) -> WKNavigationAction {
  var request = URLRequest(url: url(text))
  if let body {
    request.httpMethod = "POST"
    request.httpBody = Data(body.utf8)
  }
  let origin = WKSecurityOrigin(protocol: "https", host: sourceHost, port: 0)
  let main = WKFrameInfo(isMainFrame: sourceIsMain, request: request, securityOrigin: origin)
  let target = isMain.map {
    WKFrameInfo(isMainFrame: $0, request: request, securityOrigin: origin)
  }
  return WKNavigationAction(
    sourceFrame: main, targetFrame: target, navigationType: type, request: request,
    shouldPerformDownload: false)
}

let factory = ConfiguratorFactory(environment: app, receiver: app, errorDelegate: app)
Checks.equal(
  WebRole.allCases, [.account, .default, .productPage, .paymentPage, .inbox, .help])
let configuration = factory.make(for: .productPage).build(url: url("https://zhgchg.li/"))
Checks.equal(configuration.scripts, [.disableZoom, .fonts])
Checks.equal(configuration.settings.title, .web)
let session = WebSession(configuration)
session.load()
Checks.equal(session.webView.loaded.map(\.url), [url("https://zhgchg.li/")])
let controller = session.webView.configuration.userContentController
Checks.equal(
  controller.handlers.keys.sorted(),
  ["__bascule", "addToCart", "fontNames", "fontsLoaded", "onReady", "page"])
Checks.equal(controller.replyHandlers.keys.sorted(), ["app", "cart", "lookup", "search"])
// The second script keeps the origin of each document for the third.
Checks.equal(controller.userScripts.map(\.isForMainFrameOnly), [true, false, true, false])
Checks.equal(
  controller.userScripts.map { $0.world === WKContentWorld.page }, [true, true, true, false])

@MainActor func decision(
  _ text: String, from type: WKNavigationType = .other, isMain: Bool? = true
) async -> WKNavigationActionPolicy? {
  let view = session.webView
  return await view.navigationDelegate?.webView(
    view, decidePolicyFor: action(text, from: type, isMain: isMain))
}
try await Checks.part {
  app.log = []
  Checks.equal(await decision("https://zhgchg.li/product/7"), .cancel)
  Checks.equal(app.log, ["present product(id: \"7\")"])
  app.asked = 0
  Checks.equal(await decision("https://zhgchg.li/x.pdf"), .download)
  Checks.equal(app.asked, 0, "a flag is asked only where a rule needs it")
  _ = await decision("https://zhgchg.li/")
  Checks.equal(app.asked, 1, "a flag is asked once")
  Checks.equal(await decision("https://ads.example/", isMain: false), .allow)
  Checks.equal(await decision("https://zhgchg.li/new", isMain: nil), .cancel)
  Checks.equal(app.log.last ?? "", "load https://zhgchg.li/new")
}

// The preferences of a page hold for its frames, and end with the next page.
@MainActor func preferences(_ text: String, isMain: Bool = true) async -> String? {
  let view = session.webView
  let (policy, preferences) =
    await view.navigationDelegate?.webView(
      view, decidePolicyFor: action(text, isMain: isMain), preferences: WKWebpagePreferences())
    ?? (.cancel, WKWebpagePreferences())
  if policy != .allow { return nil }
  return "\(preferences.allowsContentJavaScript) \(preferences.preferredContentMode)"
}
try await Checks.part {
  Checks.equal(await preferences("https://a.print.example/"), "false desktop")
  Checks.equal(await preferences("https://ads.example/", isMain: false), "false desktop")
  Checks.equal(await preferences("https://zhgchg.li/x.pdf"), nil)
  Checks.equal(await preferences("https://ads.example/", isMain: false), "false desktop")
  Checks.equal(await preferences("https://zhgchg.li/about"), "true recommended")
  Checks.equal(await preferences("https://ads.example/", isMain: false), "true recommended")
}
try await Checks.part {
  app.kept = []
  let form = action("https://billing.example/pay", posting: "total=7")
  let view = session.webView
  Checks.equal(await view.navigationDelegate?.webView(view, decidePolicyFor: form), .cancel)
  let kept = app.kept.first
  Checks.equal(kept?.urlRequest.httpBody, Data("total=7".utf8))
  Checks.equal(kept == kept, true)
  let other = NavigationRequest(url: url("https://billing.example/pay"), method: "POST")
  Checks.equal(kept == other, false)
  Checks.equal(other.urlRequest.httpMethod, "POST")
}

@MainActor func isWindowAllowed(_ text: String) async -> Bool? {
  let delegate = session.webView.uiDelegate as? ChainNavigationDelegate
  return await delegate?.decideNewWindow(action(text, isMain: nil), in: session.webView)
}
try await Checks.part {
  // A window has the page's own URL. The permission for the page does not apply to a window.
  Checks.equal(await decision("https://zhgchg.li/about"), .allow)
  app.log = []
  Checks.equal(await isWindowAllowed("https://zhgchg.li/about"), false)
  Checks.equal(app.log, ["load https://zhgchg.li/about"])
  session.webView.backForwardList.currentItem = WKBackForwardListItem(
    url: url("https://zhgchg.li/"))
  Checks.equal(await decision("https://b.example/", from: .linkActivated), .cancel)
  Checks.equal(app.log.last ?? "", "leave b.example")
  app.leaves = false
  Checks.equal(await decision("https://b.example/", from: .linkActivated), .allow)
}

// MARK: Popups

let inbox = WebSession(factory.make(for: .inbox).build(url: url("https://zhgchg.li/")))
/// Returns the configuration that WebKit passes for the new window.
@MainActor func opened(_ text: String, in opener: WKWebView) -> (WKWebView?, WKWebViewConfiguration)
{
  let given = WKWebViewConfiguration()
  given.userContentController = opener.configuration.userContentController
  given.websiteDataStore = opener.configuration.websiteDataStore
  let made = opener.uiDelegate?.webView(
    opener, createWebViewWith: given, for: action(text, isMain: nil),
    windowFeatures: WKWindowFeatures())
  return (made, given)
}
@MainActor func load(_ text: String, in view: WKWebView?) async -> WKNavigationActionPolicy? {
  guard let view else { return nil }
  return await view.navigationDelegate?.webView(view, decidePolicyFor: action(text))
}
try await Checks.part {
  let (made, given) = opened("https://zhgchg.li/help/1", in: inbox.webView)
  Checks.equal(made?.configuration === given, true)
  Checks.equal(
    given.websiteDataStore === inbox.webView.configuration.websiteDataStore, true, "the same store")
  Checks.equal(
    given.userContentController.handlers.keys.sorted(), ["__bascule", "page"], "those of `Help`")
  Checks.equal(app.popups.isEmpty, true, "the rules have not decided")
  // The request waits for the decision about its window.
  Checks.equal(await load("https://zhgchg.li/help/1", in: made), .allow)
  Checks.equal(app.popups.map { $0.webView === made }, [true])
  // The popup has its own rules, which can open another popup.
  Checks.equal(await load("https://other.example/", in: made), .cancel)
  let (second, _) = opened("https://zhgchg.li/help/2", in: app.popups[0].webView)
  Checks.equal(await load("https://zhgchg.li/help/2", in: second), .allow)
  Checks.equal(app.popups.count, 2)
  for view in [made, second] { view.map { $0.uiDelegate?.webViewDidClose($0) } }
  Checks.equal(app.popups.isEmpty, true, "both are closed")
}
try await Checks.part {
  weak var refused: WKWebView?
  do {
    let (made, _) = opened("https://other.example/help/1", in: inbox.webView)
    refused = made
    Checks.equal(await load("https://other.example/help/1", in: made), .cancel)
  }
  await Checks.wait { refused == nil }
  Checks.equal(refused == nil, true, "the web view of a refused window is dropped")
  Checks.equal(app.popups.isEmpty, true)
  // A link is decided once, before WebKit asks for the web view.
  let view = inbox.webView
  let link = action("https://zhgchg.li/help/3", from: .linkActivated, isMain: nil)
  Checks.equal(await view.navigationDelegate?.webView(view, decidePolicyFor: link), .allow)
  let (made, _) = opened("https://zhgchg.li/help/3", in: view)
  Checks.equal(await load("https://zhgchg.li/help/3", in: made), .allow)
  Checks.equal(app.popups.count, 1)
  app.popups = []
  // Neither a frame nor a page of another site can open a popup.
  for action in [
    action("https://zhgchg.li/help/1", isMain: nil, sourceIsMain: false),
    action("https://zhgchg.li/help/1", isMain: nil, sourceHost: "a.example"),
  ] {
    Checks.equal(await view.navigationDelegate?.webView(view, decidePolicyFor: action), .cancel)
  }
  // No rule of the product page opens a popup.
  Checks.equal(opened("https://zhgchg.li/help/1", in: session.webView).0 == nil, true)
  await Checks.wait { app.log.last == "load https://zhgchg.li/help/1" }
}

try await Checks.part {
  let frame = WKFrameInfo(
    isMainFrame: true, request: URLRequest(url: url("https://zhgchg.li/")),
    securityOrigin: WKSecurityOrigin(protocol: "https", host: "zhgchg.li", port: 0))
  let reply = await controller.replyHandlers["cart"]?.userContentController(
    controller, didReceive: WKScriptMessage(body: item, frameInfo: frame, name: "cart"))
  Checks.equal(reply?.0 as? Double, 2)
  Checks.equal(reply?.1, nil)
  controller.handlers["page"]?.userContentController(
    controller, didReceive: WKScriptMessage(body: "done", frameInfo: frame, name: "page"))
  await Checks.wait { app.log.last == "page done" }
  Checks.equal(app.log.last ?? "", "page done")
}

let payment = WebSession(
  factory.make(for: .paymentPage).build(url: url("https://pay.example:8443/")))
Checks.equal(payment.webView.customUserAgent, "ShopApp/4 (payment)")
Checks.equal(payment.webView.configuration.websiteDataStore.isPersistent, false)
Checks.equal(payment.webView.scrollView.bounces, false)

await Checks.fails(with: "duplicateIdentifier(\"page\")") {
  try Configurator(contract: .app).add(scriptMessageStrategy: page).add(scriptMessageStrategy: page)
}

// MARK: Responses

@MainActor func responsePolicy(
  _ text: String, status: Int = 200, headers: [String: String] = [:], isMain: Bool = true,
  canShow: Bool = true, in session: WebSession = session
) async -> WKNavigationResponsePolicy? {
  let response = HTTPURLResponse(
    url: url(text), statusCode: status, httpVersion: nil, headerFields: headers)!
  let view = session.webView
  return await view.navigationDelegate?.webView(
    view,
    decidePolicyFor: WKNavigationResponse(
      response, isForMainFrame: isMain, canShowMIMEType: canShow))
}
try await Checks.part {
  Checks.equal(configuration.decidesResponses, true)
  app.log = []
  Checks.equal(await responsePolicy("https://zhgchg.li/product/1", status: 503), .cancel)
  Checks.equal(await responsePolicy("https://zhgchg.li/f", status: 503, isMain: false), .allow)
  Checks.equal(await responsePolicy("https://other.example/", status: 503), .allow)
  Checks.equal(app.log, ["error 503"])
  Checks.equal(
    await responsePolicy(
      "https://zhgchg.li/list", headers: ["content-disposition": "attachment; filename=a.csv"]),
    .download)
  Checks.equal(await responsePolicy("https://zhgchg.li/app.dmg", canShow: false), .download)
  app.log = []
  Checks.equal(
    await responsePolicy(
      "https://zhgchg.li/manual.pdf",
      headers: [
        "Content-Type": "application/pdf", "Content-Disposition": "inline; filename=manual.pdf",
      ]), .cancel)
  Checks.equal(app.log, ["present manual(url: https://zhgchg.li/manual.pdf)"])
  Checks.equal(
    await responsePolicy("https://zhgchg.li/", headers: ["Content-Type": "text/html"]), .allow)
  // A configuration without responses leaves the answers to WebKit.
  app.log = []
  Checks.equal(payment.delegate === payment.webView.navigationDelegate, true)
  Checks.equal(await responsePolicy("https://zhgchg.li/", status: 503, in: payment), .allow)
  Checks.equal(
    await responsePolicy("https://zhgchg.li/a.dmg", canShow: false, in: payment), .cancel)
  // The same applies if no rule decides, for a response without HTTP, and for one without a URL.
  let own = NavigationResponse(status: 1000, mimeType: " TEXT/HTML ; charset=utf-8", filename: "a")
  Checks.equal(own.status, nil)
  Checks.equal(own.mimeType, "text/html")
  let asked = NavigationRequest(url: url("blob:https://zhgchg.li/1"), response: own)
  Checks.equal(await configuration.decide(asked), .allow)
  Checks.equal(NavigationDecision.allow.responsePolicy(isDisplayable: false), .cancel)
  Checks.equal(app.log, [])
}

// MARK: The web view's life

// The rules apply as long as the web view exists, whether or not there is a session.
@MainActor final class OwnWebView: WKWebView {}
try await Checks.part {
  var leftView: WKWebView?
  weak var leftSession: WebSession?
  weak var leftDelegate: ChainNavigationDelegate?
  do {
    let session = WebSession(configuration) { web in
      web.allowsInlineMediaPlayback = true
      return OwnWebView(frame: .zero, configuration: web)
    }
    Checks.equal(session.webView is OwnWebView, true)
    Checks.equal(session.webView.configuration.allowsInlineMediaPlayback, true)
    (leftView, leftSession, leftDelegate) = (session.webView, session, session.delegate)
  }
  Checks.equal(leftSession == nil, true)
  app.log = []
  let view = leftView ?? WKWebView(frame: .zero, configuration: WKWebViewConfiguration())
  let policy = await view.navigationDelegate?.webView(
    view, decidePolicyFor: action("https://zhgchg.li/product/7"))
  Checks.equal(policy, .cancel, "a web view without its session decides nothing")
  Checks.equal(app.log, ["present product(id: \"7\")"])
  leftView = nil
  _ = consume view
  Checks.equal(leftDelegate == nil, true, "the delegate outlives its web view")
}

// MARK: Web views of the app

@MainActor final class OwnHandler: NSObject, WKScriptMessageHandler {
  func userContentController(
    _ userContentController: WKUserContentController, didReceive message: WKScriptMessage
  ) {}
}

try await Checks.part {
  let own = OwnHandler()
  let web = WKWebViewConfiguration()
  let controller = web.userContentController
  for name in ["own", "page"] { controller.add(own, name: name) }
  controller.addUserScript(
    WKUserScript(source: "own", injectionTime: .atDocumentStart, forMainFrameOnly: true))
  var view: WKWebView? = WKWebView(frame: .zero, configuration: web)
  let former = ChainNavigationDelegate(configuration)
  view?.navigationDelegate = former
  weak var delegate: ChainNavigationDelegate?
  weak var page: PageBridge?
  weak var left: WebSession?
  weak let leftView = view
  if let view {
    let session = try WebSession(configuration, attaching: view)
    (delegate, page, left) = (session.delegate, session.page, session)
    Checks.equal(session.webView === view, true)
    Checks.equal(view.navigationDelegate === delegate && view.uiDelegate === delegate, true)
    Checks.equal(session.delegate.navigationDelegate === former, true)
    Checks.equal(session.delegate.uiDelegate == nil, true)
    Checks.equal(
      controller.handlers.keys.sorted(),
      ["__bascule", "addToCart", "fontNames", "fontsLoaded", "onReady", "own", "page"])
    Checks.equal(controller.handlers["page"] === own, false)
    Checks.equal(controller.userScripts.count, 5)
    // The view, and another one with the same scripts, have a session.
    let twin = WKWebView(frame: .zero, configuration: web)
    await Checks.fails(with: "hasSession") {
      _ = try WebSession(configuration, attaching: view)
    }
    await Checks.fails(with: "hasSession") {
      _ = try WebSession(configuration, attaching: twin)
    }
    // Waiting calls end.
    view.answers = false
    session.page.receive(
      ["page": "a", "state": "started"], origin: WebOrigin(scheme: "https", host: "zhgchg.li"),
      isMainFrame: true)
    let call = Task { try await session.page.call(ResizeImagesCall(.init(maxWidth: 3))) }
    await Task.yield()
    session.detach()
    await Checks.fails(with: "resizeImages: the page was left before it answered") {
      _ = try await call.value
    }
    await Checks.fails(with: "webViewIsGone") { try await session.page.call(HighlightLinksCall()) }
    Checks.equal(controller.handlers.keys.sorted(), ["own"])
    Checks.equal(controller.replyHandlers.isEmpty, true)
    Checks.equal(controller.userScripts.map(\.source), ["own"])
    Checks.equal(view.navigationDelegate === former && view.uiDelegate == nil, true)
    // Detaching a session does not affect a later one.
    let later = try WebSession(configuration, attaching: view)
    session.detach()
    Checks.equal(view.navigationDelegate === later.delegate, true)
    later.detach()
    view.answers = true
  }
  Checks.equal(left == nil && delegate == nil && page == nil, true, "the session is kept alive")
  Checks.equal(view?.navigationDelegate === former, true)
  view = nil
  Checks.equal(leftView == nil, true, "the web view is kept alive")
}

// Some settings can only be set when a web view is created.
try await Checks.part {
  let help = factory.make(for: .help).build(url: url("https://zhgchg.li/"))
  let own = WKWebViewConfiguration()
  await Checks.fails(with: #"needsSchemeHandlers(["book"])"#) {
    _ = try WebSession(help, attaching: WKWebView(frame: .zero, configuration: own))
  }
  help.addSchemeHandlers(to: own)
  try WebSession(help, attaching: WKWebView(frame: .zero, configuration: own)).detach()

  let payment = factory.make(for: .paymentPage).build(url: url("https://zhgchg.li/"))
  let web = WKWebViewConfiguration()
  await Checks.fails(with: #"needsNewWebView(["dataStore", "contentMode", "inlineMedia"])"#) {
    _ = try WebSession(payment, attaching: WKWebView(frame: .zero, configuration: web))
  }
  web.websiteDataStore = .nonPersistent()
  web.defaultWebpagePreferences.preferredContentMode = .mobile
  web.allowsInlineMediaPlayback = true
  let view = WKWebView(frame: .zero, configuration: web)
  let session = try WebSession(payment, attaching: view)
  Checks.equal(view.customUserAgent, "ShopApp/4 (payment)")
  session.detach()
}

// MARK: Camera and microphone

try await Checks.part {
  let home = url("https://zhgchg.li/")
  let delegate = WebSession(factory.make(for: .help).build(url: home)).delegate
  @MainActor func answer(_ page: String, _ frame: String? = nil) async -> WKPermissionDecision {
    func origin(_ text: String) -> WKSecurityOrigin {
      let url = url(text)
      return WKSecurityOrigin(
        protocol: url.scheme ?? "", host: url.host ?? "", port: url.port ?? 0)
    }
    let view = WKWebView(frame: .zero, configuration: WKWebViewConfiguration())
    let info = WKFrameInfo(
      isMainFrame: frame == nil, request: URLRequest(url: home),
      securityOrigin: origin(frame ?? page))
    return await delegate.webView(
      view, decideMediaCapturePermissionsFor: origin(page), initiatedBy: info, type: .camera)
  }
  app.server = url("https://own.example/app")
  for page in ["https://zhgchg.li", "https://own.example", "https://a.meet.example:8443"] {
    Checks.equal(await answer(page), .grant, page)
  }
  for page in [
    "http://zhgchg.li", "https://zhgchg.li.evil.example", "https://a.meet.example",
    "https://meet.example:8443", "https://own.example:444",
  ] {
    Checks.equal(await answer(page), .prompt, page)
  }
  Checks.equal(await answer("https://zhgchg.li", "https://evil.example"), .prompt)
  Checks.equal(await answer("https://evil.example", "https://zhgchg.li"), .prompt)
  app.server = nil
  Checks.equal(await answer("https://own.example"), .prompt)
}

// MARK: Schemes of the app

try await Checks.part {
  let home = url("https://zhgchg.li/")
  let view = WebSession(factory.make(for: .help).build(url: home)).webView
  let handler = view.configuration.urlSchemeHandler(forURLScheme: "book")
  /// Starts a request, and returns when the answer has ended or the expected state is reached.
  @MainActor func start(
    from page: String?, until isReached: (@MainActor () -> Bool)? = nil
  ) async -> RecordedSchemeTask {
    let task = RecordedSchemeTask(url("book://a/1"), page: page.map { url($0) })
    handler?.webView(view, start: task)
    await Checks.wait { isReached?() ?? (task.end != nil) }
    return task
  }
  @MainActor func text(_ task: RecordedSchemeTask) -> String {
    task.parts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "|")
  }
  @MainActor func failure(_ task: RecordedSchemeTask) -> URLError? {
    if case .failure(let error)? = task.end { error as? URLError } else { nil }
  }

  // These are the pages that are answered.
  app.server = url("https://own.example/app")
  app.log = []
  let answered = [
    "book://a/", "BOOK://b/2", "https://zhgchg.li/x", "https://own.example/",
    "https://a.meet.example:8443/",
  ]
  for page in answered {
    let task = await start(from: page)
    Checks.equal(text(task), "text", page)
    Checks.equal(task.response?.statusCode, 200)
    Checks.equal(task.response?.value(forHTTPHeaderField: "Content-Type"), "text/plain")
    if case .success? = task.end { continue }
    Checks.equal(true, false, "\(page) has no end")
  }
  Checks.equal(app.log, answered.map { _ in "book GET book://a/1" })
  app.log = []
  for page in [
    "https://evil.example/book://a", "http://zhgchg.li/", "https://zhgchg.li.evil.example/",
    "https://a.meet.example/", "about:blank", "books://a/", nil,
  ] {
    Checks.equal(
      failure(await start(from: page))?.code, .noPermissionsToReadFile, page ?? "no page")
  }
  app.server = nil
  Checks.equal(
    failure(await start(from: "https://own.example/"))?.code, .noPermissionsToReadFile)
  Checks.equal(app.log, [])

  // The text of the app's error does not leave the app.
  struct Secret: Error { var token = "secret" }
  app.answer = { _ in throw Secret() }
  let failed = failure(await start(from: "book://a/"))
  Checks.equal(failed?.code, .resourceUnavailable)
  Checks.equal("\(String(describing: failed))".contains("secret"), false)
  app.answer = { _ in throw URLError(.timedOut, userInfo: ["key": "secret"]) }
  let timeout = failure(await start(from: "book://a/"))
  Checks.equal(timeout?.code, .timedOut)
  Checks.equal(timeout?.userInfo.isEmpty, true)
  app.answer = { _ in
    SchemeResponse(Data(), type: "text/html", status: 404, headers: ["X-Why": "gone"])
  }
  let missing = await start(from: "book://a/")
  Checks.equal(missing.response?.statusCode, 404)
  Checks.equal(missing.response?.value(forHTTPHeaderField: "X-Why"), "gone")
  Checks.equal(missing.response?.value(forHTTPHeaderField: "Cache-Control"), "no-store")

  // The content arrives in parts. The page reads two of them and stops.
  var next: AsyncThrowingStream<Data, any Error>.Continuation?
  app.answer = { _ in
    SchemeResponse(AsyncThrowingStream { next = $0 }, type: "video/mp4")
  }
  let film = await start(from: "book://a/") { next != nil }
  for part in ["1", "2"] {
    next?.yield(Data(part.utf8))
  }
  await Checks.wait { film.parts.count == 2 }
  Checks.equal(text(film), "1|2")
  film.isStopped = true
  handler?.webView(view, stop: film)
  next?.yield(Data("3".utf8))
  next?.finish()
  await Checks.pause()
  Checks.equal(text(film), "1|2")
  next = nil
  let broken = await start(from: "book://a/") { next != nil }
  next?.yield(Data("1".utf8))
  next?.finish(throwing: Secret())
  await Checks.wait { broken.end != nil }
  Checks.equal(text(broken), "1")
  Checks.equal(failure(broken)?.code, .resourceUnavailable)

  // The request is stopped before its answer.
  for fails in [true, false] {
    var caller: CheckedContinuation<Void, Never>?
    app.answer = { _ in
      await withCheckedContinuation { caller = $0 }
      if fails { throw Secret() }
      return SchemeResponse(Data(), type: "text/plain")
    }
    let task = await start(from: "book://a/") { caller != nil }
    task.isStopped = true
    handler?.webView(view, stop: task)
    caller?.resume()
    await Checks.pause()
    Checks.equal(task.response == nil && task.end == nil, true)
  }

  // Handlers do not keep the app's objects alive.
  var other: App? = App()
  let factory = ConfiguratorFactory(environment: other!, receiver: other!)
  let lonely = WebSession(factory.make(for: .help).build(url: home)).webView
  _ = consume factory
  other = nil
  let task = RecordedSchemeTask(url("book://a/1"), page: url("book://a/"))
  lonely.configuration.urlSchemeHandler(forURLScheme: "book")?.webView(lonely, start: task)
  await Checks.wait { task.end != nil }
  Checks.equal(failure(task)?.code, .cancelled)
}

// MARK: Rule lists

@MainActor final class ListObserver: WebViewObserver {
  var log: [String] = []
  func webView(
    _ webView: WKWebView, cannotUse list: ContentRuleList, because error: any Error
  ) {
    log.append(list.identifier)
  }
}

/// A provider that compiles lists when the test lets it.
@MainActor final class SlowLists: RuleListProvider {
  struct Failure: Error {}
  let lists = RuleListStore(WKContentRuleListStore.default())
  var waiting: [CheckedContinuation<Bool, Never>] = []
  func compiled(_ list: ContentRuleList) async throws -> WKContentRuleList {
    guard await withCheckedContinuation({ waiting.append($0) }) else { throw Failure() }
    return try await lists.compiled(list)
  }
}

try await Checks.part {
  let home = url("https://zhgchg.li/")
  let store: WKContentRuleListStore = .default()
  // WebKit's store compiles a list once.
  for _ in 1...2 {
    let session = WebSession(factory.make(for: .inbox).build(url: home))
    let view = session.webView
    _ = await view.navigationDelegate?.webView(view, decidePolicyFor: action("https://zhgchg.li/"))
    Checks.equal(view.configuration.userContentController.ruleLists.count, 1)
  }
  Checks.equal(store.compiled.filter { $0.hasPrefix("trackers.json ") }.count, 1)

  // Loads wait, even if the list cannot be used.
  for isCompiled in [true, false] {
    let slow = SlowLists()
    let observer = ListObserver()
    let configurator = factory.make(for: .inbox).set(ruleListProvider: slow)
    let session = WebSession(configurator.build(url: home))
    session.delegate.observer = observer
    let view = session.webView
    let controller = view.configuration.userContentController
    var policy: WKNavigationActionPolicy?
    let load = Task {
      policy = await view.navigationDelegate?.webView(
        view, decidePolicyFor: action("https://zhgchg.li/"))
    }
    await Checks.wait { !slow.waiting.isEmpty }
    await Checks.pause()
    Checks.equal(policy, nil, "a load does not wait")
    slow.waiting.removeFirst().resume(returning: isCompiled)
    await load.value
    Checks.equal(policy, .allow)
    Checks.equal(controller.ruleLists.count, isCompiled ? 1 : 0)
    Checks.equal(observer.log.count, isCompiled ? 0 : 1)
    session.detach()
    Checks.equal(controller.ruleLists, [])
  }

  // A list that is compiled too late is not added.
  let slow = SlowLists()
  let session = WebSession(
    factory.make(for: .inbox).set(ruleListProvider: slow).build(url: home))
  let controller = session.webView.configuration.userContentController
  await Checks.wait { !slow.waiting.isEmpty }
  session.detach()
  slow.waiting.first?.resume(returning: true)
  await Checks.pause()
  Checks.equal(slow.waiting.count, 1)
  Checks.equal(controller.ruleLists, [])
}

// MARK: The app's world

try await Checks.part {
  let home = url("https://home.example/")
  let web = WebSession(factory.make(for: .productPage).build(url: home)).webView
  let controller = web.configuration.userContentController
  for name in ["fontsLoaded", "fontNames"] {
    Checks.equal(controller.handlers[name] != nil, true)
    Checks.equal(controller.worlds[name] === WKContentWorld.defaultClient, true, name)
    let offer = controller.userScripts[0].source
    Checks.equal(offer.contains(name), false, "pages are offered \(name)")
  }
  Checks.equal(controller.worlds["page"] === WKContentWorld.page, true)
  // The names can be used again after `detach`.
  let view = WKWebView(frame: .zero, configuration: WKWebViewConfiguration())
  for _ in 1...2 {
    let session = try WebSession(
      factory.make(for: .productPage).build(url: home), attaching: view)
    session.detach()
    Checks.equal(view.configuration.userContentController.worlds.isEmpty, true)
  }
}

// MARK: Settings

try await Checks.part {
  app.appName = "Shop/4"
  let home = url("https://home.example/")
  let view = WebSession(factory.make(for: .account).build(url: home)).webView
  Checks.equal(view.configuration.applicationNameForUserAgent, "Shop/4")
  Checks.equal(view.configuration.mediaTypesRequiringUserActionForPlayback, .all)
  Checks.equal(view.configuration.allowsPictureInPictureMediaPlayback, false)
  Checks.equal(view.configuration.preferences.isElementFullscreenEnabled, true)
  Checks.equal(view.configuration.preferences.isTextInteractionEnabled, false)
  Checks.equal(view.configuration.limitsNavigationsToAppBoundDomains, false)
  Checks.equal(view.allowsLinkPreview, false)
  Checks.equal(view.isFindInteractionEnabled, true)
  // Values of the app are read each time; a missing one keeps WebKit's default.
  app.appName = nil
  let later = factory.make(for: .account).set(\.mediaPlayback, to: .automatic)
  let other = WebSession(later.build(url: home)).webView
  Checks.equal(other.configuration.applicationNameForUserAgent, nil)
  Checks.equal(other.configuration.mediaTypesRequiringUserActionForPlayback, [])
}

// MARK: Loads and downloads

@MainActor final class Follower: WebViewObserver, WebDownloadDelegate {
  var log: [String] = []
  func webView(_ webView: WKWebView, decided trace: DecisionTrace) {
    log.append("\(trace.decision) \(trace.rule ?? "none") \(trace.continued) \(trace.declined)")
  }
  func webViewDidFinish(_ webView: WKWebView) { log.append("finished") }
  func webView(_ webView: WKWebView, failedWith error: any Error) { log.append("failed \(error)") }
  func webViewProcessDidEnd(_ webView: WKWebView) { log.append("process gone") }
  func destination(
    of download: WKDownload, suggestedName: String, response: URLResponse
  ) async -> URL? {
    log.append("destination of \(suggestedName)")
    return url("file:///tmp/" + suggestedName)
  }
  func downloadDidStart(_ download: WKDownload) { log.append("started") }
  func downloadDidFinish(_ download: WKDownload) { log.append("downloaded") }
  func download(_ download: WKDownload, failedWith error: any Error) { log.append("no \(error)") }
}
try await Checks.part {
  let follower = Follower()
  let view = session.webView
  let delegate: any WKNavigationDelegate = session.delegate
  session.delegate.observer = follower
  struct Offline: Error {}
  _ = await decision("https://zhgchg.li/product/7?utm_source=news-2024")
  _ = await decision("https://b.example/", from: .linkActivated)
  _ = await decision("https://zhgchg.li/", isMain: false)
  _ = await isWindowAllowed("https://zhgchg.li/about")
  _ = await responsePolicy("https://zhgchg.li/product/1", status: 503)
  Checks.equal(
    follower.log,
    [
      #"cancel rules/showcase/store.bascule:40 ["rules/showcase/store.bascule:54"] []"#,
      #"allow rules/showcase/store.bascule:93 [] ["rules/showcase/store.bascule:66"]"#,
      "allow none [] []",
      "cancel rules/showcase/store.bascule:75 [] []",
      "cancel rules/showcase/store.bascule:112 [] []",
    ])
  follower.log = []
  delegate.webView(view, didFinish: WKNavigation())
  delegate.webView(view, didFail: WKNavigation(), withError: Offline())
  delegate.webView(view, didFailProvisionalNavigation: WKNavigation(), withError: Offline())
  delegate.webViewWebContentProcessDidTerminate(view)
  Checks.equal(follower.log, ["finished", "failed Offline()", "failed Offline()", "process gone"])

  follower.log = []
  let file = action("https://zhgchg.li/x.pdf")
  let download = WKDownload(file.request)
  let response = URLResponse(
    url: url("https://zhgchg.li/x.pdf"), mimeType: nil, expectedContentLength: 1,
    textEncodingName: nil)
  delegate.webView(view, navigationAction: file, didBecome: download)
  var place = await download.delegate?.download(
    download, decideDestinationUsing: response, suggestedFilename: "x.pdf")
  Checks.equal(place, nil, "nobody takes the file")
  Checks.equal(follower.log, [])
  session.delegate.downloadDelegate = follower
  delegate.webView(view, navigationAction: file, didBecome: download)
  place = await download.delegate?.download(
    download, decideDestinationUsing: response, suggestedFilename: "x.pdf")
  Checks.equal(place, url("file:///tmp/x.pdf"))
  download.delegate?.downloadDidFinish(download)
  download.delegate?.download(download, didFailWithError: Offline(), resumeData: nil)
  Checks.equal(
    follower.log, ["started", "destination of x.pdf", "downloaded", "no Offline()"])

  follower.log = []
  let other = WKDownload(file.request)
  delegate.webView(
    view,
    navigationResponse: WKNavigationResponse(
      response, isForMainFrame: true, canShowMIMEType: true), didBecome: other)
  place = await other.delegate?.download(
    other, decideDestinationUsing: response, suggestedFilename: "y.pdf")
  Checks.equal(place, url("file:///tmp/y.pdf"))
  Checks.equal(follower.log, ["started", "destination of y.pdf"], "a download of a response")
}

// MARK: Events and calls

let started = ["page": "p", "state": "started"]
try await Checks.part {
  // This bridge does not wait for the page; `bridge.swift` tests bridges that do.
  let direct = PageBridge(WebViewRunner(session.webView), contract: .app)
  await Checks.fails(with: "paymentFinished: it is not sent to a page of unknown origin") {
    try await direct.dispatch(PaymentFinishedEvent(.pending))
  }
  direct.receive(started, origin: store, isMainFrame: true)
  try await direct.dispatch(PaymentFinishedEvent(.failure(code: 1, message: "');alert(1)//")))
  Checks.equal(session.webView.scripts.count, 1)
  Checks.equal(session.webView.scripts[0].body.contains("alert"), false, "a payload is pasted")
  let arguments = try session.webView.scripts[0].arguments.mapValues { try JSON(foundation: $0) }
  Checks.equal(arguments["name"], .string("paymentFinished"))
  Checks.equal(arguments["target"], .string("WebAppEvent"))
  Checks.equal(
    arguments["payload"],
    .object([
      "kind": .string("failure"), "code": .number(1), "error_message": .string("');alert(1)//"),
    ]))
  let modern = PageBridge(
    WebViewRunner(session.webView), contract: .app, dispatch: .modern)
  modern.receive(started, origin: store, isMainFrame: true)
  try await modern.dispatch(ResumedEvent())
  Checks.equal(session.webView.scripts[1].arguments["target"] as? String, "bridge.receive")
  session.webView.scriptResult = { "missing" }
  await Checks.fails(with: "resumed: the page has no function `bridge.receive`") {
    try await modern.dispatch(ResumedEvent())
  }
}

try await Checks.part {
  session.webView.scriptResult = { ["reply": 5] }
  session.page.receive(started, origin: provider, isMainFrame: true)
  await Checks.fails(with: "resizeImages: it is not made in https://pay.example:8443") {
    _ = try await session.page.call(ResizeImagesCall(.init(maxWidth: 3)))
  }
  session.page.receive(started, origin: store, isMainFrame: true)
  Checks.equal(try await session.page.call(ResizeImagesCall(.init(maxWidth: 3))), 5)
  session.webView.scriptResult = { ["reply": "five"] }
  await Checks.fails(with: "resizeImages: expected an integer, found a string") {
    _ = try await session.page.call(ResizeImagesCall(.init(maxWidth: 3)))
  }
  let results = await session.page.render(AfterLoadRender())
  Checks.equal(results.map(\.name), ["resizeImages", "highlightLinks", "log"])
  Checks.equal(results.map { (try? $0.reply.get()) != nil }, [false, true, true])
}

Checks.end()
