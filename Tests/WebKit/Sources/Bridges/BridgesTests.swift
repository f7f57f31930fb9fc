import Harness
import WebKit

@MainActor
private final class BridgesApp: NavigationEnvironment, ScriptMessageReceiver,
  ScriptMessageErrorDelegate, WebEventErrorDelegate
{
  struct Refusal: PageVisibleError {
    var pageCode: String { "noTag" }
    var pageMessage: String { "there is no tag" }
  }
  struct Secret: Error { var token = "secret" }

  let run: TestRun
  /// True if answers wait until `release`.
  var holds = false
  private var held: CheckedContinuation<Void, Never>?

  init(_ run: TestRun) { self.run = run }

  func release() {
    held?.resume()
    held = nil
  }

  private func hold() async {
    if holds { await withCheckedContinuation { held = $0 } }
  }

  func getExternalAuth(_ message: GetExternalAuthPayload) async throws -> GetExternalAuthReply {
    run.note("app: auth \(message.force)")
    await hold()
    return GetExternalAuthReply(access_token: "t\u{2028}'", expires_in: 3)
  }
  func configGet() -> ConfigGetReply { ConfigGetReply(hasSettingsScreen: true) }
  func tagRead() throws -> TagReadReply { throw Refusal() }
  func haptic(_ message: HapticPayload) { run.note("app: haptic \(message.hapticType)") }
  func commandResult() { run.note("app: command done") }
  func pluginCall(_ message: PluginCallPayload) throws -> [String: JSON] {
    if message.methodName == "broken" { throw Secret() }
    return ["value": .string(message.pluginId), "options": .number(Double(message.options.count))]
  }
  func javaScriptError(_ message: JavaScriptErrorPayload) {
    run.note("app: js.error \(message.error.message ?? "-")")
  }
  func pageLoaded(_ message: PageLoadedPayload) {
    run.note("app: loaded \(message.restorationIdentifier ?? "-")")
  }
  func visitProposed(_ message: VisitProposedPayload) {
    run.note("app: proposed \(message.location)")
  }
  func bridge(_ message: BridgeMessage) {
    run.note("app: bridge \(message.component) \(message.event)")
  }
  func scriptMessage(_ identifier: String, failedWith error: any Error) {
    run.note("app: error \(identifier): \(error)")
  }
  func event(_ name: String, failedWith error: any Error) {
    run.note("app: error \(name): \(error)")
  }
}

private let own = "https://own.example/"
private let stranger = "https://other.example/"

/// Tests pages that were not written for the generated module: Home Assistant, Capacitor, Hotwire Native.
@MainActor public func bridges(_ run: TestRun) async throws {
  run.site.handler = { request in
    request.path == "/page.js"
      ? .script(run.script("bridges"))
      : .html("<meta charset=utf-8><title>page</title><body><script src=/page.js></script>")
  }
  let app = BridgesApp(run)
  let factory = ConfiguratorFactory(environment: app, receiver: app, errorDelegate: app)
  let session = WebSession(factory.make(for: .bridges).build(url: URL(string: own)!))
  WebEngine.watch(session.webView)
  session.page.errorDelegate = app
  let test = BridgesTests(run: run, app: app, session: session)
  run.step("the page loads, and says so without a payload")
  session.load()
  await run.seen("app: loaded -")
  await run.seen("finished " + own)
  await test.auth()
  await test.bus()
  try await test.commands()
  await test.capacitor()
  try await test.hotwire()
  await test.lateAnswer()
  await test.strangers()
}

@MainActor private struct BridgesTests {
  let run: TestRun
  let app: BridgesApp
  let session: WebSession
  var view: WKWebView { session.webView }

  /// Runs a script, and expects exactly these entries of the page and the app, in any order.
  private func after(_ script: String, _ expected: [String]) async {
    run.step(script)
    _ = try? await run.evaluate(view, "void (\(script))")
    for entry in expected { await run.seen(entry) }
    await run.barrier(view)
    run.expect(
      run.entries("page: ", "app: ").filter { !$0.hasPrefix("page: barrier") }.sorted(),
      expected.sorted(), script)
  }

  /// Tests that the function that the message names is called, and that text is never run.
  func auth() async {
    await after(
      "homeAssistant.auth('externalAuthSetToken')",
      [
        "app: auth true",
        "page: auth true {\"access_token\":\"t\u{2028}'\",\"expires_in\":3}",
      ])
    await after("homeAssistant.auth('nested.take')", ["app: auth true", "page: nested true"])
    for callback in ["evidence(1)", "a;b", "", "nested['take']", "a..b"] {
      await after(
        "homeAssistant.auth(\(quoted(callback)))",
        ["app: error getExternalAuth: the message names no function for its answer"])
    }
    for callback in ["nowhere", "nested.missing", "nested.toString", "constructor.name"] {
      await after(
        "homeAssistant.auth(\(quoted(callback)))",
        [
          "app: auth true",
          "app: error getExternalAuth: the page has no function `\(callback)` for the answer",
        ])
    }
  }

