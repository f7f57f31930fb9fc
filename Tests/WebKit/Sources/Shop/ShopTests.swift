import Harness
import WebKit

/// Records the steps of the rules.
@MainActor
final class ShopApp: NavigationEnvironment, ScriptMessageReceiver,
  ScriptMessageErrorDelegate
{
  let run: TestRun
  var isHomePage = false
  var deeplinkCheck = false
  var takesDeepLink = true

  init(_ run: TestRun) { self.run = run }

  func present(_ screen: Screen) { run.note("app: present \(screen)") }
  func selectTab(index: Int) { run.note("app: tab \(index)") }
  func openDeepLink(url: URL) -> Bool {
    run.note("app: deep link \(url)")
    return takesDeepLink
  }
  func page(_ message: String) { run.note("app: page \(message)") }
  func user(_ message: String) { run.note("app: user \(message)") }
  func scriptMessage(_ identifier: String, failedWith error: any Error) {
    run.note("app: error \(identifier): \(error)")
  }
}

private let home = "https://zhgchg.li/"

/// Tests a shop: one app with web views of three roles.
@MainActor public func shop(_ run: TestRun) async throws {
  run.site.handler = { request in
    switch request.path {
    case "/page.js": return .script(run.script("shop"))
    default:
      return .html(
        """
        <meta charset=utf-8><title>\(request.path)</title><script src=/page.js></script><body>
        <a id=product href=/product/1234>p</a> <a id=shop href=/shop/1234>s</a>
        <a id=none href=/product/>n</a> <a id=about href=/about>a</a> <a id=home href=/>h</a>
        <a id=verify href=/verify?card=1>v</a>
        """)
    }
  }
  let app = ShopApp(run)
  let factory = ConfiguratorFactory(environment: app, receiver: app, errorDelegate: app)
  try await navigation(run, app, factory)
  try await messages(run, app, factory)
  try await roles(run, app, factory)
  try await frozen(run, app, factory)
}

@MainActor private func navigation(
  _ run: TestRun, _ app: ShopApp, _ factory: ConfiguratorFactory
) async throws {
  let session = WebSession(factory.make(for: .default).build(url: URL(string: home)!))
  WebEngine.watch(session.webView)
  let view = session.webView
  func click(_ identifier: String, _ decision: String, _ entries: [String]) async {
    await run.click(view, identifier)
    await run.seen("decided \(home)\(decision)")
    run.expect(run.entries("app"), entries)
    run.expect(run.entries("asked").count, 1)
  }

  run.step("the home page loads")
  session.load()
  await run.seen("finished " + home)
  run.expect(await run.shown(view), home + " /")

  run.step("native screens")
  await click("product", "product/1234 cancel", ["app: present product(id: \"1234\")"])
  run.step("another")
  await click("shop", "shop/1234 cancel", ["app: present shop(id: \"1234\")"])
  run.expect(await run.shown(view), home + " /")

  run.step("no native screen without what it needs")
  await click("none", "product/ allow", [])
  await run.seen("finished " + home + "product/")
  run.expect(await run.shown(view), home + "product/ /product/")

  run.step("the home page, whose address the page writes without a slash at its end")
  app.isHomePage = true
  _ = try? await run.evaluate(view, "location = 'https://zhgchg.li'")
  await run.seen("decided \(home) cancel")
  run.expect(run.entries("app"), ["app: tab 0"])
  run.expect(await run.shown(view), home + "product/ /product/")
  app.isHomePage = false

  run.step("a deep link that the app takes")
  app.deeplinkCheck = true
  await click("product", "product/1234 cancel", ["app: deep link \(home)product/1234"])
  run.step("a deep link that it does not take: the next rule is asked")
  app.takesDeepLink = false
  await click(
    "product", "product/1234 cancel",
    ["app: deep link \(home)product/1234", "app: present product(id: \"1234\")"])
  run.step("and the chain's last word")
  await click("about", "about allow", ["app: deep link \(home)about"])
  await run.seen("finished " + home + "about")
  run.expect(await run.shown(view), home + "about /about")
  app.deeplinkCheck = false
  app.takesDeepLink = true
}

