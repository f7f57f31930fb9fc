import Testing

@testable @_spi(Generated) @_spi(GeneratedFile) import BasculeRuntime

/// Tests conversions, comparisons and patterns of request values.
@Suite struct TextTests {
  @Test(
    arguments: [
      ("12", 12, 12.0, nil), ("+12", 12, 12, nil), ("-0", 0, -0.0, nil), ("1.5", nil, 1.5, nil),
      ("9007199254740991", 9_007_199_254_740_991, 9_007_199_254_740_991, nil),
      ("9223372036854775807", .max, 0x1p63, nil), ("9223372036854775808", nil, 0x1p63, nil),
      ("-9223372036854775808", .min, -0x1p63, nil), ("-9223372036854775809", nil, -0x1p63, nil),
      ("", nil, nil, nil), ("1e3", nil, 1000, nil), (".5", nil, 0.5, nil), ("5.", nil, 5, nil),
      (".", nil, nil, nil), ("-.5E+07", nil, -5_000_000, nil), ("1e", nil, nil, nil),
      ("1e307", nil, 1e307, nil), ("1e308", nil, nil, nil), ("12e150", nil, nil, nil),
      ("12e99", nil, 12e99, nil), ("1e-999", nil, 0, nil), ("1e1e1", nil, nil, nil),
      ("nan", nil, nil, nil),
      ("١", nil, nil, nil), (" 1", nil, nil, nil), ("0x1", nil, nil, nil), ("inf", nil, nil, nil),
      ("true", nil, nil, true), ("True", nil, nil, nil), ("false", nil, nil, false),
      (String(repeating: "9", count: 308), nil, Double(String(repeating: "9", count: 308)), nil),
      (String(repeating: "9", count: 309), nil, nil, nil),
    ] as [(String, Int?, Double?, Bool?)])
  func conversions(_ text: String, _ int: Int?, _ double: Double?, _ bool: Bool?) {
    #expect(RequestText(text).int == int)
    #expect(RequestText(text).double == double)
    #expect(RequestText(text).bool == bool)
  }

  @Test(
    arguments: [
      ("https://a.com/b?c#d", true), ("tel:+1", true), ("a/b", false), ("https://[::1]/", true),
      ("https://a b/", false), ("https://a/%zz", true), ("", false), (":a", false),
      ("1a:b", false), ("myapp:x y", true), ("mailto:a@b", true), ("https://ü.de/", false),
    ])
  func conversionToURL(_ text: String, _ isURL: Bool) {
    #expect((RequestText(text).url != nil) == isURL)
  }

  @Test func missingTextsAndNumbersFailEveryTest() {
    let text = RequestText.missing
    #expect(!text.equals("") && !text.differs(from: "a") && !text.isNone(of: "a"))
    #expect(!text.hasPrefix("") && !text.hasSuffix("") && !text.contains(""))
    #expect(!text.isLike(.path(.anything)))
    #expect(text.int == nil && text.double == nil && text.bool == nil && text.url == nil)
    let number = RequestNumber(nil)
    #expect(!number.differs(from: 1) && !number.isNone(of: 1) && !number.isAtLeast(0))
    #expect(!number.isAtMost(1))
  }

  @Test func partsAreFoundAtBothEnds() {
    let text = RequestText("abc")
    for part in ["", "a", "bc", "c", "abc"] as [StaticString] {
      #expect(text.contains(part), "\(part)")
    }
    #expect(!text.contains("ac") && !text.contains("cd") && !text.contains("abcd"))
  }

  @Test(arguments: ["", "a", "ab", "aab", "aba", "abaab", "aabaaab", "b", "c"])
  func partsAreFoundInEveryText(_ part: String) {
    for number in 0..<512 {
      let text = String(number, radix: 2).dropFirst().map { $0 == "0" ? "a" : "b" }.joined()
      let isFound = text.indices.contains { text[$0...].hasPrefix(part) } || part.isEmpty
      #expect(RequestText(text).contains(RequestText(part)) == isFound, "\(text) \(part)")
    }
  }

  /// Tests the search of a long part in a long text. A page can choose both texts. Quadratic time would be an hour.
  @Test func longPartsAreSearchedInLinearTime() {
    let text = RequestText(String(repeating: "a", count: 2_000_000))
    let half = String(repeating: "a", count: 1_000_000)
    #expect(text.contains(RequestText(half)) && !text.contains(RequestText(half + "b")))
  }

  @Test func numbersCompare() {
    let number = RequestNumber(3)
    #expect(number.isAtMost(3) && !number.isAtMost(2))
    #expect(number.isAtLeast(3) && !number.isAtLeast(4))
  }

  @Test func bytesDecideNotCanonicalForms() {
    #expect(!RequestText("e\u{301}").equals("\u{E9}"))
  }

  @Test func wildcardsTakeBoundedTime() {
    let stars = TextPattern.path(.run, .literal("a"), .anything, .literal("b"), .run, .literal("c"))
    let long = String(repeating: "a", count: 2_000) + String(repeating: "b", count: 2_000)
    #expect(!RequestText(long).isLike(stars))
    #expect(RequestText(long + "c").isLike(stars))
  }

  @Test func patternsCapture() {
    let captures = RequestText("/a/x/b/7/d").captures(
      .path(.literal("/"), .anything, .literal("/"), .capture(0, .int), .literal("/"), .capture(1)))
    #expect(captures?[0].value == "7")
    #expect(captures?[1].value == "d")
    let rest = TextPattern.path(.literal("/a"), .rest(0))
    #expect(RequestText("/a").captures(rest)?[0].value == "")
    #expect(RequestText("/a/b/c").captures(rest)?[0].value == "b/c")
    #expect(!RequestText("/ab").isLike(rest))
  }

  /// Tests the expression `/a/`. Its words are: two classes, the start state 1, and accepting states from 2 on; 97
  /// bytes, `a`, 158 bytes; two states.
  @Test func anExpressionMatchesTheWholeText() {
    let a = TextExpression("201020Q1001010N200001010200000")
    #expect(RequestText("a").matches(a))
    #expect(!RequestText("a\n").matches(a) && !RequestText("").matches(a))
    #expect(!RequestText.missing.matches(a))
  }
}