  /// Tests that each message that expects a result gets exactly one, even for errors, and that the others get none.
  func bus() async {
    await after("homeAssistant.send('config/get')", ["page: result 1 {\"hasSettingsScreen\":true}"])
    await after(
      "homeAssistant.send('tag/read')",
      [
        "app: error externalBus: Refusal()",
        "page: result 2 {\"code\":\"noTag\",\"message\":\"there is no tag\"}",
      ].map { $0.replacing("externalBus: Refusal()", with: "tag/read: Refusal()") })
    await after(
      "homeAssistant.send('unknown/type')",
      [
        "app: error externalBus: there is no strategy `unknown/type`",
        "page: result 3 {\"code\":\"unknown\",\"message\":\"there is no strategy `unknown/type`\"}",
      ])
    await after(
      "homeAssistant.send('haptic', { hapticType: 'light' })", ["app: haptic light"])
  }

  /// Tests that events are commands on the same bus, which the page answers by messages.
  func commands() async throws {
    run.step("commands")
    run.expect(try await session.page.dispatch(ShowSidebarEvent()), .sent)
    await run.seen("page: command sidebar/show null")
    await run.seen("app: command done")
    run.step("commands with a payload")
    run.expect(
      try await session.page.dispatch(NavigateEvent(NavigatePayload(path: "/a\"b"))), .sent)
    await run.seen("page: command navigate {\"path\":\"/a\\\"b\"}")
    await run.seen("app: command done")
  }

  func capacitor() async {
    await after(
      "capacitor('Device', 'getInfo', { a: 1, b: [2] })",
      ["page: Device.getInfo {\"options\":2,\"value\":\"Device\"}"])
    await after(
      "capacitor('Device', 'broken', {})",
      [
        "app: error message: Secret(token: \"secret\")",
        "page: Device.broken {\"code\":\"failed\",\"message\":\"the app failed\"}",
      ])
    await after(
      "capacitor('Device', 'getInfo', 'no object')",
      [
        "app: error message: options: expected an object, found a string",
        "page: Device.getInfo {\"code\":\"malformed\","
          + "\"message\":\"options: expected an object, found a string\"}",
      ])
    await after(
      "webkit.messageHandlers.native.postMessage({ type: 'js.error', error: { message: 'm' } })",
      ["app: js.error m"])
  }

  func hotwire() async throws {
    await after(
      "webkit.messageHandlers.turbo.postMessage("
        + "{ name: 'visitProposed', data: { location: 'https://own.example/a', options: {} } })",
      ["app: proposed https://own.example/a"])
    await after(
      "webkit.messageHandlers.bridge.postMessage("
        + "JSON.stringify({ id: '1', component: 'form', event: 'connect', data: { metadata: {} } }))",
      ["app: bridge form connect"])
    run.step("functions of the page, with their own this")
    run.expect(try await session.page.call(RegisterCall(.init(components: ["form"]))), true)
    let reply = BridgeMessage(id: "1", component: "form", event: "submit", data: .array([.null]))
    run.expect(try await session.page.call(ReplyWithCall(.init(message: reply))), true)
    run.expect(run.entries("page: "), ["page: reply form submit [null]"])
    run.step("a promise is awaited, and what it has is not needed")
    try await session.page.call(VisitCall(.init(location: own + "b")))
    try await session.page.call(
      VisitCall(.init(location: own, options: VisitPayloadOptions(action: "replace"))))
    run.expect(
      run.entries("page: "),
      ["page: visit \(own)b -", "page: visit \(own) {\"action\":\"replace\"}"])
    run.step("a missing function is an error")
    _ = try? await run.evaluate(view, "delete globalThis.Turbo")
    do {
      try await session.page.call(VisitCall(.init(location: own)))
      run.expect(false, "the function is missing")
    } catch {
      run.expect("\(error)", "Turbo.visit: the page does not implement this call")
    }
  }

  /// Tests that an answer does not reach the page after the one that has sent the message.
  func lateAnswer() async {
    run.step("a page is left before its answer")
    app.holds = true
    _ = try? await run.evaluate(view, "void homeAssistant.auth('externalAuthSetToken')")
    await run.seen("app: auth true")
    run.step("the next page has the same function")
    view.load(URLRequest(url: URL(string: own + "next")!))
    await run.seen("finished " + own + "next")
    app.holds = false
    app.release()
    await run.seen("app: error getExternalAuth: the page was left before the answer")
    await run.barrier(view)
    run.expect(run.entries("page: auth"), [])
  }

  /// Tests that pages of other origins get neither a reply nor an error.
  func strangers() async {
    run.step("another site")
    view.load(URLRequest(url: URL(string: stranger)!))
    await run.seen("finished " + stranger)
    for (script, identifier) in [
      ("homeAssistant.auth('externalAuthSetToken')", "getExternalAuth"),
      ("homeAssistant.send('config/get')", "externalBus"),
      ("homeAssistant.send('unknown')", "externalBus"),
      ("capacitor('Device', 'getInfo', {})", "native"),
    ] {
      await after(
        script,
        ["app: error \(identifier): messages from https://other.example are refused"])
    }
    run.step("events and calls")
    run.expect((try? await session.page.dispatch(ShowSidebarEvent())) == nil, "sent to a stranger")
    run.expect(
      (try? await session.page.call(VisitCall(.init(location: own)))) == nil,
      "made in a stranger's page")
    await run.barrier(view)
    run.expect(run.entries("page: visit", "page: command"), [])
  }

  private func quoted(_ text: String) -> String {
    "\"" + text.replacing("\"", with: "\\\"") + "\""
  }
}
