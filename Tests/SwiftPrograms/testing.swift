import Foundation
import WebKit

// These tests are written as an app's team would write them, with a fake page.

/// The code under test, which handles messages, and sends events and calls.
@MainActor
final class Shop: NavigationEnvironment, ScriptMessageReceiver,
  ScriptMessageErrorDelegate
{
  struct Refusal: PageVisibleError, CustomStringConvertible {
    var pageCode: String { "soldOut" }
    var pageMessage: String { "there are no more" }
    var description: String { "sold out" }
  }

  var page: (any WebEventDispatcher & WebCaller)?
  var log: [String] = []

  func cart(_ message: CartItem) async throws -> Int {
    if message.sku == "gone" { throw Refusal() }
    try await page?.dispatch(LocaleEvent(message.sku))
    return message.quantity * 2
  }
  func page(_ message: CloseReason) { log.append("close \(message)") }
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
  func lookup(_ message: [String: [Int?]]) -> LookupReply { LookupReply(found: [], next: "n") }
  func legacyCart(_ message: JSON) { log.append("legacy \(message.text)") }
  func fontsLoaded(_ message: Int) {}
  func fontMissing(_ message: String) {}
  func search(_ message: SearchQuery) -> [SearchQuery] { [message, .text("a")] }
  func open(_ message: OpenPayload) { log.append("open \(message.url) \(message.animated)") }
  func status() -> PaymentResult { .failure(code: 7, message: "no") }

  func scriptMessage(_ identifier: String, failedWith error: any Error) {
    log.append("\(identifier): \(error)")
  }

  let isHomePage = false
  let ownServer: String? = nil
  var server: URL?
  func books(_ request: SchemeRequest) async throws -> SchemeResponse {
    throw URLError(.resourceUnavailable)
  }
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
}

let item = CartItem(
  sku: "a", options: [:], added: Date(timeIntervalSince1970: 0), link: url("https://zhgchg.li/"),
  weight: 1, isGift: false, related: [])
let shop = Shop()
let factory = ConfiguratorFactory(environment: shop, receiver: shop, errorDelegate: shop)
let page = TestPage(factory.make(for: .default).build(url: url("https://zhgchg.li/cart")))
shop.page = page.bridge

