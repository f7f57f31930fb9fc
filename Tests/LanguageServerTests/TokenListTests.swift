import RandomRules
import Syntax
import TestSupport
import Testing
import Text

@testable import LanguageServer

@Suite struct TokenListTests {
  /// Texts that begin, end or change tokens and comments.
  private static let pieces = [
    " ", "\n", "a", "when", "matches ", "matches /a[/]/i", "/", "//", "///", "// note\n", "/*",
    "*/", "\"", "\"\"\"",
    "\"a\\n\"", "\\", "1", "1.", "1e", "+2", "-", ".", "*", "&", "&&", "|", "=", "==", "!", "<",
    ">=", "->", "{", "}",
    "é", "\u{FEFF}", "\r",
  ]

  /// Tests that the tokens after an edit equal those of a new list.
  @Test(.seeded) func tokensAreKeptAcrossEdits() throws {
    var random = RandomChoice(seed: Seed.of(41))
    let examples = try ["showcase", "shop", "article"].flatMap { try ExampleRules.files(in: $0) }
    var shared = 0
    for _ in 0..<TestOptions.cases(60, long: 2_000) {
      var file = random.one(of: examples)
      var list = TokenList(file)
      for _ in 0..<30 {
        var bytes = file.bytes
        let start = random.below(bytes.count + 1)
        let end = min(bytes.count, start + (random.below(2) == 0 ? 0 : random.below(12)))
        let new = random.below(4) == 0 ? [] : Array(random.one(of: Self.pieces).utf8)
        bytes.replaceSubrange(start..<end, with: new)
        let edited = SourceFile(name: file.name, bytes: bytes)
        let found = TokenList(edited, list, of: file)
        let expected = TokenList(edited)
        let isSame = text(found) == text(expected)
        #expect(isSame, "\(edited.text(Span(max(0, start - 40), min(bytes.count, start + 40))))")
        if !isSame { return }
        shared += found.tokens.count
        (file, list) = (edited, found)
      }
    }
    #expect(shared > 10_000)
  }

  private func text(_ list: TokenList) -> [String] {
    list.tokens.map {
      "\($0.kind) \($0.keyword) \($0.startsLine) \($0.hasEscapes) \($0.start) \($0.end)"
    }
      + list.comments.map { "\($0.span.start) \($0.span.end) \($0.isDocumentation)" }
  }

  /// Tests that the equal parts do not overlap, and are as long as possible.
  @Test(.seeded) func endsOfTextsAreFound() {
    var random = RandomChoice(seed: Seed.of(42))
    for _ in 0..<TestOptions.cases(2_000, long: 50_000) {
      let old = (0..<random.below(40)).map { _ in UInt8(random.below(2)) }
      var new = old
      let start = random.below(old.count + 1)
      let end = min(old.count, start + random.below(6))
      new.replaceSubrange(
        start..<end, with: (0..<random.below(6)).map { _ in UInt8(random.below(2)) })
      let ends = CommonEnds(old, new)
      let count = min(old.count, new.count)
      #expect(old.prefix(ends.start) == new.prefix(ends.start))
      #expect(old.suffix(ends.end) == new.suffix(ends.end))
      #expect(ends.start == count || old[ends.start] != new[ends.start])
      let rest = count - ends.start
      #expect(
        ends.end <= rest
          && (ends.end == rest || old[old.count - ends.end - 1] != new[new.count - ends.end - 1]))
    }
  }
}
