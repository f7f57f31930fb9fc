import Diagnostics
import RandomRules
import Syntax
import TestSupport
import Testing
import Text

/// Tests that the parser accepts the words after `expected` in messages at the place of the message.
struct ExpectedWordTests {
  /// Texts for the constructs that a message can name, by the first words of their name.
  private static let texts: [(words: String, texts: [String])] = [
    ("a condition", ["path == \"/x\""]), ("a declaration", ["flag some"]), ("a label", ["some: 1"]),
    ("a name", ["Some"]), ("the name of", ["Some"]), ("a step", ["dismiss"]),
    ("a decision", ["cancel"]),
    ("an operator", ["==", "&&"]), ("a value of the request", ["path"]),
    ("a value", ["\"x\"", "x"]),
    ("a string", ["\"x\""]), ("a URL as a string", ["\"https://a.example\""]),
    ("an origin", ["\"https://a.example\""]), ("a type", ["Int"]), ("a list", ["["]),
    ("a setting", ["title web"]), ("a line end", ["\n"]), ("the end of the line", ["\n"]),
    ("a number", ["1"]), ("a regular expression", ["/a/"]), ("a scheme as a string", ["\"a\""]),
    ("the path of a", ["\"a.js\""]), ("the reason as a string", ["\"why\""]),
  ]

  private static let wrong = [
    "7", "\"x\"", "]", ")", "=", "==", "zzzzz", "{", "}", ":", "when", "&&",
  ]

  /// Tests that each word and construct that a message names is accepted in place of the wrong token, so that the
  /// parser then expects nothing else there.
  @Test(.seeded) func expectedTextsAreTaken() throws {
    var random = RandomChoice(seed: Seed.of(451))
    var tried: Set<String> = []
    for _ in 0..<TestOptions.cases(1_500, long: 60_000) {
      let file = try ExampleRules.file(random.one(of: ExampleRules.paths))
      let token = random.one(of: Lexer.tokens(of: file.bytes).dropLast())
      let (start, end) = (Int(token.start), Int(token.end))
      let (before, after) = (file.text(Span(0, start)), file.text(Span(end, file.bytes.count)))
      let wrong = random.one(of: Self.wrong)
      let faults = Self.faults(before + " " + wrong + " " + after)
      guard let first = faults.first, case .unexpected(let expected, _) = first.kind,
        Int(first.span.start) == start + 1
      else { continue }
      for texts in Self.parts(expected) {
        let isTaken = texts.contains { text in
          !Self.faults(before + " " + text + " " + after).contains { fault in
            guard case .unexpected = fault.kind else { return false }
            return Int(fault.span.start) == start + 1
          }
        }
        tried.formUnion(texts)
        #expect(isTaken, "\(texts) of \(expected): \(before.suffix(60))‸\(after.prefix(30))")
      }
    }
    print("expected texts:", tried.count)
    #expect(tried.count > 20)
  }

  private static func faults(_ text: String) -> [SyntaxFault] {
    SyntaxTree.parse(SourceFile(name: "a.bascule", text: text)).faults
  }

  /// Returns the texts for the parts of `a, b or c`. A construct with several forms has several texts; a part that is
  /// no text has none.
  private static func parts(_ expected: String) -> [[String]] {
    // A quoted comma is no separator.
    expected.replacing("`,`", with: "`comma`").replacing(" or ", with: ", ").split(separator: ", ")
      .compactMap { part in
        if part == "`comma`" { return [","] }
        if part.hasPrefix("`"), part.hasSuffix("`") { return [String(part.dropFirst().dropLast())] }
        return texts.first { part.hasPrefix($0.words) }?.texts
      }
  }
}
