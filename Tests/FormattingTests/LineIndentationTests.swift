import Formatting
import GrammarSentences
import TestSupport
import Testing
import Text

/// Tests the indentation of the line that the Enter key begins.
@Suite struct LineIndentationTests {
  /// - Parameter text: a text with a `^` at the start of the line, or before its text.
  private func indentation(_ text: String) -> Int? {
    let parts = text.split(separator: "^", maxSplits: 1, omittingEmptySubsequences: false)
    let file = SourceFile(parts.joined())
    return Formatter.indentation(of: file, at: UInt32(parts[0].utf8.count))
  }

  @Test(arguments: [
    // Bodies.
    ("chain C {\n^", 2), ("chain C {\n^\n}", 2), ("chain C {\n^}", 0),
    ("model M {\n^", 2), ("model M {\n  a: {\n^\n  }\n}", 4), ("flag a\n^", 0),
    ("chain C {\n  when a cancel\n^", 2), ("chain C {\n  when a cancel\n}\n^", 0),
    ("chain C {\n  when a {\n^\n  }\n}", 4),
    ("chain C {\n  when a {\n    when b cancel\n  }\n^", 2),
    ("configuration C {\n  chain A\n^", 2), ("test C {\n  \"https://a.com\" cancel\n^", 2),
    // Rules are indented after a condition, inside of one, and after steps and decisions.
    ("chain C {\n  when path == \"/a\"\n^", 4), ("chain C {\n  when path == \"/a\"\n^cancel\n}", 4),
    ("chain C {\n  when path == \"/a\"\n^ && b cancel\n}", 6),
    ("chain C {\n  when path == \"/a\" &&\n^", 6), ("chain C {\n  when\n^", 6),
    ("chain C {\n  when a\n      || b\n^&& c", 8), ("chain C {\n  when a\n      && b\n^", 4),
    ("chain C {\n  when path ==\n^", 6), ("chain C {\n  when host in [\n^", 4),
    ("chain C {\n  when host in [\n    \"a\"\n^]", 2), ("chain C {\n  when (\n^", 8),
    ("chain C {\n  when a\n    present P(\n^", 6), ("chain C {\n  when a\n    present P\n^", 4),
    ("chain C {\n  when a popup\n^", 4), ("chain C {\n  when a popup Help\n^", 2),
    ("chain C {\n  otherwise\n^", 4),
    ("chain C {\n  when a load url setting query.a = \"b\",\n^", 8),
    ("chain C {\n  when a load url setting\n^", 8), ("chain C {\n  when a load url\n^", 4),
    ("chain C {\n  when a load url\n^setting query.a = \"b\" cancel", 8),
    ("chain C {\n  when a load url removing\n^", 8),
    ("chain C {\n  when a load url\n^removing query.a cancel", 8),
    ("test C {\n  \"https://a.com\" with a,\n^", 6), ("test C {\n  \"https://a.com\"\n^", 4),
    // Declarations over several lines.
    ("condition a = b\n^|| c", 2), ("condition a =\n^", 2),
    ("condition a = b\n^", 0),
    // Lists and parentheses in conditions.
    ("condition a = b in [\n^", 4), ("condition a = b in [\n^]", 2),
    ("chain C {\n  when !a in [\n^", 8), ("chain C {\n  when a !in [\n^", 4),
    ("chain C {\n  when a && b in [\n^", 8), ("chain C {\n  when a || b in [\n^", 10),
    ("chain C {\n  when a || b in c,\n^", 8), ("chain C {\n  when (a || b in c,\n^", 10),
    ("chain C {\n  when (a || b\n^&& c", 10), ("chain C {\n  when (a || b && (\n^", 12),
    ("chain C {\n  when (a\n^|| c", 8), ("chain C {\n  when (a in [\n^", 10),
    // Lines are below a mistake in a rule, and before the next rule.
    ("chain C {\n  when a foo b\n^", 4), ("chain C {\n  when a\n^when b cancel", 2),
    ("chain C {\n  when !exists header[\"A\"]\n^load url cancel", 4),
    // Lines of settings and dispatches.
    ("configuration C {\n  strategies A\n^", 2), ("configuration C {\n  strategies A,\n^B", 4),
    ("configuration C {\n  block from \"a\",\n^", 4),
    ("dispatch D customEvent \"a\"\n^replies (true)", 2),
    ("action A(\n^", 2), ("origin A =\n^", 2), ("origin A = \"https://a.com\"\n^", 0),
    // Clauses after a record.
    ("event E\n  sends A\n^queue none", 2),
    ("strategy S receives {\n  a: B\n} from A,\n^", 0),
    ("strategy S\n  receives {\n    a: B\n  }\n  from A,\n^", 2),
    ("origin A = \"https://a.com\",\n^", 2), ("strategy S\n^receives Int", 2), ("strategy S\n^", 0),
    // A line is indented like the items around it, even in files that are not formatted.
    ("chain C {\n    when a cancel\n^", 2), ("\tchain C {\n^", 3),
  ])
  func lines(text: String, columns: Int) {
    #expect(indentation(text) == columns, "\(text)")
  }

  @Test(arguments: [
    "script S \"\"\"\n^\n\"\"\"", "/* a\n^\n*/ flag a", "flag a /*\n^", "script S \"\"\"\n^",
  ])
  func literalsAndCommentsKeepTheirLines(text: String) {
    #expect(indentation(text) == nil)
  }

  /// Tests that each line of the rule files that ship has the indentation that Enter would have given it.
  @Test(arguments: ExampleRules.paths)
  func formattedFiles(name: String) throws {
    #expect(try checkedLines(ExampleRules.file(name)) > 2)
  }

  /// Tests that each line of formatted sentences of the grammar has the indentation that Enter would have given it,
  /// except lines whose indentation depends on the text after them.
  @Test(.seeded) func formattedSentences() throws {
    let grammar = try Grammar(TestPackage.text("grammar/bascule.ebnf"))
    var generator = SentenceGenerator(grammar, seed: Seed.of(49))
    var count = 0
    for _ in 0..<TestOptions.cases(200, long: 6_000) {
      let text = generator.sentence("declaration").joined(separator: " ")
      guard let formatted = Formatter.format(SourceFile(text)) else { continue }
      count += checkedLines(SourceFile(name: "", bytes: formatted))
    }
    #expect(count > 500)
  }

  /// Checks the lines with text, except comments and lines that the lines above do not determine. Returns the number of
  /// checked lines.
  private func checkedLines(_ file: SourceFile) -> Int {
    let undecided = UndecidedLines.ranges(in: file)
    var offset = 0
    var count = 0
    for line in file.bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
      let blanks = line.prefix { $0 == 0x20 }.count
      let start = offset + blanks
      let isOmitted =
        line.dropFirst(blanks).starts(with: Array("//".utf8))
        || undecided.contains { $0.contains(start) }
      if !line.isEmpty, !isOmitted,
        let found = Formatter.indentation(of: file, at: UInt32(start))
      {
        let text = String(decoding: line, as: UTF8.self)
        #expect(
          found == blanks, "\(text)\n--- in\n\(String(decoding: file.bytes, as: UTF8.self))")
        count += 1
      }
      offset += line.count + 1
    }
    return count
  }
}
