import Harness
import WebKit

/// Writes down whatever the rules ask of it.
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
    run.note("app: deep link \(url) \(takesDeepLink)")
    return takesDeepLink
  }
  func page(_ message: String) { run.note("app: page \(message)") }
  func user(_ message: String) { run.note("app: user \(message)") }
  func scriptMessage(_ identifier: String, failedWith error: any Error) {
    run.note("app: error \(identifier): \(error)")
  }
}

@MainActor public func shop(_ run: TestRun) async throws {
  run.site.handler = { request in
    switch request.path {
    case "/page.js": return .script(run.script("shop"))
    default:
      return .html(
        """
        <meta charset=utf-8><title>\(request.path)</title><script src=/page.js></script>
        <a id=product href=/product/1234>p</a><a id=about href=/about>a</a>
        """)
    }
  }
  let app = ShopApp(run)
  let factory = ConfiguratorFactory(environment: app, receiver: app, errorDelegate: app)
  let configuration = factory.make(for: .default).build(url: URL(string: "https://zhgchg.li/")!)
  let session = WebSession(configuration)
  let view = session.webView

  run.step("the home page loads")
  session.load()
  await run.seen("finished https://zhgchg.li/")
  run.expect(await run.shown(view), "https://zhgchg.li/ /")
  run.expect(
    run.entries("asked", "decided"),
    [
      "asked https://zhgchg.li/ main other", "decided https://zhgchg.li/ allow",
    ])

  run.step("a product opens natively")
  await run.click(view, "product")
  await run.seen("decided https://zhgchg.li/product/1234 cancel")
  run.expect(run.entries("app"), ["app: present product(id: \"1234\")"])
  run.expect(await run.shown(view), "https://zhgchg.li/ /")

  run.step("a message")
  try await run.evaluate(view, "page.sendPage('Close')")
  await run.seen("app: page Close")
}
