import Diagnostics
import Testing
import Text
import Workspace

@testable import LanguageServer

/// Tests that the diagnostics of the server are the findings of `bascule check`, for the examples of all codes.
@Suite struct DiagnosticTests {
  private static let capabilities = """
    {"textDocument": {"publishDiagnostics": {
      "relatedInformation": true, "tagSupport": {"valueSet": [1, 2]}}}}
    """

  /// The wrong examples of the pages of all codes.
  static let examples: [(code: String, text: String)] = Workspace.codes.flatMap { code in
    (Workspace.summary(ofCode: code)?.page ?? "").split(separator: "```bascule wrong\n").dropFirst()
      .compactMap { part in
        part.firstRange(of: "\n```").map { (code, part[..<$0.lowerBound] + "\n") }
      }
  }.filter { !$0.1.contains("�") }

  @Test(arguments: examples.indices) func findingsAreSent(_ index: Int) throws {
    let (code, text) = Self.examples[index]
    let file = SourceFile(name: "a.bascule", text: text)
    let server = AskedServer(text, capabilities: Self.capabilities)
    let sent = server.announced.last {
      $0["method"]?.string == "textDocument/publishDiagnostics"
        && $0["params"]?["uri"]?.string == "file:///w/a.bascule"
    }
    let diagnostics = sent?["params"]?["diagnostics"]?.array ?? []
    let findings = Workspace.check(RuleSetInput(files: [file]))
    #expect(diagnostics.map { $0["code"]?.string } == findings.map(\.code), "\(code)")
    for (diagnostic, finding) in zip(diagnostics, findings) {
      check(diagnostic, finding, file)
      let related = diagnostic["relatedInformation"]?.array ?? []
      #expect(related.map { $0["message"]?.string } == finding.related.map(\.message))
      for (one, other) in zip(related, finding.related) {
        #expect(one["location"]?["uri"]?.string == "file:///w/a.bascule")
        #expect(range(one["location"]?["range"]) == range(other.location, file))
      }
    }
  }

  private func check(_ diagnostic: JSONValue, _ finding: Finding, _ file: SourceFile) {
    #expect(range(diagnostic["range"]) == range(finding.location, file))
    let number = [Severity.error: 1, .warning: 2, .info: 3][finding.severity]
    #expect(diagnostic["severity"]?.int == number && diagnostic["source"]?.string == "bascule")
    let lines =
      [finding.message] + (finding.help.map { ["help: \($0)"] } ?? [])
      + (finding.witness.map { ["witness: \($0)"] } ?? [])
    #expect(diagnostic["message"]?.string == lines.joined(separator: "\n"))
    // Editors fade out text without effect.
    let summary = Workspace.summary(ofCode: finding.code)?.text ?? ""
    let isUnnecessary = summary.contains(
      /never used|no effect|no request reaches|suppresses nothing|always true|none of whose rules/)
    #expect(
      diagnostic["tags"]?.array?.compactMap(\.int) == (isUnnecessary ? [1] : nil), "\(summary)")
  }

  /// Returns the line and column of the start and the end. The examples are ASCII at the places of findings.
  private func range(_ range: JSONValue?) -> [Int?] {
    ["start", "end"].flatMap { [range?[$0]?["line"]?.int, range?[$0]?["character"]?.int] }
  }

  private func range(_ location: Location, _ file: SourceFile) -> [Int?] {
    [location.span.start, location.span.end].flatMap { offset -> [Int?] in
      let before = file.text(Span(UInt32(0), offset))
      let line = before.split(separator: "\n", omittingEmptySubsequences: false).last ?? ""
      return [before.utf8.count { $0 == 0x0A }, line.utf16.count]
    }
  }
}
