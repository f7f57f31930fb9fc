import Diagnostics
import RandomRules
import TestSupport
import Testing
import Text

@testable import LanguageServer

/// Tests the form of all completion items at random places of the example rules.
@Suite struct CompletionItemTests {
  private static let capabilities = """
    {"textDocument": {"completion": {"completionItem": {
      "snippetSupport": true, "documentationFormat": ["plaintext"]}}}}
    """

  /// Tests that each item replaces the word at the place. A snippet has a tab stop, or is longer than the item's label.
  /// A client without snippets gets the same items as plain texts.
  @Test(.seeded, arguments: ExampleRules.paths) func itemsHaveTheirForm(_ path: String) throws {
    var random = RandomChoice(seed: Seed.of(143))
    let file = try ExampleRules.file(path)
    let text = file.text(Span(0, file.bytes.count))
    let servers = [Self.capabilities, "{}"].map { AskedServer(text, capabilities: $0) }
    for _ in 0..<TestOptions.cases(25, long: 1_000) {
      let offset = random.below(text.utf16.count)
      let before = text.utf16.prefix(offset)
      let line = before.count { $0 == 0x0A }
      let column = before.reversed().prefix { $0 != 0x0A }.count
      let answers = try servers.map { try $0.ask("completion", at: offset)?["items"]?.array ?? [] }
      let plain = Dictionary(
        answers[1].compactMap { item in
          item["label"]?.string.map { ($0, item["textEdit"]?["newText"]?.string ?? "") }
        }
      ) { first, _ in first }
      for item in answers[0] {
        let label = item["label"]?.string ?? ""
        let inserted = item["textEdit"]?["newText"]?.string ?? ""
        let isSnippet = item["insertTextFormat"]?.int == 2
        let isFilled = inserted.contains("$") || inserted.hasPrefix(label)
        #expect(!isSnippet || isFilled, "\(label): \(inserted)")
        #expect(!label.isEmpty && item["filterText"]?.string == label)
        #expect(item["sortText"]?.string?.isEmpty == false, "\(label)")
        let range = item["textEdit"]?["range"]
        let (start, end) = (range?["start"], range?["end"])
        #expect(start?["line"]?.int == line && end?["line"]?.int == line, "\(label)")
        #expect((start?["character"]?.int ?? .max) <= column, "\(label)")
        #expect((end?["character"]?.int ?? -1) >= column, "\(label)")
        if !isSnippet, let other = plain[label] { #expect(inserted == other, "\(label)") }
        guard
          let documentation = item["documentation"]?["value"]?.string
            ?? item["documentation"]?.string
        else { continue }
        #expect(
          !documentation.isEmpty && !documentation.contains("${"), "\(label): \(documentation)")
      }
    }
  }
}
