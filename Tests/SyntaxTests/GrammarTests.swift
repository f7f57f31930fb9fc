import Foundation
import Syntax
import Testing
import Text

/// `grammar/bascule.ebnf` and the parser say the same.
@Suite struct GrammarTests {
  let grammar: Grammar

  init() throws {
    let package = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    grammar = try Grammar(
      String(contentsOf: package.appendingPathComponent("grammar/bascule.ebnf"), encoding: .utf8))
  }

  private func faults(_ text: String) -> [SyntaxFault] {
    SyntaxTree.parse(SourceFile(name: "sentence.bascule", text: text)).faults
  }

  private func report(_ text: String, _ faults: [SyntaxFault]) -> Comment {
    let fault = faults[0]
    let bytes = Array(text.utf8)
    let near = bytes[max(0, Int(fault.span.start) - 60)..<min(bytes.count, Int(fault.span.end) + 20)]
    return "\(fault.kind) near …\(String(decoding: near, as: UTF8.self))…"
  }

  @Test func isComplete() {
    let called = Set(
      grammar.expressions.compactMap { if case .name(let name) = $0 { name } else { nil } })
    for name in called { #expect(grammar.productions[name] != nil, "\(name) is not defined") }
    let roots: Set = ["file", "DOCUMENTATION", "LINE_COMMENT"]
    for name in grammar.names {
      #expect(called.contains(name) || roots.contains(name), "\(name) is of no use")
    }
    for case .words(let words) in grammar.expressions {
      #expect(Words.texts[words] != nil, "no text is known for: \(words)")
    }
  }

  @Test func wordsAndOperatorsAreThoseOfTheLexer() {
    let written = Set(
      grammar.expressions.compactMap { if case .token(let text) = $0 { text } else { nil } })
    let words = Keyword.allCases.filter { $0 != .none }.map(\.rawValue)
    let operators = TokenKind.allCases.compactMap(\.spelling)
    #expect(written.subtracting(words + operators) == [], "no tokens of the lexer")
    #expect(Set(words + operators).subtracting(written) == [], "not in the grammar")
  }

  @Test func sentencesParse() {
    var generator = SentenceGenerator(grammar, seed: 2026)
    var spaces = SeededGenerator(state: 1)
    var declarations = 0
    for round in 0..<3000 {
      let tokens = generator.sentence("file")
      var text = ""
      var startsLine = true
      for token in tokens {
        if token.allSatisfy(\.isNewline) {
          // A line end as a separator, and perhaps a comment beside it.
          if round % 2 == 1, Bool.random(using: &spaces) { text += generator.token("LINE_COMMENT") }
          text += token
          startsLine = true
          continue
        }
        if !startsLine { text += " " }
        if round % 2 == 1 {
          switch Int.random(in: 0..<12, using: &spaces) {
          case 0: text += "\t"
          case 1: text += generator.token("BLOCK_COMMENT") + " "
          case 2 where token != "[": text += "\n"
          case 3 where token != "[": text += generator.token("LINE_COMMENT") + "\n"
          case 4 where token != "[": text += "\n" + generator.token("DOCUMENTATION") + "\r\n"
          default: break
          }
        }
        text += token
        startsLine = false
      }
      let tree = SyntaxTree.parse(SourceFile(name: "sentence.bascule", text: text))
      declarations += tree.declarations.count
      if !tree.faults.isEmpty { Issue.record(report(text, tree.faults)) }
    }
    #expect(declarations > 3000)
    for (choice, counts) in generator.taken.enumerated() {
      #expect(!counts.contains(0), "choice \(choice) is not covered: \(counts)")
    }
  }

  /// A sentence with one token too many or too few is refused most of the time, so that a parser which
  /// accepts anything would not pass.
  @Test func damagedSentencesAreRefused() {
    var generator = SentenceGenerator(grammar, seed: 5)
    var random = SeededGenerator(state: 2)
    var refused = 0
    var count = 0
    while count < 500 {
      var tokens = generator.sentence("declaration")
      guard tokens.count > 5 else { continue }
      count += 1
      tokens.remove(at: Int.random(in: 0..<tokens.count, using: &random))
      if !faults(tokens.joined(separator: " ")).isEmpty { refused += 1 }
    }
    #expect(refused > 300, "\(refused) of \(count)")
  }

  @Test(arguments: Keyword.allCases.filter { $0 != .none }.map(\.rawValue))
  func anyWordIsAName(word: String) {
    for text in [
      "flag \(word)", "screen \(word)(\(word): String)", "model \(word) { \(word): Int }",
      "enum \(word) { \(word) }", "handler \(word) { use \(word) }", "event \(word) sends \(word)",
      "chain C { when path == \"/\" present \(word)(\(word): path) cancel }",
      "origin \(word) = \"https://a.com\"", "strategy \(word) from \(word), \(word)",
      "render \(word) { \(word) }", "dispatch \(word) customEvent \"x\"", "test \(word) { }",
      "configuration \(word) extends \(word) { chain \(word) }",
    ] {
      let faults = faults(text)
      #expect(faults.isEmpty, "\(text)")
    }
  }
}
