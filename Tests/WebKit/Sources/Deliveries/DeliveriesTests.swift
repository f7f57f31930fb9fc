import Foundation
import Harness
import WebKit

private let store = "https://store.example/"
private let evil = "https://evil.example/"

/// Tests that answers, events, calls and scripts for a page reach no other page: neither a page of another origin nor
/// the next page of the same origin.
@MainActor public func deliveries(_ run: TestRun) async throws {
  let test = Deliveries(run)
  test.serve()
  for next in [store + "next", evil + "next"] {
    for moment in Deliveries.moments { await test.answers(at: moment, next: next) }
  }
  for forgery in Deliveries.forgeries { await test.held(forgery) }
  try await test.events()
  try await test.hosts()
  await test.restored()
  try await test.scripts()
}

@MainActor private struct Deliveries {
  let run: TestRun
  let app: DeliveriesApp
  let session: WebSession
  var view: WKWebView { session.webView }

  init(_ run: TestRun) {
    self.run = run
    app = DeliveriesApp(run)
    app.server = URL(string: store)
    let factory = ConfiguratorFactory(environment: app, receiver: app, errorDelegate: app)
    let configurator = factory.make(for: .deliveries)
    configurator.add(script: .values(name: "SECRET")).add(script: .toHome(app, name: "SECRET"))
    session = WebSession(configurator.build(url: URL(string: store)!))
    session.page.errorDelegate = app
    WebEngine.watch(session.webView)
  }

  /// The scripts of a next page that tries to receive what is not for it.
  static let forgeries = [
    "",
    // This script uses the identity of the previous page.
    "__bascule.page = window.name;",
    "globalThis.__bascule = { page: window.name, listens: { secret: true, homeSecret: true }, calls: {} };",
    "Object.defineProperty(globalThis, '__bascule', { get: () => ({ page: window.name }) });",
    "webkit.messageHandlers.__bascule.postMessage({ page: window.name, state: 'started' });",
    "window.origin = 'https://store.example'; __bascule.page = window.name;",
    """
    try { Object.defineProperty(window, 'location', { value: { origin: 'https://store.example' } }); } catch {}
    __bascule.page = window.name;
    """,
    """
    Object.prototype.page = window.name;
    Object.defineProperty(Object.prototype, 'origin', { get: () => 'https://store.example' });
    """,
    "Promise.prototype.then = function () { return this; }; __bascule.page = window.name;",
    """
    EventTarget.prototype.dispatchEvent = function (event) {
      evidence('got event ' + JSON.stringify(event.detail)); };
    CustomEvent = function (type, { detail }) { evidence('got ' + type + JSON.stringify(detail)); };
    __bascule.page = window.name;
    """,
    """
    Object.is = () => true; String.prototype.valueOf = () => window.name;
    Symbol.toPrimitive && (String.prototype[Symbol.toPrimitive] = () => window.name);
    __bascule.page = { toString: () => window.name, valueOf: () => window.name };
    """,
  ]

  /// The moments at which a page sends messages while it is left.
  static let moments = [
    "addEventListener('pagehide', ask)", "addEventListener('unload', ask)",
    "addEventListener('beforeunload', ask)", "addEventListener('visibilitychange', ask)",
    "ask()", "setTimeout(ask)", "const end = Date.now() + 20; while (Date.now() < end) ask()",
  ]

  /// Serves a page for every path of every host. The page reports what it receives.
  func serve() {
    run.site.handler = { request in
      let page = "<meta charset=utf-8><title>t</title><script src=/page.js></script><body>"
      if request.path == "/page.js" { return .script(run.script("deliveries")) }
      if request.path.hasPrefix("/forged") {
        let number = Int(request.path.dropFirst("/forged".count)) ?? 0
        return .html("<script src=/page.js></script><script>\(Self.forgeries[number])</script>")
      }
      switch request.path {
      case "/next":
        // The main thread is busy while the next page begins, so that its first message and the last one of the
        // previous page wait together.
        DispatchQueue.main.async { Thread.sleep(forTimeInterval: 0.1) }
        return .html(page)
      case "/sandboxed":
        return .html(
          page + "<script>\(Self.sandboxed)</script>",
          headers: ["Content-Security-Policy": "sandbox allow-scripts"])
      case "/holder": return .html("<title>t</title>" + Self.frames)
      case "/frame": return .html("<script>\(Self.tells)</script>")
      default: return .html(page)
      }
    }
  }

  private func load(_ url: String) async {
    run.step(url)
    view.load(URLRequest(url: URL(string: url)!))
    await run.seen("finished " + url)
  }

  /// Returns the answers, events and calls that another page has received.
  private func stolen(by page: String) -> [String] {
    run.entries("page: ").filter { $0.hasPrefix("page: \(page) got") || $0.contains("page: got") }
  }

