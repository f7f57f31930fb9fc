import Foundation
import GrammarSentences
import Syntax
import TestSupport
import Testing
import Text

/// Tests that the generated parser in `grammar/tree-sitter` accepts the same files as the parser, when tree-sitter runs
/// it.
@Suite struct TreeSitterTests {
  private struct Answer: Decodable {
    var problems: [String]
    var states: Int
    var keywords: [String]
    /// The error of each text, or nothing.
    var texts: [String]
  }

  private static func ask(_ texts: [String]) throws -> Answer? {
    guard let python = Tool.python(with: "tree-sitter", for: "the tree-sitter grammar"),
      Tool.deno(for: "the tree-sitter grammar") != nil
    else { return nil }
    let output = try Editors.run(
      python, ["Tests/tools/treesitter.py", "grammar/tree-sitter"],
      input: JSONEncoder().encode(texts))
    return try JSONDecoder().decode(Answer.self, from: output)
  }

  @Test func grammarCorpusAndQueries() throws {
    let sources = try Editors.sources()
    guard let answer = try Self.ask(sources.map(\.text)) else { return }
    for problem in answer.problems { Issue.record("\(problem)") }
    #expect(answer.states > 300)
    let words = Keyword.allCases.map(\.rawValue).filter { !$0.isEmpty }
    #expect(Set(words).subtracting(answer.keywords) == [])
    for (source, message) in zip(sources, answer.texts) {
      #expect(message == "", "\(source.name)")
    }
    #expect(answer.texts.count == sources.count)
  }

  /// Tests that the tree-sitter grammar accepts all sentences of the language's grammar.
  @Test(.seeded) func sentences() throws {
    let grammar = try Grammar(TestPackage.text("grammar/bascule.ebnf"))
    var generator = SentenceGenerator(grammar, seed: Seed.of(99))
    var texts: [String] = []
    for round in 0..<TestOptions.cases(400, long: 1000) {
      let tokens = generator.sentence("file")
      let comments = ["BLOCK_COMMENT", "LINE_COMMENT", "DOCUMENTATION"]
      texts.append(
        round % 2 == 0
          ? tokens.joined(separator: " ")
          : tokens.enumerated().map { index, token in
            let isTight = index > 0 && tokens[index - 1] == "matches" || token == "["
            if isTight { return " " + token }
            let comment = generator.token(comments[index % 3])
            return (index % 4 == 0 ? comment + "\n" : " ") + token
          }.joined())
    }
    // A parser of tree-sitter reads this character as the end of the file.
    texts = texts.map { $0.replacing("\0", with: "\u{1}") }
    guard let answer = try Self.ask(texts) else { return }
    #expect(answer.texts.count == texts.count)
    for (text, message) in zip(texts, answer.texts) where message != "" {
      Issue.record("\(message) in \(text)")
    }
  }

  /// Tests that the checker detects faults, since invalid text is rejected.
  @Test func faultsAreSeen() throws {
    let broken = ["chain A {", "flag", "when a", "chain A { when cancel }", "flag a /*", "a = 1"]
    guard let answer = try Self.ask(broken) else { return }
    for (text, message) in zip(broken, answer.texts) { #expect(message != "", "\(text)") }
  }
}
