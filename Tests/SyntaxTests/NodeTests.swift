import GrammarSentences
import Syntax
import TestSupport
import Testing
import Text

/// Tests that the nodes that the parser records form a tree whose leaves are the tokens.
@Suite struct NodeTests {
  private let grammar: Grammar

  init() throws { grammar = try Grammar(TestPackage.text("grammar/bascule.ebnf")) }

  @Test(.seeded) func nodesOfSentences() {
    var generator = SentenceGenerator(grammar, seed: Seed.of(61))
    for _ in 0..<TestOptions.cases(300, long: 3000) {
      let text = generator.sentence("file").joined(separator: " ")
      let file = SourceFile(name: "", text: text)
      let tree = SyntaxTree.parse(file)
      guard tree.faults.isEmpty else { continue }
      expectNesting(tree.nodes, text)
      let (starts, ends) = tokens(of: file)
      #expect(tree.nodes.allSatisfy { $0.start < $0.end }, "\(text)")
      #expect(
        tree.nodes.allSatisfy { starts.contains($0.start) && ends.contains($0.end) }, "\(text)")
    }
  }

  /// Tests the beginnings of sentences, whose open nodes must be nested too.
  @Test(.seeded) func nodesOfUnfinishedTexts() {
    var generator = SentenceGenerator(grammar, seed: Seed.of(62))
    for _ in 0..<TestOptions.cases(300, long: 3000) {
      let words = generator.sentence("file")
      let count = Int.random(in: 0...words.count, using: &generator.random)
      var text = words.prefix(count).joined(separator: " ")
      expectNesting(SyntaxTree.parse(SourceFile(name: "", text: text)).nodes, text)
      text += " " + words.reversed().joined(separator: "\n")
      expectNesting(SyntaxTree.parse(SourceFile(name: "", text: text)).nodes, text)
    }
  }

  private func expectNesting(_ nodes: [SyntaxNode], _ text: String) {
    var open: [SyntaxNode] = []
    for node in nodes {
      if let last = open.last { #expect(last.start <= node.start, "\(text)") }
      while let last = open.last, last.end <= node.start { open.removeLast() }
      if let last = open.last { #expect(node.end <= last.end, "\(node) in \(last)\n\(text)") }
      open.append(node)
    }
  }

  private func tokens(of file: SourceFile) -> (starts: Set<UInt32>, ends: Set<UInt32>) {
    let tokens = Lexer.tokens(of: file.bytes).dropLast()
    return (Set(tokens.map(\.start)), Set(tokens.map(\.end)))
  }
}
