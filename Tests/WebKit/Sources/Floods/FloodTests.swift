import Foundation
import Harness
import WebKit

private let home = "https://store.example/"

/// Tests pages that repeat actions that cost the app or its user something.
@MainActor public func floods(_ run: TestRun) async throws {
  run.site.handler = { request in
    request.path == "/page.js"
      ? .script(run.script("floods"))
      : .html("<title>t</title><script src=/page.js></script><body>")
  }
  let app = FloodsApp(run)
  let factory = ConfiguratorFactory(environment: app)
  let session = WebSession(factory.make(for: .floods).build(url: URL(string: home)!))
  WebEngine.watch(session.webView)
  let test = FloodTests(run: run, app: app, session: session)
  run.step("the page loads")
  session.load()
  await run.seen("finished " + home)
  await test.questions()
  await test.steps("mailto:a@store.example?", "`open url`", { app.opened }, atOnce: 5, seconds: 3)
  await test.steps(
    home + "product?id=", "`present`", { app.presented }, atOnce: 10, seconds: 1)
  await test.panels()
  await test.windows()
  await test.images()
}

@MainActor private struct FloodTests {
  let run: TestRun
  let app: FloodsApp
  let session: WebSession
  var view: WKWebView { session.webView }

  /// Lets the page request 200 URLs without a click, and waits for the answer to the last one.
  private func flood(_ address: String, seen last: String) async {
    run.evaluateOnly(view, "page.navigate('\(address)', 200)")
    await run.seen(last)
  }

  func questions() async {
    run.step("a frame asks again and again, and the app does not answer")
    await flood(home + "ask?", seen: "asked \(home)ask?199 main other")
    await run.barrier(view)
    let asked = run.entries("asked").count
    run.expect(app.asking, 1, "questions at once")
    run.expect(run.entries("decided").count, asked - 1)
    run.expect(run.entries("decided").allSatisfy { $0.hasSuffix(" cancel") }, "old ones are ended")
    run.expect(run.entries("app: answered"), [])
    run.expect(app.presented, 0, "steps of rules after a question that has ended")
    app.release()
    await run.seen("decided \(home)ask?199 cancel")
    run.expect(run.entries("app: answered"), ["app: answered \(home)ask?199"])
    app.holds = true
  }

  func steps(
    _ address: String, _ what: String, _ count: () -> Int, atOnce: Int, seconds: Double
  ) async {
    run.step("a page has the app do \(what) again and again")
    let start = ProcessInfo.processInfo.systemUptime
    await flood(address, seen: "decided \(address)199 cancel")
    let time = ProcessInfo.processInfo.systemUptime - start
    run.expect(count() >= atOnce, "\(count()) of \(what)")
    run.expect(count() <= atOnce + Int(time / seconds) + 1, "\(count()) of \(what)")
  }

  func panels() async {
    run.step("a page shows panels in a loop")
    let start = ProcessInfo.processInfo.systemUptime
    _ = try? await run.evaluate(view, "for (let number = 0; number < 500; number++) alert(number)")
    let time = ProcessInfo.processInfo.systemUptime - start
    run.expect(app.alerts >= 20, "\(app.alerts) alerts")
    run.expect(app.alerts <= 21 + Int(time / 3), "\(app.alerts) alerts")
  }

  func windows() async {
    run.step("a page opens windows whose rules wait")
    let views = WebEngine.webViews
    run.evaluateOnly(view, "page.openWindows('/window?', 60)")
    await run.seen("page: windows 8")
    run.expect(WebEngine.webViews <= views + 8, "\(WebEngine.webViews - views) web views")
    app.release()
    await run.seen("app: popups 8")

    run.step("a page opens windows that the app shows")
    for number in 0..<10 {
      run.evaluateOnly(view, "page.openWindows('/popup?\(number)', 4)")
      await run.barrier(view)
    }
    run.expect(app.popups.count, 10)
    run.expect(WebEngine.webViews <= views + 10, "\(WebEngine.webViews - views) web views")
    app.popups = []
    await run.released(views)
  }

  func images() async {
    run.step("a page requests 2,000 files of the app at once")
    app.holds = true
    run.evaluateOnly(view, "page.loadImages('flood:/image?', 2000)")
    await run.seen("app: running 100")
    await run.barrier(view)
    run.expect(app.running, 100)
    app.release()
    await run.seen("page: images 2000")
    run.expect(app.mostRunning, 100)
  }
}
