import Syntax
import Testing
import Text

/// Tests the quotation of an unexpected token.
@Suite struct QuotedTokenTests {
  /// Tests that a long token is cut after 40 bytes.
  @Test func longTokensAreCut() throws {
    for length in 1...80 {
      let word = String(repeating: "x", count: length)
      let tree = SyntaxTree.parse(SourceFile(name: "a.bascule", text: "screen A \(word)"))
      let quoted = length > 40 ? "`\(word.prefix(40))…`" : "`\(word)`"
      let messages = tree.faults.map { "\($0)" }
      #expect(messages.contains { $0.contains(quoted) }, "\(length): \(messages)")
    }
  }
}
