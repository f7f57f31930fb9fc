import Harness
import WebKit

@MainActor
final class GameApp: NavigationEnvironment, ScriptMessageReceiver,
  ScriptMessageErrorDelegate
{
  let run: TestRun

  init(_ run: TestRun) { self.run = run }

  func open(_ url: URL) { run.note("app: open \(url)") }
  func `init`() { run.note("app: init") }
  func onReady() { run.note("app: ready") }
  func showInvitation() { run.note("app: invitation") }
  func gameClose() { run.note("app: close") }
  func taptic(_ message: TapticFeedback) {
    run.note("app: taptic \(message.style.wireText) \(message.delay)")
  }
  func analytics(_ message: AnalyticsEvent) {
    let time = message.time.map { String($0.timeIntervalSince1970) } ?? "-"
    run.note("app: analytics \(message.name) \(message.parameters.count) \(time)")
  }
  func scriptMessage(_ identifier: String, failedWith error: any Error) {
    run.note("app: error \(identifier): \(error)")
  }
}

private let play = "https://game.example.com/play"

/// Tests a game. Its pages send messages to the app and receive events in both ways; other pages do neither.
@MainActor public func game(_ run: TestRun) async throws {
  run.site.handler = { request in
    switch request.path {
    case "/page.js": return .script(run.script("game"))
    default:
      return .html(
        """
        <meta charset=utf-8><title>\(request.path)</title><body>
        <a id=shop href=https://shop.example/>s</a> <a id=eu href=https://eu.game.example.com/>e</a>
        <script src=/page.js></script>
        """)
    }
  }
  let app = GameApp(run)
  let factory = ConfiguratorFactory(environment: app, receiver: app, errorDelegate: app)
  let configuration = factory.make(for: .game).build(url: URL(string: play)!)
  let session = WebSession(configuration, dispatch: .legacy)
  WebEngine.watch(session.webView)
  let test = GameTests(run: run, session: session)
  run.step("the game loads")
  session.load()
  await run.seen("finished " + play)
  #if canImport(UIKit)
    run.expect(session.webView.configuration.allowsInlineMediaPlayback, "media plays inline")
  #else
    run.leaveOut("`inlineMedia`", because: "macOS has no such setting")
  #endif
  await test.messages()
  await test.bodies()
  try await test.events(session.page, ["window DataUpdate", "window Visibility"])
  let newer = GameTests(run: run, session: WebSession(configuration, dispatch: .modern))
  WebEngine.watch(newer.session.webView)
  run.step("the game loads in a newer version")
  newer.session.load()
  await run.seen("finished " + play)
  try await newer.events(newer.session.page, [])
  await test.otherPages()
}

@MainActor private struct GameTests {
  let run: TestRun
  let session: WebSession
  var view: WKWebView { session.webView }

  func messages() async {
    for (function, name) in [
      ("sendInit", "init"), ("sendOnReady", "ready"), ("sendShowInvitation", "invitation"),
      ("sendGameClose", "close"),
    ] {
      run.step("\(function), which has no body")
      _ = try? await run.evaluate(view, "page.\(function)()")
      await run.seen(beginning: "app: ")
      run.expect(run.entries("app"), ["app: \(name)"])
    }
    run.step("which names the app knows")
    run.expect(
      await run.text(
        view,
        "return ['init', 'taptic', 'gameClose', 'other'].map(page.isAvailable).join()"),
      "true,true,true,false")
  }

