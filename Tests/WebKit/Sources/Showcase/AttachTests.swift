import Harness
import WebKit

/// Tests rules that are attached to a web view of the app, until they are detached.
@MainActor public func attach(_ run: TestRun) async throws {
  Showcase.serve(run)
  let own = OwnHandler(run)
  let web = WKWebViewConfiguration()
  web.userContentController.add(own, name: "own")
  web.userContentController.addUserScript(
    WKUserScript(
      source: "webkit.messageHandlers.own.postMessage('script')", injectionTime: .atDocumentEnd,
      forMainFrameOnly: true))
  let view = WKWebView(frame: .zero, configuration: web)
  WebEngine.watch(view)
  run.step("a web view without rules")
  try await show(shopHome + "plain", in: view, run)
  await run.seen("own: script")
  let app = ShowcaseApp(run)
  let factory = ConfiguratorFactory(environment: app, receiver: app, errorDelegate: app)
  let configuration = factory.make(for: .default).build(url: URL(string: shopHome)!)
  for number in 1...2 {
    let session = try WebSession(configuration, attaching: view)
    WebEngine.watch(view)
    app.session = session
    session.page.errorDelegate = app
    try await withRules(session, number, run)
    try await detached(session, number, run)
  }
  try await ruleLists(view, app, run)
}

@MainActor private func ruleLists(
  _ view: WKWebView, _ app: ShowcaseApp, _ run: TestRun
) async throws {
  let fetch = "return await fetch('/tracker').then(() => 'loaded', () => 'blocked')"
  let hidden =
    "document.body.innerHTML = '<p class=advertisement>'; "
    + "return getComputedStyle(document.querySelector('p')).display"
  let factory = ConfiguratorFactory(environment: app, receiver: app, errorDelegate: app)
  // In the second round the list is in the store.
  for number in 1...2 {
    let session = try WebSession(
      factory.make(for: .inbox).build(url: URL(string: shopHome)!), attaching: view)
    WebEngine.watch(view)
    run.step("a rule list, \(number)")
    try await show(shopHome, in: view, run)
    run.expect(await run.text(view, fetch), "blocked")
    run.expect(await run.text(view, hidden), "none")
    session.detach()
    run.step("a web view without its rule list, \(number)")
    try await show(shopHome, in: view, run)
    run.expect(await run.text(view, fetch), "loaded")
    run.expect(await run.text(view, hidden), "block")
  }
}

@MainActor private func show(_ url: String, in view: WKWebView, _ run: TestRun) async throws {
  view.load(URLRequest(url: URL(string: url)!))
  await run.seen("finished " + url)
}

@MainActor private func withRules(
  _ session: WebSession, _ number: Int, _ run: TestRun
) async throws {
  let view = session.webView
  run.step("the rules decide, \(number)")
  try await show(shopHome, in: view, run)
  await run.seen("own: script")
  run.expect(run.entries("decided"), ["decided \(shopHome) allow"])
  await run.click(view, "shop")
  await run.seen(beginning: "app: present")

  run.step("messages, events and calls, \(number)")
  _ = try await run.evaluate(
    view, "page.sendPage('done'); page.onLocale((name) => evidence('locale ' + name))")
  await run.seen("app: page done")
  _ = try await session.page.dispatch(LocaleEvent("de"))
  await run.seen("page: locale de")
  _ = try await run.evaluate(view, "page.implementResizeImages(({ maxWidth }) => maxWidth * 2)")
  run.expect(try await session.page.call(ResizeImagesCall(.init(maxWidth: 4))), 8)
  run.expect(run.entries("app: page"), ["app: page done"])
}

@MainActor private func detached(
  _ session: WebSession, _ number: Int, _ run: TestRun
) async throws {
  let view = session.webView
  run.step("a call waits, \(number)")
  _ = try await run.evaluate(view, "page.implementResizeImages(() => new Promise(() => {}))")
  let call = Task { try await session.page.call(ResizeImagesCall(.init(maxWidth: 4))) }
  await run.barrier(view)
  session.detach()
  do {
    _ = try await call.value
    run.fail("a call without an answer has a reply")
  } catch { run.expect("\(error)", "resizeImages: the page was left before it answered") }

  run.step("a web view that has been detached, \(number)")
  try await show(shopHome + "plain", in: view, run)
  await run.seen("own: script")
  await run.barrier(view)
  run.expect(run.entries("decided", "app"), [])
  run.expect(
    await run.text(
      view,
      """
      const names = ["own", "page", "cart", "__bascule"];
      return names.map((name) => typeof webkit.messageHandlers[name]).join(" ");
      """), "object undefined undefined undefined")
  run.expect(await run.text(view, "return typeof globalThis.__bascule"), "undefined")
}

@MainActor private final class OwnHandler: NSObject, WKScriptMessageHandler {
  private let run: TestRun

  init(_ run: TestRun) {
    self.run = run
    super.init()
  }

  func userContentController(
    _ userContentController: WKUserContentController, didReceive message: WKScriptMessage
  ) {
    run.note("own: \(message.body)")
  }
}