// Messages and their replies.
Checks.equal(try await page.sendCart(item), 2)
try await page.sendPage(.cancelled)
try await page.sendReady()
try await page.sendOpen(OpenPayload(url: url("https://zhgchg.li/a/b"), animated: false))
try await page.sendLegacyCart(.object(["a": .bool(true)]))
Checks.equal(try await page.sendStatus(), .failure(code: 7, message: "no"))
Checks.equal(try await page.sendLookup(["a": [1, nil]]).next, "n")
Checks.equal(
  shop.log,
  ["close user-cancelled", "ready", "open https://zhgchg.li/a/b false", #"legacy {"a":true}"#])

// Failures.
shop.log = []
var gone = item
gone.sku = "gone"
await Checks.fails(with: "there are no more") { _ = try await page.sendCart(gone) }
await Checks.fails(with: "expected an object, found a number") {
  try await page.post(3, to: "cart")
}
page.origin = WebOrigin(scheme: "https", host: "zhgchg.li.evil.example")
await Checks.fails(with: "messages from https://zhgchg.li.evil.example are refused") {
  _ = try await page.sendCart(item)
}
page.origin = WebOrigin(scheme: "https", host: "zhgchg.li")
page.isMainFrame = false
await Checks.fails(with: "messages from a frame inside the page are refused") {
  try await page.sendPage(.done)
}
page.isMainFrame = true
Checks.equal(
  shop.log,
  [
    "cart: sold out", "cart: expected an object, found a number",
    "cart: messages from https://zhgchg.li.evil.example are refused",
    "page: messages from a frame inside the page are refused",
  ])
let payment = TestPage(factory.make(for: .paymentPage).build(url: url("https://zhgchg.li/pay")))
await Checks.fails(with: "no message handler `cart`") { _ = try await payment.sendCart(item) }
let single = TestPage(
  [CartScriptMessageStrategy(receiver: shop)],
  origin: WebOrigin(scheme: "https", host: "www.zhgchg.li"), contract: .app)
Checks.equal(try await single.sendCart(item), 2)

// Events.
Checks.equal(try page.receivedLocale(), ["a", "a"])
Checks.equal(try await page.bridge.dispatch(ResumedEvent()), .sent)
Checks.equal(page.receivedResumed(), 1)
page.reload(isListening: false)
Checks.equal(try await page.bridge.dispatch(LocaleEvent("de")), .kept)
Checks.equal(try await page.bridge.dispatch(LocaleEvent("fr")), .kept)
try await page.bridge.dispatch(PaymentFinishedEvent(.pending))
await page.listen(to: LocaleEvent.self)
Checks.equal(try page.receivedLocale(), ["a", "a", "fr"])
Checks.equal(try page.receivedPaymentFinished(), [])
await page.listen(to: PaymentFinishedEvent.self)
Checks.equal(try page.receivedPaymentFinished(), [.pending])
Checks.equal(page.receivedSessionExpired(), 0)

// Calls.
await Checks.fails(with: "resizeImages: the page does not implement this call") {
  _ = try await page.bridge.call(ResizeImagesCall(.init(maxWidth: 3)))
}
page.implementResizeImages { payload in payload.maxWidth + 1 }
page.implementLog { shop.log.append($0) }
Checks.equal(try await page.bridge.call(ResizeImagesCall(.init(maxWidth: 3))), 4)
let results = await page.bridge.render(AfterLoadRender())
Checks.equal(results.map { (try? $0.reply.get()) != nil }, [true, false, true])
Checks.equal(shop.log.last ?? "", "loaded")
page.implementHighlightLinks { throw Shop.Refusal() }
await Checks.fails(with: "sold out") { try await page.bridge.call(HighlightLinksCall()) }

// The payload is in another field, JSON text, and beside the name.
shop.server = url("https://home.example/")
let desk = TestPage(factory.make(for: .account).build(url: url("https://home.example/")))
try await desk.sendShown(ShownPayload(title: "Desk"))
try await desk.sendScanned(ScannedPayload(code: "4711", isManual: true))
Checks.equal(Array(shop.log.suffix(2)), ["shown / Desk", "scanned 4711 true"])
Checks.equal(try await desk.sendOrdered([1, 2, 3]).total, 1.5)
Checks.equal(
  try await desk.post(["event": "order", "data": "[1,2]"], to: "desk"), .string("{\"total\":1}"))

// Functions of the page get replies and errors. Each message has one answer.
_ = try await desk.sendDeskToken(DeskTokenPayload(callback: "pages.token"))
Checks.equal(try await desk.sendPrice(PricePayload(id: 1, sku: "a")), 2.5)
await Checks.fails(with: "there are no more") {
  try await desk.sendPrice(PricePayload(id: 2, sku: "gone"))
}
await Checks.fails(with: "there is no strategy `cost`") {
  try await desk.post(["type": "cost", "id": 3], to: "prices")
}
await Checks.fails(with: "sku: expected a string, found nothing") {
  try await desk.post("{\"type\": \"price\", \"id\": 4}", to: "prices")
}
try await desk.sendPriceSeen()
Checks.equal(
  desk.answers.map { "\($0.target) \(JSON.array($0.values).text)" },
  [
    "pages.token [true,\"token\"]",
    "desk.receive [{\"id\":1,\"result\":2.5,\"type\":\"result\"}]",
    "desk.receive [{\"error\":{\"code\":\"soldOut\",\"text\":\"there are no more\"},\"id\":2,\"type\":\"error\"}]",
    "desk.receive [{\"error\":{\"code\":\"unknown\",\"text\":\"there is no strategy `cost`\"},\"id\":3,\"type\":\"error\"}]",
    "desk.receive [{\"error\":{\"code\":\"malformed\",\"text\":\"sku: expected a string, found nothing\"},\"id\":4,\"type\":\"error\"}]",
  ])
// A message that names no function is not handled, and an untrusted sender gets no answer.
let answered = desk.answers.count
for callback in ["alert(1)", "a..b", "", "a.b;c", "a[0]"] {
  await Checks.fails(with: "the message names no function for its answer") {
    try await desk.post(["callback": callback], to: "deskToken")
  }
}
desk.origin = WebOrigin(scheme: "https", host: "evil.example")
await Checks.fails(with: "messages from https://evil.example are refused") {
  try await desk.post(["callback": "pages.token"], to: "deskToken")
}
await Checks.fails(with: "messages from https://evil.example are refused") {
  try await desk.post(["type": "cost"], to: "prices")
}
desk.origin = WebOrigin(scheme: "https", host: "home.example")
Checks.equal(desk.answers.count, answered)

// The page has a function at a path.
await Checks.fails(with: "desk.setTheme: the page does not implement this call") {
  _ = try await desk.bridge.call(SetThemeCall(.init(theme: .dark)))
}
desk.implementSetTheme { payload in payload.theme == .dark && payload.size == nil }
Checks.equal(try await desk.bridge.call(SetThemeCall(.init(theme: .dark))), true)
Checks.equal(try await desk.bridge.call(SetThemeCall(.init(theme: .dark, size: 2))), false)
Checks.equal(desk.bridge.supports(SetThemeCall.self), nil)

Checks.end()