  /// Tests pages that send an object, and older ones that send JSON text.
  func bodies() async {
    for (script, entry) in [
      ("page.sendTaptic({ style: page.TapticStyle.heavy })", "taptic heavy 0.0"),
      ("page.sendTaptic({ style: 'new', delay: 0.25 })", "taptic new 0.25"),
      (
        "webkit.messageHandlers.taptic.postMessage('{\"style\": \"light\", \"delay\": 1}')",
        "taptic light 1.0"
      ),
      ("webkit.messageHandlers.taptic.postMessage({ style: 'light' })", "taptic light 0.0"),
      (
        "page.sendAnalytics({ name: 'n', parameters: { a: [1, null], b: {} } })",
        "analytics n 2 -"
      ),
      (
        "page.sendAnalytics({ name: 'ü', parameters: {}, time: new Date(1500) })",
        "analytics ü 0 1.5"
      ),
      (
        "webkit.messageHandlers.analytics.postMessage("
          + "{ event_name: 'd', parameters: {}, time: new Date(2500) })", "analytics d 0 2.5"
      ),
      (
        "webkit.messageHandlers.analytics.postMessage("
          + "JSON.stringify({ event_name: 't', parameters: { x: 1 } }))", "analytics t 1 -"
      ),
      ("webkit.messageHandlers.gameClose.postMessage({ any: 'thing' })", "close"),
    ] {
      run.step(script)
      _ = try? await run.evaluate(view, "void (\(script))")
      await run.seen(beginning: "app: ")
      run.expect(run.entries("app"), ["app: " + entry])
    }
    for (script, reason) in [
      ("taptic.postMessage({})", "taptic: style: expected a string, found nothing"),
      ("taptic.postMessage('light')", "taptic: expected JSON text, found another string"),
      (
        "taptic.postMessage('{\"style\": \"light\"')",
        "taptic: expected JSON text, found another string"
      ),
      (
        "analytics.postMessage({ event_name: 'd', parameters: new Date(NaN) })",
        "analytics: parameters: expected an object, found null"
      ),
      (
        "analytics.postMessage({ event_name: 'd', parameters: new Date(8.64e15) })",
        "analytics: parameters: expected an object, found null"
      ),
      (
        "analytics.postMessage({ event_name: 1, parameters: {} })",
        "analytics: event_name: expected a string, found a number"
      ),
    ] {
      run.step(script)
      _ = try? await run.evaluate(view, "void webkit.messageHandlers.\(script)")
      await run.barrier(view)
      run.expect(run.entries("app"), ["app: error " + reason])
    }
  }

  /// - Parameter window: the events that a listener of the window also receives.
  func events(_ page: PageBridge, _ window: [String]) async throws {
    run.step("an event")
    try await page.dispatch(
      DataUpdateEvent(
        DataUpdatePayload(
          coins: 9_007_199_254_740_991, level: -1,
          rewards: [Reward(id: 1, title: "</script>\u{2028}'\"\\`${x}")])))
    await run.seen("page: update 9007199254740991 -1 1")
    run.expect(
      await run.text(view, "return page.seen.pop()"),
      "9007199254740991 -1 </script>\u{2028}'\"\\`${x}")
    run.expect(run.entries("page: window").count, window.isEmpty ? 0 : 1)

    run.step("many events keep their order")
    for level in 0..<50 {
      try await page.dispatch(
        DataUpdateEvent(DataUpdatePayload(coins: 0, level: level, rewards: [])))
    }
    await run.seen("page: update 0 49 0")
    run.expect(
      run.entries("page: update"), (0..<50).map { "page: update 0 \($0) 0" })

    run.step("an event of another name")
    try await page.dispatch(VisibilityEvent(VisibilityPayload(isVisible: false)))
    await run.seen("page: visible false")
    run.expect(run.entries("page: update"), [])
  }

  func otherPages() async {
    run.step("a link to another site goes to the system")
    await run.click(view, "shop")
    await run.seen("decided https://shop.example/ cancel")
    run.expect(run.entries("app"), ["app: open https://shop.example/"])
    run.expect(await run.shown(view), play + " /play")

    run.step("a script that leaves for another site is held back")
    _ = try? await run.evaluate(view, "location = 'https://shop.example/'")
    await run.seen("decided https://shop.example/ cancel")
    run.expect(run.entries("app"), [])
    run.expect(await run.shown(view), play + " /play")

    run.step("another server of the game is shown")
    await run.click(view, "eu")
    await run.seen("finished https://eu.game.example.com/")
    run.expect(await run.shown(view), "https://eu.game.example.com/ /")
    _ = try? await run.evaluate(view, "page.sendGameClose()")
    await run.seen("app: close")

    for url in [
      "https://game.example.com:8443/play", "http://game.example.com/play",
      "https://game.example.com.evil.example/", "https://game.example.com@evil.example/",
    ] {
      run.step("the app itself does not get to \(url)")
      view.load(URLRequest(url: URL(string: url)!))
      await run.seen("decided \(url) cancel")
      run.expect(await run.shown(view), "https://eu.game.example.com/ /")
    }
  }
}