  /// Tests a page that sends messages while it is left.
  func answers(at moment: String, next: String) async {
    await load(store)
    run.step("a page asks at `\(moment)`, before \(next)")
    run.evaluateOnly(
      view, "const ask = () => page.askAll(1); \(moment); location.href = '\(next)';")
    await run.seen("finished " + next)
    await run.barrier(view)
    run.expect(stolen(by: next), [], "an answer at `\(moment)`")
  }

  /// Tests a page that sends messages and is left before the app answers. The next page forges what it can.
  func held(_ forgery: String) async {
    let number = Self.forgeries.firstIndex(of: forgery) ?? 0
    await load(store)
    run.step("a page that forges: \(forgery)")
    app.holds = true
    let before = app.asked
    _ = try? await run.evaluate(
      view, "window.name = __bascule.page; page.askAll(2); evidence('asked')")
    await run.seen("page: asked")
    await run.settle()
    run.expect(app.asked - before, 5)
    let next = evil + "forged\(number)"
    view.load(URLRequest(url: URL(string: next)!))
    await run.seen("finished " + next)
    app.release()
    for identifier in ["token", "coin", "stamp", "bus", "homeKey"] {
      await run.seen("error \(identifier): the page was left before the answer")
    }
    let event = try? await session.page.dispatch(SecretEvent("SECRET"))
    let home = try? await session.page.dispatch(HomeSecretEvent("SECRET"))
    let show = try? await session.page.call(ShowCall("SECRET"))
    let called = try? await session.page.call(RunCall(.init(text: "SECRET")))
    run.expect(event == nil && home == nil && show == nil && called == nil, "sent to a stranger")
    run.evaluateOnly(view, "evidence('end')")
    await run.seen("page: end")
    await run.settle()
    run.expect(stolen(by: evil + "forged\(number)"), [], forgery)
  }

  /// Tests events and calls on the way to a page that is left.
  func events() async throws {
    for next in [evil + "next", store + "next"] {
      await load(store)
      run.step("events and calls while \(next) is loaded")
      let page = session.page
      let left = page.delivery.shown
      view.load(URLRequest(url: URL(string: next)!))
      var tasks: [Task<Void, Never>] = []
      var sent = 0
      // A task that begins after the next page is shown sends nothing, since that page might receive it.
      func send(_ something: @escaping @MainActor () async throws -> Void) {
        tasks.append(
          Task {
            guard page.delivery.shown == left else { return }
            sent += 1
            try? await something()
          })
      }
      for number in 0..<20 {
        send { _ = try await page.dispatch(SecretEvent("for store \(number)")) }
        send { _ = try await page.dispatch(HomeSecretEvent("for store")) }
        send { _ = try await page.call(ShowCall("for store")) }
        send { _ = try await page.call(RunCall(.init(text: "for store"))) }
        await Task.yield()
      }
      await run.seen("finished " + next)
      for task in tasks { await task.value }
      await run.barrier(view)
      run.expect(run.entries("page: \(next) got"), [], "what is for the page before")
      run.expect(sent > 0, "nothing was sent")
    }
    await load(evil)
    run.step("the app's own server becomes another one")
    app.server = URL(string: evil)
    try await session.page.dispatch(HomeSecretEvent("for evil"))
    await run.seen("page: https://evil.example/ got homeSecret [\"for evil\"]")
    app.server = URL(string: store)
    run.expect(
      (try? await session.page.dispatch(HomeSecretEvent("SECRET"))) == nil, "not its server")
  }

  /// Tests pages of a scheme of the app that have the identity of a page of one host.
  func hosts() async throws {
    let origin = WebOrigin(scheme: "kiosk", host: "good")
    for (host, isThere) in [
      ("good", true), ("GOOD", true), ("evil", false), ("goo", false), ("good.evil", false),
    ] {
      run.step("a page of kiosk://\(host)/")
      view.load(URLRequest(url: URL(string: "kiosk://\(host)/")!))
      await run.seen(beginning: "finished kiosk:")
      let delivery = PageDelivery(WebViewRunner(view))
      let id = await run.text(view, "return __bascule.page")
      delivery.start(ShownPage(id: id, origin: origin))
      guard let page = delivery.sender(of: origin, isMainFrame: true) else {
        return run.fail("no page")
      }
      let outcome = try await delivery.run("return 'ran'", [:], in: page, within: nil)
      let hasRun = if case .result(.string("ran")) = outcome { true } else { false }
      run.expect(hasRun, isThere, host)
    }
  }

