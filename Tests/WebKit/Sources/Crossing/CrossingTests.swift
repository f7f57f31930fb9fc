import Harness
import WebKit

/// An app that sends everything back.
@MainActor
final class CrossingApp: ScriptMessageReceiver, ScriptMessageErrorDelegate {
  let run: TestRun

  init(_ run: TestRun) { self.run = run }

  func echoString(_ message: String) -> String { message }
  func echoInt(_ message: Int) -> Int { message }
  func echoDouble(_ message: Double) -> Double { message }
  func echoBool(_ message: Bool) -> Bool { message }
  func echoURL(_ message: URL) -> URL { message }
  func echoDate(_ message: Date) -> Date { message }
  func echoData(_ message: Data) -> Data { message }
  func echoJSON(_ message: JSON) -> JSON { message }
  func echoLevel(_ message: Level) -> Level { message }
  func echoStrings(_ message: [String]) -> [String] { message }
  func echoHoles(_ message: [Int?]) -> [Int?] { message }
  func echoMatrix(_ message: [[Double]]) -> [[Double]] { message }
  func echoCounts(_ message: [String: Int]) -> [String: Int] { message }
  func echoMaybes(_ message: [String: String?]) -> [String: String?] { message }
  func echoOptional(_ message: Int?) -> Int? { message }
  func echoItem(_ message: Item) -> Item { message }
  func echoEverything(_ message: Everything) -> Everything { message }
  func echoTree(_ message: Tree) -> Tree { message }
  func echoShape(_ message: Shape) -> Shape { message }
  func echoAnything(_ message: Anything) -> Anything { message }

  func scriptMessage(_ identifier: String, failedWith error: any Error) {
    run.note("app: error \(identifier): \(error)")
  }
}

/// A call to the page, which then requests the value back from the app.
private typealias Way = @MainActor (any WebCaller, JSON) async throws -> JSON

@MainActor private let ways: [String: Way] = [
  "string": { try await $0.call(CrossStringCall(String(json: $1))).encodedJSON },
  "int": { try await $0.call(CrossIntCall(Int(json: $1))).encodedJSON },
  "double": { try await $0.call(CrossDoubleCall(Double(json: $1))).encodedJSON },
  "bool": { try await $0.call(CrossBoolCall(Bool(json: $1))).encodedJSON },
  "url": { try await $0.call(CrossURLCall(URL(json: $1))).encodedJSON },
  "date": { try await $0.call(CrossDateCall(Date(json: $1))).encodedJSON },
  "data": { try await $0.call(CrossDataCall(Data(json: $1))).encodedJSON },
  "json": { try await $0.call(CrossJSONCall(JSON(json: $1))).encodedJSON },
  "level": { try await $0.call(CrossLevelCall(Level(json: $1))).encodedJSON },
  "strings": { try await $0.call(CrossStringsCall([String](json: $1))).encodedJSON },
  "holes": { try await $0.call(CrossHolesCall([Int?](json: $1))).encodedJSON },
  "matrix": { try await $0.call(CrossMatrixCall([[Double]](json: $1))).encodedJSON },
  "counts": { try await $0.call(CrossCountsCall([String: Int](json: $1))).encodedJSON },
  "maybes": { try await $0.call(CrossMaybesCall([String: String?](json: $1))).encodedJSON },
  "optional": { try await $0.call(CrossOptionalCall(Optional<Int>(json: $1))).encodedJSON },
  "item": { try await $0.call(CrossItemCall(Item(json: $1))).encodedJSON },
  "everything": { try await $0.call(CrossEverythingCall(Everything(json: $1))).encodedJSON },
  "tree": { try await $0.call(CrossTreeCall(Tree(json: $1))).encodedJSON },
  "shape": { try await $0.call(CrossShapeCall(Shape(json: $1))).encodedJSON },
  "anything": { try await $0.call(CrossAnythingCall(Anything(json: $1))).encodedJSON },
]

private struct Expectation: Decodable {
  var strategy: String
  var wire: JSON?
  var canonical: JSON?
  var error: String?
}

let crossingPage = "https://crossing.example/"

@MainActor func crossingSession(_ run: TestRun, dispatch: EventDispatch? = nil) async -> WebSession
{
  run.site.handler = { request in
    switch request.path {
    case "/page.js": return .script(run.script("crossing"))
    default:
      return .html("<meta charset=utf-8><title>c</title><script src=/page.js></script>")
    }
  }
  let app = CrossingApp(run)
  run.keep(app)
  let factory = ConfiguratorFactory(receiver: app, errorDelegate: app)
  let configuration = factory.make(for: .crossing).build(url: URL(string: crossingPage)!)
  let session = WebSession(configuration, dispatch: dispatch)
  WebEngine.watch(session.webView)
  run.step("the page loads")
  session.load()
  await run.seen("finished " + crossingPage)
  return session
}

/// Tests that values of every type make a round trip through the engine.
@MainActor public func crossing(_ run: TestRun) async throws {
  let session = await crossingSession(run)
  let data = Data(run.file("crossing.json").utf8)
  // The engine handles a key `__proto__` specially: it may become a prototype.
  let fixture = try JSONDecoder().decode([Expectation].self, from: data)
    .filter { !$0.mentionsPrototype }
  run.expect(fixture.count > 200, "values in the fixture: \(fixture.count)")

  for strategy in ways.keys.sorted() {
    run.step("messages to `\(strategy)`")
    let values = fixture.filter { $0.strategy == strategy }
    run.expect(values.isEmpty, false)
    let wrong = try await run.evaluate(
      session.webView, "return await page.crossByHand(values)",
      ["values": values.map(\.foundation)])
    run.expect(wrong as? String, "", "values that did not cross")
    run.expect(run.entries("app: error").count, values.filter { $0.error != nil }.count)
  }

  for value in fixture where value.error == nil {
    run.step("a call to `\(value.strategy)` with \(value.wire ?? .null)")
    guard let way = ways[value.strategy] else {
      run.fail("no way")
      continue
    }
    do {
      run.expect(
        try await way(session.page, value.wire ?? .null), value.canonical ?? value.wire ?? .null)
    } catch { run.fail("\(error)") }
    run.expect(run.entries("app: error"), [])
  }
  run.step("calls without a body, and of a strange name")
  try await session.page.call(NothingCall())
  run.expect(try await session.page.call(StrangeCall("x")), "x")
}

extension Expectation {
  fileprivate var mentionsPrototype: Bool {
    guard let wire else { return false }
    return String(describing: wire).contains("__proto__")
  }

  fileprivate var foundation: [String: Any] {
    var result: [String: Any] = ["strategy": strategy, "wire": (wire ?? .null).foundation]
    if let canonical { result["canonical"] = canonical.foundation }
    if let error { result["error"] = error }
    return result
  }
}
