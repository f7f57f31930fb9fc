import Formatting
import Syntax
import TestSupport
import Testing
import Text

/// Tests that formatting any input ends soon and without a crash.
@Suite struct HardInputTests {
  @Test func deepNesting() {
    for depth in [190, 100_000] {
      let (open, close) = (
        String(repeating: "(", count: depth), String(repeating: ")", count: depth)
      )
      let long = (0..<40).map { "flag\($0)" }.joined(separator: " && ")
      for text in [
        "chain A { when \(open)a\(close) cancel }",
        "chain A { when \(open)\(long)\(close) cancel }",
        "chain A { when \(String(repeating: "!", count: depth))a cancel }",
        "model A { a: \(String(repeating: "[", count: depth))Int\(String(repeating: "]", count: depth)) }",
        "model A { a: \(String(repeating: "{ a:\n", count: depth))Int\(String(repeating: "}", count: depth)) }",
        "flag a \(String(repeating: "/*", count: depth))\(String(repeating: "*/", count: depth))",
      ] {
        let isRefused = FormatExpectations.check(SourceFile(text)) == nil
        #expect(isRefused == (depth > 200 && !text.hasPrefix("flag a")))
      }
    }
  }

  @Test func manyParts() throws {
    let count = TestOptions.cases(5_000, long: 20_000)
    func repeated(_ part: (Int) -> String, _ separator: String) -> String {
      (0..<count).map(part).joined(separator: separator)
    }
    for text in [
      "chain A { when \(repeated({ "f\($0)" }, " || ")) cancel }",
      "chain A { when host in [\(repeated({ "\"h\($0)\"" }, ",")) ] cancel }",
      "configuration A { strategies \(repeated({ "S\($0)" }, ",")) }",
      "enum E { \(repeated({ "c\($0)" }, ",")) }",
      "chain A { \(repeated({ "when f\($0) cancel" }, "\n")) }",
      repeated({ "// \($0)" }, "\n\n\n"), repeated({ "/* \($0) */" }, ""),
      "flag a " + repeated({ "/* \($0) */" }, "\n") + " flag b",
      "script S at documentEnd \"\"\"\n\(repeated({ "a\($0);" }, "\n"))\n\"\"\"",
    ] {
      let file = SourceFile(text)
      let output = try #require(Formatter.format(file))
      #expect(Formatter.format(SourceFile(name: "", bytes: output)) == output)
      let edits = try #require(Formatter.edits(for: file))
      #expect(FormatExpectations.apply(edits, to: file.bytes) == output)
    }
  }

  @Test(.seeded) func anyBytes() {
    var state = Seed.of(88)
    func next() -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33)
    }
    let words = [
      "flag a", "chain A {", "when a", "cancel", "}", "otherwise allow\n", "model M {", "a: Int",
      ",",
      "\n", "// c\n", "/// d\n", "/* e */", "\"s\"", "\"\"\"\n x\n \"\"\"", "enum E { a }", "(",
      ")",
      "[", "]", "use H\n", "\r", "\u{FEFF}", "é", "\u{0}", "handler H { }",
    ]
    var formatted = 0
    for _ in 0..<3000 {
      let text = (0..<next() % 12).map { _ in words[next() % words.count] }.joined(separator: " ")
      if FormatExpectations.check(SourceFile(text)) != nil { formatted += 1 }
      let noise = (0..<40).map { _ in UInt8(truncatingIfNeeded: next()) }
      _ = Formatter.format(SourceFile(name: "", bytes: noise))
    }
    #expect(formatted > 300, "\(formatted)")
  }
}
