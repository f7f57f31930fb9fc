import Foundation
import Requests
import Testing

@Suite struct RegularExpressionTests {
  private func parse(_ pattern: String, ignoreCase: Bool = false) throws -> RegularExpression {
    try RegularExpression.parse(pattern, ignoreCase: ignoreCase).get()
  }

  private func fault(_ pattern: String) -> PatternFault? {
    if case .failure(let fault) = RegularExpression.parse(pattern, ignoreCase: false) {
      return fault
    }
    return nil
  }

  @Test(arguments: [
    ("", "", true), ("", "a", false), ("abc", "abc", true), ("abc", "abcd", false),
    ("a|bc|", "", true), ("a|bc|", "bc", true), ("(a|b)*c", "ababc", true),
    ("(?:ab){2}", "abab", true), ("(?:ab){2}", "ab", false), ("a{2,}", "aaaa", true),
    ("a{0}", "", true), ("a{1,2}", "aaa", false), ("^a$", "a", true), ("a^b", "ab", false),
    ("(^|,)a", "a", true), (".", "\n", false), (".", "\r", false), (".", "\u{2028}", true),
    (".", "😀", true), ("[^a]", "\n", true), ("[^a]", "a", false), ("[\\d_-]+", "1_-", true),
    ("[a-c\\]]+", "ab]c", true), ("\\d\\w\\s", "5_\t", true), ("\\d", "٣", false),
    ("\\w", "é", false), ("\\s", "\u{A0}", false), ("\\D\\W\\S", "a-a", true),
    ("\\u{1F600}\\uD83D\\uDE00\\x41\\u0042", "😀😀AB", true), ("\\/\\.\\-\\ ", "/.- ", true),
    ("[\\u{D000}-\\u{F000}]", "\u{E001}", true), ("\\0", "\0", true), ("-", "-", true),
    ("()", "", true), ("(|a)+", "aaa", true), ("(a*)*", "aaaa", true),
  ])
  func means(pattern: String, text: String, matches: Bool) throws {
    #expect(try parse(pattern).matchesWhole(text) == matches)
  }

