// The scripts that native code would run in the page to send events and to call functions, each with
// its arguments.

import Foundation

private struct Script: Encodable {
  var body: String
  var arguments: [String: JSON]
}

@MainActor private final class Recorder: JavaScriptRunner {
  var scripts: [Script] = []

  func run(_ body: String, arguments: [String: JSON]) async throws -> JSON {
    scripts.append(Script(body: body, arguments: arguments))
    return .null
  }
}

@MainActor func printScripts() async throws {
  let recorder = Recorder()
  let item = Item(sku: "a\u{2028}\"'`${x}\\ \u{1F600}", note: "</script>", level: .unknown("new"))
  for dispatch in [EventDispatch.old, .new, .plain] {
    let page = PageBridge(recorder, contract: .app, dispatch: dispatch)
    try await page.dispatch(ToldEvent(item))
    try await page.dispatch(BareEvent())
  }
  let results = await PageBridge(recorder, contract: .app).render(EveryoneRender())
  guard results.map(\.name) == ["int", "nothing", "item", "strings"] else { exit(1) }
  // The scripts for a page that the app waits for.
  for dispatch in [EventDispatch.old, .new] {
    let page = PageBridge(recorder, contract: .app, dispatch: dispatch, waitsForPage: true)
    let origin = WebOrigin(scheme: "https", host: "a.example")
    page.receive(["page": "a", "state": "started"], origin: origin, isMainFrame: true)
    page.receive(["page": "a", "state": "loaded"], origin: origin, isMainFrame: true)
    try await page.dispatch(LateEvent("\(recorder.scripts.count)"))
  }
  let offered = ["it's </script>", "\u{2028}", "\"\\"]
  recorder.scripts.append(
    Script(
      body: PageBridge(recorder, contract: .app).announcement(offering: offered), arguments: [:]))
  FileHandle.standardOutput.write(try JSONEncoder().encode(recorder.scripts))
}
