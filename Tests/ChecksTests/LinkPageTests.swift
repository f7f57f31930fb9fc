import Diagnostics
import TestSupport
import Testing
import Text
import Workspace

@testable import Checks

/// Tests the examples of the pages about association files: wrong ones have the finding, right ones have none, and
/// fixes work.
struct LinkPageTests {
  struct Example: Sendable, CustomTestStringConvertible {
    var code: String
    var isWrong: Bool
    var text: String

    var testDescription: String { "\(code) \(isWrong ? "wrong" : "right")" }
  }

  static let examples: [Example] = Check.all.flatMap { check -> [Example] in
    guard case .links = check.runner else { return [] }
    var examples: [Example] = []
    var lines: [Substring]?
    var isWrong = false
    for line in check.page.text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line == "```json wrong" || line == "```json right" {
        lines = []
        isWrong = line.hasSuffix("wrong")
      } else if line == "```", let all = lines {
        let text = all.joined(separator: "\n").replacing(
          "…", with: String(repeating: "x", count: 140_000))
        examples.append(Example(code: check.code, isWrong: isWrong, text: text))
        lines = nil
      } else {
        lines?.append(line)
      }
    }
    return examples
  }

  static func findings(_ text: String) -> [Finding] {
    let file = SourceFile(name: "apple-app-site-association", text: text)
    let findings = Workspace.check(RuleSetInput(files: [file], areLinks: true))
    for finding in findings {
      let faults = FindingForm.faults(finding)
      #expect(faults.isEmpty, "\(finding.code): \(faults)")
      #expect(Int(finding.location.span.end) <= file.bytes.count)
    }
    return findings
  }

  @Test func everyPageHasExamples() {
    for check in Check.all {
      guard case .links = check.runner else { continue }
      let mine = Self.examples.filter { $0.code == check.code }
      #expect(mine.contains(where: \.isWrong) && mine.contains { !$0.isWrong }, "\(check.code)")
      let fixes = mine.filter(\.isWrong).flatMap { Self.findings($0.text).compactMap(\.fix) }
      #expect(fixes.contains { !$0.isSafe } == check.page.fixes.contains(.meaning), "\(check.code)")
      #expect(fixes.contains(where: \.isSafe) == check.page.fixes.contains(.safe), "\(check.code)")
    }
  }

  @Test(arguments: examples) func exampleIsAsMarked(_ example: Example) {
    let codes = Self.findings(example.text).map(\.code)
    #expect(Set(codes) == (example.isWrong ? [example.code] : []), "\(codes)")
  }

  @Test(arguments: examples.filter(\.isWrong)) func fixesMend(_ example: Example) {
    for finding in Self.findings(example.text) {
      guard let fix = finding.fix else { continue }
      var bytes = Array(example.text.utf8)
      for edit in fix.edits.sorted(by: { $1.location < $0.location }) {
        bytes.replaceSubrange(
          Int(edit.location.span.start)..<Int(edit.location.span.end), with: edit.replacement.utf8)
      }
      #expect(Self.findings(String(decoding: bytes, as: UTF8.self)).isEmpty)
    }
  }

  struct Row: Sendable, CustomTestStringConvertible {
    var text: String
    /// The code and the marked text of each finding.
    var found: [String]

    var testDescription: String { text }
  }

  private static func entry(_ components: String) -> String {
    #"{"applinks": {"details": [{"appIDs": ["ABCDE12345.a"], "components": [\#(components)]}]}}"#
  }

  private static let rows: [Row] = [
    Row(text: "", found: ["invalid-association: "]),
    Row(text: "{", found: ["invalid-association: "]),
    Row(text: #"{"a": 1 "b": 2}"#, found: [#"invalid-association: ""#]),
    Row(text: "[]", found: ["invalid-association: []"]),
    Row(text: "{}", found: ["invalid-association: }"]),
    Row(text: #"{"webcredentials": {"apps": []}}"#, found: ["invalid-association: }"]),
    Row(text: #"{"applinks": []}"#, found: ["invalid-association: []"]),
    Row(text: #"{"applinks": {}}"#, found: ["invalid-association: {"]),
    Row(text: #"{"applinks": {"details": 1}}"#, found: ["invalid-association: 1"]),
    Row(text: #"{"applinks": {"details": [1]}}"#, found: ["invalid-association: 1"]),
    Row(
      text: #"{"applinks": {"details": []}, "appLinks": 1}"#,
      found: [#"unknown-link-key: "appLinks""#]),
    Row(
      text: #"{"applinks": {"apps": ["a"], "details": []}}"#, found: [#"invalid-association: "a""#]),
    Row(
      text: #"{"applinks": {"details": [{"components": []}]}}"#, found: ["invalid-association: {"]),
    Row(
      text: #"{"applinks": {"details": [{"appID": "ABCDE12345.a"}]}}"#,
      found: ["invalid-association: {"]),
    Row(
      text: #"{"applinks": {"details": [{"appIds": ["ABCDE12345.a"], "components": []}]}}"#,
      found: [#"unknown-link-key: "appIds""#]),
    Row(
      text: #"{"applinks": {"details": [{"appIDs": [], "components": []}]}}"#,
      found: ["invalid-association: {"]),
    Row(text: entry(#"1"#), found: ["invalid-association: 1"]),
    Row(text: entry(#"{"/": 1}"#), found: ["invalid-association: 1"]),
    Row(text: entry(#"{"/": "/a", "?": 1}"#), found: ["invalid-association: 1"]),
    Row(text: entry(#"{"/": "/a", "?": {"b": true}}"#), found: ["invalid-association: true"]),
    Row(
      text: entry(#"{"/": "/a", "casesensitive": false}"#),
      found: [#"unknown-link-key: "casesensitive""#]),
    Row(text: entry(#"{"/": "/a b"}"#), found: [#"contradictory-condition: "/": "/a b""#]),
    Row(
      text: entry(#"{"/": "/a", "caseSensitive": false}, {"/": "/A"}"#),
      found: [#"unreachable-rule: "/": "/A""#]),
    Row(
      text: entry(
        #"{"/": "/a", "?": {"k": "?*"}}, {"/": "/a", "?": {"k": "v"}, "exclude": true}, {"/": "/b"}"#
      ),
      found: [#"late-exclusion: "/": "/a""#]),
    Row(
      text: entry(#"{"/": "/a"}, {"/": "/b", "exclude": true}"#),
      found: [#"redundant-rule: "/": "/b""#]),
    Row(text: entry(#"{"/": "/a", "exclude": true}, {"/": "/*"}"#), found: []),
    Row(
      text: entry(#"{"/": "/?*", "exclude": true}, {"/": "/b"}, {"/": "/c", "exclude": true}"#),
      found: [#"unreachable-rule: "/": "/b""#, #"unreachable-rule: "/": "/c""#]),
  ]

  @Test(arguments: rows) func findingsAreLocated(_ row: Row) {
    let file = SourceFile(name: "a", text: row.text)
    let found = Self.findings(row.text).map { "\($0.code): \(file.text($0.location.span))" }
    #expect(found == row.found)
  }

  @Test func anEntryOfSeveralAppsIsReportedOnce() {
    let text = """
      {"applinks": {"details": [
        {"appIDs": ["ABCDE12345.a", "ABCDE12345.b"], "components": [{"/": "/*"}, {"/": "/a"}]},
        {"appIDs": ["ABCDE12345.b"], "components": [{"/": "/b"}]}
      ]}}
      """
    #expect(Self.findings(text).map(\.code) == ["unreachable-rule", "unreachable-rule"])
  }

  @Test func severitiesApply() {
    var severities = Severities()
    severities["late-exclusion"] = .warning
    let file = SourceFile(
      name: "a", text: Self.entry(#"{"/": "/*"}, {"/": "/a", "exclude": true}"#))
    let input = RuleSetInput(files: [file], areLinks: true)
    #expect(Workspace.check(input, severities).map(\.severity) == [.warning])
    severities["late-exclusion"] = .off
    #expect(Workspace.check(input, severities).isEmpty)
  }
}
