import Harness
import WebKit

/// Records the steps of the rules, and answers on request of the test.
@MainActor
final class ShowcaseApp: NavigationEnvironment, ScriptMessageReceiver,
  ScriptMessageErrorDelegate, WebEventErrorDelegate
{
  struct SoldOut: PageVisibleError, CustomStringConvertible {
    var pageCode: String { "soldOut" }
    var pageMessage: String { "there are no more" }
    var description: String { "sold out" }
  }
  struct Broken: Error { var token = "secret" }

  let run: TestRun
  weak var session: WebSession?
  var isHomePage = false
  var ownServer: String?
  var server: URL?
  var blockedHosts: [String] = []
  var helpPages: [URL] = []
  var localPort = 80
  var portal: URL?
  var partnerHosts: [String] = []
  var appName: String?
  var deeplinkCheck = false
  /// The answer of `confirmLeaving`; nil to wait until `answer` is called.
  var leaves: Bool?
  private var leaving: [CheckedContinuation<Bool, Never>] = []
  /// The answer of `openIfPossible`; nil to wait until `answerOpening` is called.
  var opens: Bool? = true
  private var opening: [CheckedContinuation<Bool, Never>] = []
  /// The second web view that is shown.
  var popup: WebSession?
  var keepsPopups = true
  /// All second web views that are shown; nil to keep only the last one.
  var allPopups: [WebSession]?
  /// True if `cart` waits until `release` is called.
  var holdsCart = false
  private var held: [CheckedContinuation<Void, Never>] = []

  init(_ run: TestRun) { self.run = run }

  // MARK: Navigation

  func books(_ request: SchemeRequest) async throws -> SchemeResponse {
    throw URLError(.resourceUnavailable)
  }
  func present(_ screen: Screen) { run.note("app: present \(screen)") }
  func push(_ screen: Screen) { run.note("app: push \(screen)") }
  func open(_ url: URL) { run.note("app: open \(url)") }
  func openIfPossible(_ url: URL) async -> Bool {
    run.note("app: open \(url)?")
    if let opens { return opens }
    return await withCheckedContinuation { opening.append($0) }
  }
  func load(_ url: URL) {
    run.note("app: load \(url)")
    session?.webView.load(URLRequest(url: url))
  }
  func load(_ url: URL, headers: [String: String]) {
    run.note("app: load \(url) X-Device \(headers["x-device"] ?? "-")")
    var request = URLRequest(url: url)
    for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
    session?.webView.load(request)
  }
  func dismiss() { run.note("app: dismiss") }
  func showPopup(_ popup: WebSession) {
    run.note("app: show popup")
    if keepsPopups { self.popup = popup }
    allPopups?.append(popup)
  }
  func closePopup(_ popup: WebSession) {
    run.note("app: close popup \(popup === self.popup)")
    self.popup = nil
  }
  func showAlert(_ panel: PagePanel) async {
    run.note("app: alert \(panel.text)")
    await Task.yield()
  }
  func showConfirm(_ panel: PagePanel) async -> Bool {
    run.note("app: confirm \(panel.text)")
    return leaves ?? false
  }
  func showPrompt(_ panel: PagePanel, proposal: String?) async -> String? {
    run.note("app: prompt \(panel.text) \(proposal ?? "nil")")
    return panel.text.isEmpty ? nil : "from the app"
  }
  func selectTab(index: Int) { run.note("app: tab \(index)") }
  func keep(request: NavigationRequest) { run.note("app: keeps \(request.method)") }
  func showError(status: Int, url: URL) { run.note("app: error \(status)") }
  func openDeepLink(url: URL) -> Bool { false }
  func track(name: String, kind: String, ratio: Double?) { run.note("app: track \(name) \(kind)") }
  func confirmLeaving(host: String?, url: URL) async -> Bool {
    run.note("app: leave for \(host ?? "-")?")
    if let leaves { return leaves }
    return await withCheckedContinuation { leaving.append($0) }
  }

  /// Answers the oldest question.
  func answer(_ leaves: Bool) { leaving.removeFirst().resume(returning: leaves) }

  /// Answers the oldest question about a URL that the system should open.
  func answerOpening(_ opens: Bool) { opening.removeFirst().resume(returning: opens) }

  // MARK: Messages

  func page(_ message: CloseReason) { run.note("app: page \(message.rawValue)") }
  func cart(_ message: CartItem) async throws -> Int {
    if message.sku == "gone" { throw SoldOut() }
    if message.sku == "broken" { throw Broken() }
    run.note("app: cart \(message.sku.prefix(20)) \(message.quantity)")
    if holdsCart { await withCheckedContinuation { held.append($0) } }
    return message.quantity * 2
  }
  func release() {
    holdsCart = false
    let waiting = held
    held = []
    waiting.forEach { $0.resume() }
  }
  func ready(from sender: MessageSender) { run.note("app: ready") }
  func shown(_ message: ShownPayload) { run.note("app: shown \(message.path)") }
  func ordered(_ message: [Int]) -> OrderedReply { OrderedReply(total: Double(message.count) / 2) }
  func scanned(_ message: ScannedPayload) { run.note("app: scanned \(message.code)") }
  func deskToken(_ message: DeskTokenPayload) -> String { "token" }
  func price(_ message: PricePayload) -> Double { 2.5 }
  func priceSeen() {}
  func nameDevice(_ message: String) -> Bool {
    run.note("app: nameDevice \(message)")
    return true
  }
  func lookup(_ message: [String: [Int?]]) -> LookupReply {
    let counts = message.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value.count)" }
    run.note("app: lookup \(counts.joined(separator: " "))")
    return LookupReply(found: [], next: message.keys.sorted().last)
  }
  func legacyCart(_ message: JSON) { run.note("app: legacy \(message)") }
  func fontsLoaded(_ message: Int) {}
  func fontMissing(_ message: String) {}
  func search(_ message: SearchQuery) -> [SearchQuery] { [message, .text("a")] }
  func open(_ message: OpenPayload) { run.note("app: open \(message.url) \(message.animated)") }
  func status() throws -> PaymentResult { .failure(code: 7, message: "\u{2028}\"😀") }

  func scriptMessage(_ identifier: String, failedWith error: any Error) {
    run.note("app: error \(identifier): \(error)")
  }
  func event(_ name: String, failedWith error: any Error) { run.note("app: lost \(error)") }
}

