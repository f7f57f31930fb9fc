import Diagnostics
import Formatting
import Syntax
import Testing
import Text

@testable import LanguageServer

/// Tests the snippets of the server. No editor has other snippets.
@Suite struct SnippetTests {
  private static let capabilities =
    #"{"textDocument": {"completion": {"completionItem": {"snippetSupport": true}}}}"#

  /// Returns the snippets at `‸` by their labels, with filled placeholders.
  private func snippets(_ marked: String) throws -> [(label: String, text: String)] {
    let server = AskedServer(marked, capabilities: Self.capabilities)
    let items = try server.ask("completion")?["items"]?.array ?? []
    return items.compactMap { item in
      guard item["kind"]?.int == 15, let label = item["label"]?.string,
        let text = item["textEdit"]?["newText"]?.string
      else { return nil }
      return (label, item["insertTextFormat"]?.int == 2 ? filled(text) : text)
    }
  }

  private func filled(_ snippet: String) -> String {
    snippet.replacing(/\$\{\d+:((?:[^}\\]|\\.)*)\}/) { String($0.output.1) }
      .replacing("  $0\n}", with: "  otherwise cancel\n}").replacing(/\$\d+/, with: "").replacing(
        "\\}", with: "}")
  }

  /// Expects that the text is valid and formatted.
  private func expectRules(_ label: String, _ text: String) {
    let file = SourceFile(name: label, text: text)
    #expect(SyntaxTree.parse(file).faults.isEmpty, "\(label): \(text)")
    guard let formatted = Formatter.format(file) else { return }
    let kept = text.replacing("\n  \n", with: "\n")
    let isKept = String(decoding: formatted, as: UTF8.self) == kept
    #expect(isKept || label == "script", "\(label): \(String(decoding: formatted, as: UTF8.self))")
  }

  @Test func declarations() throws {
    let snippets = try snippets("‸\n")
    #expect(snippets.count > 20)
    for (label, text) in snippets { expectRules(label, text + "\n") }
    #expect(snippets.contains { $0.text == "// bascule:ignore unreachable-rule -- why" })
  }

  @Test func rules() throws {
    let snippets = try snippets("chain A {\n  ‸\n}\n")
    for (label, text) in snippets where !label.hasPrefix("//") {
      let item = text.replacing("\n", with: "\n  ")
      expectRules(label, "chain A {\n  \(item)\n}\n")
    }
    let labels = Set(snippets.map(\.label))
    #expect(labels.isSuperset(of: ["when path like", "when scheme in", "when frame == new"]))
    #expect(snippets.contains { $0.text == "when frame == new load url cancel" })
    // No response has the frame `new`.
    let others = try self.snippets("responses A {\n  ‸\n}\n")
    #expect(!others.isEmpty && !others.contains { $0.label == "when frame == new" })
  }
}