  @Test(arguments: [
    ("shop", "SHOP", true), ("[a-c]", "B", true), ("[^a]", "A", false), ("k", "\u{212A}", true),
    ("\u{17F}", "S", true), ("é", "É", true), ("[à-þ]", "Ö", true), ("σ", "ς", true),
    ("ß", "ẞ", true), ("ß", "ss", false), ("i", "İ", false), ("i", "ı", false),
    ("s", "\u{17F}", true), ("S", "\u{17F}", true), ("[a-z]", "\u{17F}", true),
    ("[^s]", "\u{17F}", false), ("K", "\u{212A}", true), ("\u{212A}", "k", true),
    ("\\w", "\u{212A}", false), ("\\x61", "A", true), ("ж", "Ж", true), ("𐐨", "𐐀", true),
  ])
  func ignoresCase(pattern: String, text: String, matches: Bool) throws {
    #expect(try parse(pattern, ignoreCase: true).matchesWhole(text) == matches)
    if matches { #expect(try !parse(pattern).matchesWhole(text), "without the flag") }
  }

  @Test(arguments: [
    ("a(b", 1..<2), ("ab)", 2..<3), ("*a", 0..<1), ("a**", 2..<3), ("a{2}{3}", 4..<5),
    ("é{3,2}", 2..<7), ("a{,3}", 1..<2), ("a{1001}", 1..<6), ("a{3", 1..<3), ("{", 0..<1),
    ("[b-a]", 1..<4), ("[]", 0..<2), ("[a", 0..<1), ("[\\d-z]", 1..<4), ("[a-\\d]", 1..<5),
    ("\\", 0..<1), ("\\y", 0..<2), ("\\é", 0..<3), ("\\x4", 0..<3), ("\\u{110000}", 0..<10),
    ("\\uD800", 0..<6), ("\\u{}", 0..<4), ("]", 0..<1), ("a}", 1..<2), ("^*", 0..<2),
    ("[[a]]", 1..<2), ("a|?", 2..<3), ("(+)", 1..<2), ("((a{100}){100}){2}", 0..<18),
  ])
  func isInvalid(pattern: String, range: Range<Int>) throws {
    let fault = try #require(self.fault(pattern))
    #expect(fault.kind == .invalid, "\(pattern): \(fault.message)")
    #expect(fault.range == range, "\(pattern): \(fault.message)")
  }

  @Test(arguments: [
    ("(a)\\1", "back-reference"), ("\\k<n>", "back-reference"), ("(?=a)", "look-ahead"),
    ("(?!a)b", "look-ahead"), ("(?<=a)b", "look-behind"), ("(?<!a)b", "look-behind"),
    ("a*?", "lazy"), ("a{1,2}?", "lazy"), ("a++", "possessive"), ("(?<n>a)", "named groups"),
    ("(?P<n>a)", "named groups"), ("(?i)a", "flags"), ("(?i:a)", "flags"), ("\\p{L}", "property"),
    ("[\\p{L}]", "property"), ("\\bfoo\\b", "word boundaries"), ("(?>a)", "atomic"),
    ("[[:alpha:]]", "named classes"), ("[a-z&&[^b]]", "set operators"), ("\\A", "anchor"),
    ("\\012", "octal"), ("\\R", "escape"), ("(?R)", "kind of group"),
  ])
  func isUnsupported(pattern: String, words: String) throws {
    let fault = try #require(self.fault(pattern))
    #expect(fault.kind == .unsupported, "\(pattern): \(fault.message)")
    #expect(fault.message.contains(words), "\(fault.message)")
    #expect(!fault.range.isEmpty && fault.range.upperBound <= pattern.utf8.count)
  }

  @Test func staysInBounds() throws {
    let many = 100_000
    for pattern in [
      String(repeating: "(", count: many), String(repeating: ")", count: many),
      String(repeating: "(", count: many) + String(repeating: ")", count: many),
      String(repeating: "[", count: many), String(repeating: "\\", count: many + 1),
      String(repeating: "(?:", count: many), String(repeating: "a{1000}", count: many),
      String(repeating: "a", count: many), String(repeating: "é", count: many),
    ] {
      guard case .failure = RegularExpression.parse(pattern, ignoreCase: true) else {
        Issue.record("accepted: \(pattern.prefix(10))…")
        continue
      }
    }
    let deep = RegularExpression.maximumDepth
    let nested = String(repeating: "(", count: deep) + "a" + String(repeating: ")", count: deep)
    #expect(try parse(nested).matchesWhole("a"))
    _ = try parse(String(repeating: "|", count: many))
  }

  @Test func neverTrapsOnAnyText() {
    var generator = SeededGenerator(state: 7)
    let alphabet = Array("()[]{}|*+?^$\\.,-:=!<>Pdwsxu019abé😀\u{D7FF}\n&~")
    for _ in 0..<20_000 {
      let pattern = String(
        (0..<Int.random(in: 0...12, using: &generator)).map { _ in
          alphabet.randomElement(using: &generator)!
        })
      if let fault = fault(pattern) {
        #expect(fault.range.upperBound <= pattern.utf8.count, "\(pattern.debugDescription)")
      }
    }
  }

  /// Tests that random expressions match the same texts as in ICU.
  @Test func agreesWithFoundation() throws {
    var generator = SeededGenerator(state: 42)
    func expression(_ depth: Int) -> String {
      func below() -> String { expression(depth - 1) }
      let atoms = ["a", "b", ".", "[ab]", "[^a]", "\\w", "\\d", "\\.", "[a-c1]"]
      if depth == 0 { return atoms.randomElement(using: &generator)! }
      switch Int.random(in: 0..<7, using: &generator) {
      case 0: return "(\(below()))*"
      case 1: return "(?:\(below())){1,2}"
      case 2: return "(\(below())|\(below()))"
      case 3: return "(\(below()))?"
      case 4: return "(?:\(below()))+"
      default: return below() + below()
      }
    }
    var matched = 0
    for _ in 0..<400 {
      let pattern = expression(3)
      let ours = try parse(pattern)
      let theirs = try NSRegularExpression(pattern: "\\A(?:\(pattern))\\z")
      for _ in 0..<25 {
        let text = String(
          (0..<Int.random(in: 0...7, using: &generator)).map { _ in
            Array("abbc1.\n").randomElement(using: &generator)!
          })
        let whole = NSRange(location: 0, length: text.utf16.count)
        let expected = theirs.firstMatch(in: text, range: whole) != nil
        #expect(ours.matchesWhole(text) == expected, "\(pattern) on \(text.debugDescription)")
        if expected { matched += 1 }
      }
    }
    #expect(matched > 500, "the random texts tell little: \(matched) matches")
  }
}

@Suite struct ScalarSetTests {
  @Test func complementLeavesSurrogatesOut() {
    #expect(ScalarSet.none.complement == .all)
    #expect(ScalarSet.all.complement == .none)
    #expect(
      ScalarSet(canonical: [0...0xD7FF]).complement == ScalarSet(canonical: [0xE000...0x10FFFF]))
    #expect(ScalarSet("a").complement.complement == ScalarSet("a"))
    #expect(
      ScalarSet(canonical: [0x10FFFF...0x10FFFF]).complement.ranges.last?.upperBound == 0x10FFFE)
  }

  @Test func isCanonical() {
    #expect(
      ScalarSet(canonical: [0x62...0x63, 0x61...0x61, 0x70...0x7F, 0x60...0x62]).ranges
        == [0x60...0x63, 0x70...0x7F])
    #expect(ScalarSet(canonical: [0xD700...0xE100]).ranges == [0xD700...0xD7FF, 0xE000...0xE100])
    #expect(ScalarSet(canonical: [0xD800...0xDFFF, 0x110000...0x110010]).isEmpty)
    var set = ScalarSet.none
    for scalar in ["b", "a", "c", "b"] as [Unicode.Scalar] { set.insert(scalar) }
    #expect(set.ranges == [0x61...0x63])
    #expect(set.contains("c") && !set.contains("d"))
    #expect(ScalarSet.wordCharacters.intersection(.digits) == .digits)
  }
}