  /// Tests that a page that the user goes back to receives its own events and calls, even after another page.
  func restored() async {
    await load(store + "first")
    await load(evil)
    run.step("back to the first page")
    view.goBack()
    await run.seen("finished \(store)first")
    await run.barrier(view)
    _ = try? await run.evaluate(view, "page.askAll(3)")
    await run.seen("page: \(store)first got cb [true,\"SECRET\"]")
    await run.seen("page: \(store)first got take [\"SECRET\",3]")
    await run.seen("page: \(store)first got told [{\"id\":3,\"reply\":\"SECRET\"}]")
    await run.seen("page: \(store)first got take [\"there is no strategy `unknown`\",3]")
    run.step("what is for it, from the app")
    run.expect(try? await session.page.call(RunCall(.init(text: "a"))), "x")
    run.expect(try? await session.page.call(ShowCall("a")), "x")
    run.expect(try? await session.page.dispatch(SecretEvent("a")), .sent)
  }

  // MARK: Scripts

  /// A script that reports which scripts of the app have run in a document.
  private static let tells = """
    addEventListener("load", () => setTimeout(() => {
      const { marks = [], stolen = "-", homeName = "-" } = window;
      const apart = document.documentElement.dataset.apart ?? "-";
      evidence("scripts " + (window.name || location.href) + " " + marks.join("+") + " " + stolen
        + " " + homeName + " " + apart);
    }));
    """
  /// A script of a document with a trusted address and without an origin, which pretends to have one.
  private static let sandboxed = """
    const claims = "https://store.example";
    for (const key of ["origin", "__basculeOrigin"]) {
      try { window[key] = claims; } catch {}
      try { Object.defineProperty(window, key, { get: () => claims, configurable: true }); } catch {}
      try { Object.defineProperty(Window.prototype, key, { get: () => claims }); } catch {}
      try { Object.defineProperty(Object.prototype, key, { get: () => claims }); } catch {}
    }
    const { call, apply, bind } = Function.prototype;
    Function.prototype.call = Function.prototype.apply = Function.prototype.bind = () => () => claims;
    Reflect.apply = () => claims;
    // The functions of the test need them again.
    addEventListener("load", () => { Object.assign(Function.prototype, { call, apply, bind }); });
    \(tells)
    """
  /// Documents with a trusted address, or inside of a trusted page, that do not have its origin.
  private static let frames = """
    <script>window.name = "holder"; \(tells)</script>
    <iframe name=plain src=/frame></iframe>
    <iframe name=csp src=/sandboxed></iframe>
    <iframe name=attribute sandbox=allow-scripts src=/sandboxed></iframe>
    <iframe name=same sandbox="allow-scripts allow-same-origin" src=/frame></iframe>
    <iframe name=srcdoc sandbox=allow-scripts srcdoc='<script>\(tells)</script>'></iframe>
    <iframe name=data src='data:text/html,<script>\(tells)</script>'></iframe>
    <iframe name=blob></iframe>
    <script>
    const text = "<script>" + \(quoted(tells)) + "</scr" + "ipt>";
    const blob = new Blob([text], { type: "text/html" });
    const frame = document.querySelector("[name=blob]");
    frame.setAttribute("sandbox", "allow-scripts");
    frame.src = URL.createObjectURL(blob);
    </script>
    """

  private static func quoted(_ text: String) -> String {
    (try? JSONEncoder().encode(text)).map { String(decoding: $0, as: UTF8.self) } ?? "null"
  }

  /// Tests that a script for an origin runs in documents of this origin, and not in others with the same address.
  func scripts() async throws {
    let all = "start+end SECRET SECRET ran"
    let none = " - - -"
    run.step("scripts of a page and its frames")
    TestEngine.isSubframe = { url in
      ["/holder", "?main", ".example/"].allSatisfy { !url.hasSuffix($0) }
    }
    view.load(URLRequest(url: URL(string: store + "holder")!))
    for (name, expected) in [
      ("holder", all), ("plain", all), ("same", all), ("csp", none), ("attribute", none),
      ("srcdoc", none), ("data", none), ("blob", none),
    ] {
      let told = await run.seen(beginning: "page: scripts \(name) ")
      run.expect(told, "page: scripts \(name) \(expected)", name)
    }
    run.step("a sandboxed page")
    view.load(URLRequest(url: URL(string: store + "sandboxed?main")!))
    let told = await run.seen(beginning: "page: scripts ")
    run.expect(told.hasSuffix(none), told)
    await run.seen("finished \(store)sandboxed?main")
    run.expect(
      (try? await session.page.dispatch(SecretEvent("SECRET"))) == nil, "it has no origin")
    run.step("a page of another origin")
    app.server = URL(string: store)
    await load(evil)
    run.expect(
      await run.text(view, "return typeof window.marks + typeof stolen + typeof homeName"),
      "undefinedundefinedundefined")
  }
}
