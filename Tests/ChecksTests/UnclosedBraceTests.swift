import Diagnostics
import Syntax
import TestSupport
import Testing
import Text

/// Tests a missing brace at the end of a declaration.
struct UnclosedBraceTests {
  /// Tests each closing brace of the example rules. If it is removed, the fix writes it at the same place, above the
  /// empty line and the comments of the next declaration.
  @Test(arguments: ExampleRules.folders) func theBraceIsWrittenWhereItWas(_ folder: String) throws {
    for file in try ExampleRules.files(in: folder) {
      let text = file.text(Span(0, file.bytes.count))
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      for line in lines.indices where lines[line] == "}" {
        let before = lines[..<line].joined(separator: "\n")
        // Lines of scripts can look the same.
        if !Self.isToken(before.utf8.count + 1, file) { continue }
        let broken = before + "\n" + lines[(line + 1)...].joined(separator: "\n")
        let header = lines[..<line].last { !$0.hasPrefix(" ") && !$0.isEmpty } ?? ""
        // The next declaration could also be a setting, or a strategy of the channel.
        if header.hasPrefix("configuration ") || header.hasPrefix("channel ") { continue }
        let set = RuleSetUnderTest(broken)
        // Names that other files declare are unknown here.
        let findings = set.findings().filter {
          ["unclosed-bracket", "syntax-error"].contains($0.code)
        }
        #expect(findings.map(\.code) == ["unclosed-bracket"], "\(before.suffix(100))")
        guard let finding = findings.first else { continue }
        #expect(set.text(finding) == "{")
        let opened = broken.utf8.prefix(Int(finding.location.span.start)).count { $0 == 0x0A }
        #expect(lines[opened] == header, "\(lines[opened])")
        let fixed = finding.fix.map { set.applying($0).files[0] }
        #expect(fixed.map { $0.text(Span(0, $0.bytes.count)) } == text, "\(before.suffix(100))")
      }
    }
  }

  private static func isToken(_ offset: Int, _ file: SourceFile) -> Bool {
    Lexer.tokens(of: file.bytes).contains { $0.kind == .rightBrace && Int($0.start) == offset }
  }
}