@MainActor private func messages(
  _ run: TestRun, _ app: ShopApp, _ factory: ConfiguratorFactory
) async throws {
  let session = WebSession(factory.make(for: .default).build(url: URL(string: home)!))
  WebEngine.watch(session.webView)
  let view = session.webView
  run.step("a page for messages")
  session.load()
  await run.seen("finished " + home)
  run.step("messages keep their order across handlers")
  try await run.evaluate(
    view, "for (let i = 0; i < 20; i++) { page.sendPage(`p${i}`); page.sendUser(`u${i}`); }")
  await run.barrier(view)
  run.expect(
    run.entries("app"), (0..<20).flatMap { ["app: page p\($0)", "app: user u\($0)"] })
  run.step("a text of JSON is a text")
  try await run.evaluate(view, "page.sendPage('{\"a\": 1}'); page.sendPage('')")
  await run.barrier(view)
  run.expect(run.entries("app"), ["app: page {\"a\": 1}", "app: page "])
  run.step("any text")
  let texts = ["a\u{0}b", "\u{2028}\u{2029}\u{FEFF}", "😀e\u{301}", "\"'\\`${x}</script>\r\n"]
  for text in texts {
    try await run.evaluate(view, "page.sendUser(text)", ["text": text])
  }
  try await run.evaluate(view, "webkit.messageHandlers.user.postMessage('half \\ud800 pair')")
  await run.barrier(view)
  run.expect(
    run.entries("app"), (texts + ["half \u{FFFD} pair"]).map { "app: user " + $0 })
}

/// Tests that each role gives its pages exactly the configured messages and scripts.
@MainActor private func roles(
  _ run: TestRun, _ app: ShopApp, _ factory: ConfiguratorFactory
) async throws {
  let names = "return ['page', 'user'].map(page.isAvailable).join()"
  let viewport = "return String(document.querySelector('meta[name=viewport]')?.content)"
  for (role, available, hasScript, title) in [
    (WebRole.default, "true,true", false, WebSettings.Title.native),
    (.productPage, "true,true", true, .web), (.payment, "true,false", false, nil),
  ] as [(WebRole, String, Bool, WebSettings.Title?)] {
    run.step("the role \(role)")
    let configuration = factory.make(for: role).build(url: URL(string: home + "about")!)
    let session = WebSession(configuration)
    WebEngine.watch(session.webView)
    session.load()
    await run.seen("finished " + home + "about")
    run.expect(await run.text(session.webView, names), available)
    run.expect(
      await run.text(session.webView, viewport),
      hasScript
        ? "width=device-width, initial-scale=1, maximum-scale=1, user-scalable=no" : "undefined")
    run.expect(configuration.settings.title, title)
    run.expect(session.webView.title ?? "", "/about")

    run.step("a payment is verified in the role \(role)")
    await run.click(session.webView, "verify")
    let policy = role == .payment ? "cancel" : "allow"
    await run.seen("decided \(home)verify?card=1 \(policy)")
    run.expect(run.entries("app"), role == .payment ? ["app: present paymentVerify"] : [])
  }

  run.step("a message that the role does not take")
  let session = WebSession(factory.make(for: .payment).build(url: URL(string: home)!))
  WebEngine.watch(session.webView)
  session.load()
  await run.seen("finished " + home)
  let thrown = await run.text(
    session.webView,
    "try { await page.sendUser('x') } catch (error) { return error.code + ' ' + error.message }")
  run.expect(
    thrown, "unavailable user: no message handler \"user\"; is this page shown in the app?")
  run.expect(run.entries("app"), [])
}

/// Tests that changes to a configurator after `build` do not affect the built configuration.
@MainActor private func frozen(
  _ run: TestRun, _ app: ShopApp, _ factory: ConfiguratorFactory
) async throws {
  run.step("a configuration does not change once it is built")
  let configurator = factory.make(for: .payment)
  let configuration = configurator.build(url: URL(string: home + "verify")!)
  try configurator.add(scriptMessageStrategy: UserScriptMessageStrategy(receiver: app))
  configurator.set(headNavigationHandler: nil).add(script: .disableZoom)
  let session = WebSession(configuration)
  WebEngine.watch(session.webView)
  session.load()
  await run.seen("decided \(home)verify cancel")
  run.expect(run.entries("app"), ["app: present paymentVerify"])
  await run.open(session.webView, home + "about")
  run.expect(
    await run.text(session.webView, "return ['page', 'user'].map(page.isAvailable).join()"),
    "true,false")
  run.expect(
    await run.text(
      session.webView, "return String(document.querySelector('meta[name=viewport]'))"), "null")

  run.step("a name that is taken is refused")
  do {
    try configurator.add(scriptMessageStrategy: UserScriptMessageStrategy(receiver: app))
    run.fail("a second strategy of one name was taken")
  } catch { run.expect("\(error)", "duplicateIdentifier(\"user\")") }
}
