import Foundation
import GrammarSentences
import Syntax
import TestSupport
import Testing
import Text

/// Tests that `grammar/bascule.ebnf` and the parser agree.
@Suite struct GrammarTests {
  let grammar: Grammar

  init() throws { grammar = try Grammar(TestPackage.text("grammar/bascule.ebnf")) }

  private func faults(_ text: String) -> [SyntaxFault] {
    SyntaxTree.parse(SourceFile(name: "sentence.bascule", text: text)).faults
  }

  private func report(_ text: String, _ faults: [SyntaxFault]) -> Comment {
    let fault = faults[0]
    let bytes = Array(text.utf8)
    let near = bytes[
      max(0, Int(fault.span.start) - 60)..<min(bytes.count, Int(fault.span.end) + 20)]
    return "\(fault.kind) near …\(String(decoding: near, as: UTF8.self).debugDescription)…"
  }

  @Test func isComplete() {
    let called = Set(
      grammar.expressions.compactMap { if case .name(let name) = $0 { name } else { nil } })
    for name in called { #expect(grammar.productions[name] != nil, "\(name) is not defined") }
    let roots: Set = ["file", "DOCUMENTATION", "LINE_COMMENT"]
    #expect(GrammarRecognizer.leftToTheResolver.isSubset(of: grammar.names))
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

  @Test(.seeded) func sentencesParse() {
    var generator = SentenceGenerator(grammar, seed: Seed.of(2026))
    var declarations = 0
    let rounds = TestOptions.cases(1500, long: 3000)
    for round in 0..<rounds {
      let tokens = generator.sentence("file")
      let text =
        round % 2 == 0
        ? tokens.joined(separator: " ") : withWhiteSpace(tokens, &generator)
      let tree = SyntaxTree.parse(SourceFile(name: "sentence.bascule", text: text))
      declarations += tree.declarations.count
      if !tree.faults.isEmpty { Issue.record(report(text, tree.faults)) }
    }
    #expect(declarations > rounds)
    for (choice, counts) in generator.taken.enumerated() {
      #expect(!counts.contains(0), "choice \(choice) is not covered: \(counts)")
    }
  }

  /// Returns the tokens with white space and comments between them, where the grammar allows these.
  private func withWhiteSpace(_ tokens: [String], _ generator: inout SentenceGenerator) -> String {
    var text = ""
    for (index, token) in tokens.enumerated() {
      let isRegex = index > 0 && tokens[index - 1] == "matches"
      switch Int.random(in: 0..<12, using: &generator.random) {
      case 0: text += "\t"
      case 1 where token != "[" && !isRegex: text += generator.token("BLOCK_COMMENT")
      case 2 where token != "[": text += "\n"
      case 3 where token != "[": text += generator.token("LINE_COMMENT") + "\n"
      case 4 where token != "[": text += "\n" + generator.token("DOCUMENTATION") + "\r\n"
      default: text += " "
      }
      text += token
    }
    return text
  }

  /// Tests that the rule files that ship are sentences.
  @Test func rulesAreSentences() throws {
    for path in ExampleRules.paths {
      var recognizer = GrammarRecognizer(grammar, try ExampleRules.file(path))
      let isSentence = recognizer.accepts("file")
      #expect(isSentence, "\(path)")
    }
    #expect(ExampleRules.paths.count >= 5)
  }

  /// Tests that grammar and parser agree on sentences with a removed, repeated or swapped token.
  @Test(.seeded) func damagedSentences() {
    var generator = SentenceGenerator(grammar, seed: Seed.of(5))
    var random = SeededGenerator(state: Seed.of(2))
    var refused = 0
    let rounds = TestOptions.cases(1000, long: 4000)
    for _ in 0..<rounds {
      var tokens = generator.sentence("declaration")
      let index = Int.random(in: 0..<tokens.count, using: &random)
      switch Int.random(in: 0..<3, using: &random) {
      case 0: tokens.remove(at: index)
      case 1: tokens.insert(tokens[index], at: index)
      default: tokens.swapAt(index, Int.random(in: 0..<tokens.count, using: &random))
      }
      let text = tokens.joined(separator: " ")
      var recognizer = GrammarRecognizer(grammar, SourceFile(name: "", text: text), isLenient: true)
      let isSentence = recognizer.accepts("file")
      // The grammar cannot express that a setting must not occur twice.
      let faults = faults(text)
      let others = faults.filter { if case .repeated = $0.kind { false } else { true } }
      if !isSentence { refused += 1 }
      if isSentence ? !others.isEmpty : faults.isEmpty {
        Issue.record("\(isSentence ? "grammar" : "parser") alone accepts \(text.debugDescription)")
      }
    }
    #expect(refused > rounds / 4, "\(refused)")
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
