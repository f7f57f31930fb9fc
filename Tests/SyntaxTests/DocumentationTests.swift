import GrammarSentences
import Syntax
import TestSupport
import Testing
import Text

/// Tests that only comments of exactly three slashes document the declaration, field, case or rule below them.
@Suite struct DocumentationTests {
  @Test(.seeded) func linesOfThreeSlashes() throws {
    var random = SeededGenerator(state: Seed.of(48))
    let texts = ["", " ", " a", "a", "  two", " / b", " é 日本", "! x", " // y", "\t"]
    var documented = 0
    for _ in 0..<TestOptions.cases(300, long: 10_000) {
      /// Returns comments above one item, and the documentation that they give.
      func comments() -> (text: String, documentation: String?) {
        var (text, lines) = ("", [String]())
        for _ in 0..<Int.random(in: 0..<5, using: &random) {
          let slashes = Int.random(in: 2...5, using: &random)
          let content = texts.randomElement(using: &random)!
          let isBlock = Int.random(in: 0..<5, using: &random) == 0
          let start = isBlock ? "/* /// x\n*/" : String(repeating: "/", count: slashes) + content
          text += start + ["\n", "\r\n", "\n\n", "\r"].randomElement(using: &random)!
          // With a further slash after `///` there are four.
          if !isBlock, slashes == 3, content.first != "/" {
            lines.append(content.hasPrefix(" ") ? String(content.dropFirst()) : content)
          }
        }
        return (text, lines.isEmpty ? nil : lines.joined(separator: "\n"))
      }
      let all = (0..<4).map { _ in comments() }
      let tree = SyntaxTree.parse(
        SourceFile(
          name: "a.bascule",
          text: """
            \(all[0].text)screen S(
            \(all[1].text)id: String)
            \(all[2].text)enum E {
            \(all[3].text)a
            }
            """))
      try #require(tree.faults.isEmpty && tree.declarations.count == 2)
      #expect(tree.declarations[0].header.documentation == all[0].documentation)
      #expect(tree.declarations[1].header.documentation == all[2].documentation)
      guard case .screen(_, let parameters) = tree.declarations[0],
        case .enumeration(_, let cases) = tree.declarations[1]
      else {
        Issue.record("other declarations")
        return
      }
      #expect(parameters.first?.header.documentation == all[1].documentation)
      #expect(cases.first?.header.documentation == all[3].documentation)
      documented += all.count { $0.documentation != nil }
    }
    #expect(documented > 100)
  }
}