let shopHome = "https://zhgchg.li/"

/// A web view of a role, with its app.
@MainActor struct Showcase {
  let run: TestRun
  let app: ShowcaseApp
  let session: WebSession
  /// The handlers that receive the messages of the page.
  let handlers: [any ScriptMessageHandling]
  var view: WKWebView { session.webView }

  /// - Parameter prepare: sets values of the app.
  init(
    _ run: TestRun, _ role: WebRole, _ url: String, dispatch: EventDispatch? = nil,
    prepare: (ShowcaseApp) -> Void = { _ in }
  ) {
    self.run = run
    app = ShowcaseApp(run)
    prepare(app)
    let factory = ConfiguratorFactory(environment: app, receiver: app, errorDelegate: app)
    let configurator = factory.make(for: role)
    let configuration = configurator.build(url: URL(string: url)!)
    handlers = configuration.messageHandlers
    // A finished configuration does not change.
    configurator.set(\.userAgent, to: "other")
    session = WebSession(configuration, dispatch: dispatch)
    WebEngine.watch(session.webView)
    app.session = session
    session.page.errorDelegate = app
  }

  func load() async {
    run.step("the first page loads")
    session.load()
    await run.seen(beginning: "finished ")
  }

  /// Clicks, and waits for the answer to the resulting policy request.
  func click(_ identifier: String, _ decision: String) async {
    await run.click(view, identifier)
    await run.seen("decided " + decision)
  }

  /// The site of the showcase: every path has a page with the same links.
  static func serve(_ run: TestRun) {
    TestEngine.isSubframe = { $0.contains("/frame") }
    run.site.handler = { request in
      switch request.path {
      case "/page.js": return .script(run.script("showcase"))
      case "/older.js": return .script(run.script("older"))
      case "/newer.js": return .script(run.script("newer"))
      case "/older", "/newer":
        return .html("<title>\(request.path)</title><script src=\(request.path).js></script>")
      case "/plain":
        return .html(
          """
          <title>plain</title><script>
          addEventListener("WebAppEvent", ({ detail }) => {
            evidence("plain " + detail.name + " " + JSON.stringify(detail.body));
          });
          bridge = { receive: (name, body) => evidence("plain " + name + " " + JSON.stringify(body)) };
          </script>
          """)
      case "/moved": return .redirect(to: "https://ads.example/banner")
      case "/broken", "/frame/broken":
        return SiteResponse(status: 503, body: "<!doctype html><title>broken</title>broken")
      case "/report":
        return .html("report", headers: ["Content-Disposition": "attachment; filename=\"r.html\""])
      case "/files/manual", "/files/other":
        return SiteResponse(
          type: "application/pdf",
          headers: ["Content-Disposition": "inline; filename=\"\(request.path.dropFirst(7)).pdf\""],
          body: "%PDF-1.4")
      case "/archive": return SiteResponse(type: "application/zip", body: "PK")
      case "/holder":
        return .html("<title>holder</title><iframe src=/frame/broken></iframe>")
      case "/frame", "/frame/fonts":
        return .html(
          """
          <title>frame</title><script>
          evidence('frame ' + location.host + ' ' + document.documentElement.className)
          </script>
          """)
      default:
        return .html(
          """
          <meta charset=utf-8><title>\(request.path)</title><script src=/page.js></script><body>
          <a id=tel href=tel:+442079460000>t</a> <a id=mail href=mailto:a@example.com>m</a>
          <a id=blank target=_blank href=/about>b</a>
          <a id=blankOther target=_blank href=https://other.example/>b</a>
          <a id=other href=https://other.example/x>o</a> <a id=second href=/second>s</a>
          <a id=moved href=/moved>m</a> <a id=pdf href=/terms.pdf>p</a>
          <a id=close href=#close>c</a> <a id=docs href="/docs/a%20b/c?title=x+y">d</a>
          <a id=shop href=/shop/12?utm_source=newsletter-2026>s</a> <a id=abc href=/shop/abc>s</a>
          <a id=verify href=/verify>v</a> <a id=help target=_blank href=/help/2>h</a>
          """)
      }
    }
  }
}
