import Harness
import WebKit

/// A generator of random numbers that are the same on every run (SplitMix64).
private struct Dice: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// Texts that end a string, a script, a comment or an element, or look like code.
private let pieces = [
  "</script>", "<script>broken()</script>", "</SCRIPT >", "<!--", "-->", "]]>", "\u{2028}",
  "\u{2029}",
  "\\", "\\\\", "\\'", "\\\"", "'", "\"", "`", "${broken()}", "${", "}", "');broken();('",
  "\");broken();(\"", "`;broken();`", "\\u0027", "\\x27;broken()//", "//", "/*", "*/", "\n", "\r",
  "\r\n", "\t", "\u{0}", "\u{1B}", "\u{7F}", "\u{85}", "\u{FEFF}", "\u{FFFE}", "\u{FFFF}",
  "\u{202E}",
  "\u{200D}", "e\u{301}", "😀", "\u{10FFFF}", "%00", "%3C/script%3E", "&lt;", "&#39;",
  "<img src=x onerror=broken()>", "javascript:broken()", "__proto__", "constructor", "toString",
  "null", "undefined", "NaN", "{}", "[]", "a", " ", "",
]

extension Dice {
  fileprivate mutating func text() -> String {
    (0..<Int.random(in: 0...6, using: &self))
      .map { _ in pieces.randomElement(using: &self) ?? "" }.joined()
  }

  fileprivate mutating func json(_ depth: Int) -> JSON {
    switch Int.random(in: 0..<(depth == 0 ? 4 : 6), using: &self) {
    case 0: return .null
    case 1: return .bool(Bool.random(using: &self))
    case 2: return .number(Double(Int.random(in: -1_000_000...1_000_000, using: &self)) / 64)
    case 3: return .string(text())
    case 4:
      let count = Int.random(in: 0...4, using: &self)
      return .array((0..<count).map { _ in json(depth - 1) })
    default:
      var fields: [String: JSON] = [:]
      for _ in 0..<Int.random(in: 0...4, using: &self) {
        // The engine handles a key `__proto__` specially, and GLib's names end at a zero.
        let key = text().filter { $0 != "\u{0}" }
        if key != "__proto__" { fields[key] = json(depth - 1) }
      }
      return .object(fields)
    }
  }

  fileprivate mutating func item() -> Item {
    Item(
      sku: text(), quantity: Int.random(in: 0...9, using: &self),
      note: Bool.random(using: &self) ? text() : nil, level: Level.unknown(text()),
      tags: (0..<Int.random(in: 0...3, using: &self)).map { _ in text() })
  }
}

/// Tests payloads that try to break out of their context. Each arrives unchanged, and none is executed.
@MainActor public func breakout(_ run: TestRun) async throws {
  let seed: UInt64 = 20_261_121
  for (name, dispatch) in [
    ("old", EventDispatch.old), ("new", .new), ("plain", .plain),
  ] {
    let session = await crossingSession(run, dispatch: dispatch)
    let test = BreakoutTests(run: run, session: session)
    var dice = Dice(state: seed)
    for number in 0..<150 {
      run.step("event \(number) of the dispatch \(name), seed \(seed)")
      try await test.event(dice.item())
    }
    for piece in pieces {
      run.step("an event of a strange name, dispatch \(name): \(piece)")
      try await test.oddEvent(piece)
    }
    try await test.unharmed()
  }
  let session = await crossingSession(run)
  let test = BreakoutTests(run: run, session: session)
  var dice = Dice(state: seed &+ 1)
  for number in 0..<200 {
    run.step("call \(number), seed \(seed)")
    let json = dice.json(4)
    run.expect(try await session.page.call(CrossJSONCall(json)), json)
    let item = dice.item()
    run.expect(try await session.page.call(CrossItemCall(item)), item)
    let text = dice.text()
    run.expect(try await session.page.call(StrangeCall(text)), text)
  }
  try await test.halfPairs()
  try await test.unharmed()
}

@MainActor private struct BreakoutTests {
  let run: TestRun
  let session: WebSession

  private func heard() async throws -> (last: Any?, count: Int) {
    let found = try await run.evaluate(session.webView, "return page.heard()") as? [String: Any]
    return (found?["last"], (found?["count"] as? NSNumber)?.intValue ?? -1)
  }

  func event(_ item: Item) async throws {
    let before = try await heard().count
    try await session.page.dispatch(ToldEvent(item))
    let heard = try await heard()
    run.expect(heard.count, before + 1)
    // The page uses the field names of the rules.
    guard case .object(var fields) = try JSON(foundation: heard.last) else {
      return run.fail("no event")
    }
    fields["item_sku"] = fields.removeValue(forKey: "sku")
    run.expect(try Item(json: .object(fields)), item)
  }

  func oddEvent(_ text: String) async throws {
    let before = try await heard().count
    try await session.page.dispatch(OddEvent(text))
    let heard = try await heard()
    run.expect(heard.count, before + 1)
    run.expect(heard.last as? String, text)
    try await session.page.dispatch(BareEvent())
    run.expect(try await self.heard().count, before + 2)
  }

  /// Tests lone surrogates. Swift cannot send one, and one from the page arrives as U+FFFD.
  func halfPairs() async throws {
    for script in [
      "'a\\ud800b'", "'\\udc00'", "'\\ud800\\ud800'", "'\\udc00\\ud800'", "'\\ud83d\\ude00'",
    ] {
      run.step("the text \(script)")
      let expected = try await run.evaluate(
        session.webView, "return \(script).replace(/[\\ud800-\\udfff]/gu, '\\ufffd')")
      let found = try await run.evaluate(
        session.webView, "return await webkit.messageHandlers.string.postMessage(\(script))")
      run.expect(found as? String, expected as? String)
    }
  }

  /// Tests that nothing was executed, nothing failed, and the page contains only its own scripts.
  func unharmed() async throws {
    run.step("the page is unharmed")
    let found = try await run.evaluate(session.webView, "return page.heard()") as? [String: Any]
    run.expect((found?["errors"] as? [Any])?.map { "\($0)" }, [])
    let scripts = try await run.evaluate(session.webView, "return page.scripts()")
    run.expect((scripts as? NSNumber)?.intValue, 1)
    run.expect(await run.shown(session.webView), crossingPage + " c")
  }
}
