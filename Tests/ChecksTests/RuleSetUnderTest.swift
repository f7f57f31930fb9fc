import Checks
import Diagnostics
import Interpreter
import Requests
import Semantics
import Syntax
import TestSupport
import Testing
import Text
import WebURL

/// A rule set given as text, and its findings.
struct RuleSetUnderTest {
  var files: [SourceFile]
  var resources: [String: [UInt8]] = [:]

  init(_ text: String) { files = [SourceFile(name: "rules.bascule", text: text)] }

  init(_ bytes: [UInt8]) { files = [SourceFile(name: "rules.bascule", bytes: bytes)] }

  /// - Parameter files: the files by name, in their order.
  init(_ files: [(name: String, text: String)], resources: [String: [UInt8]] = [:]) {
    self.files = files.map { SourceFile(name: $0.name, text: $0.text) }
    self.resources = resources
  }

  var severities = Severities()

  func findings() -> [Finding] {
    let trees = files.map { SyntaxTree.parse($0) }
    let findings = Checks.findings(
      trees: trees, resolution: Resolution(trees) { resources[$0] }, files: files,
      severities: severities)
    for finding in findings {
      let faults = FindingForm.faults(finding) + FindingWords.faults(finding, in: self)
      #expect(faults.isEmpty, "\(finding.code): \(faults)")
    }
    return findings
  }

  func codes() -> [String] { findings().map(\.code) }

  /// Returns the rule set after the edits of a fix.
  func applying(_ fix: Fix) -> RuleSetUnderTest { replacing(fix.edits) }

  func replacing(_ edits: [Edit]) -> RuleSetUnderTest {
    var copy = self
    for edit in edits.sorted(by: { $1.location < $0.location }) {
      let file = Int(edit.location.file.index)
      var bytes = copy.files[file].bytes
      bytes.replaceSubrange(
        Int(edit.location.span.start)..<Int(edit.location.span.end),
        with: Array(edit.replacement.utf8))
      copy.files[file] = SourceFile(name: copy.files[file].name, bytes: bytes)
    }
    return copy
  }

  /// Returns whether the first rule of the first chain matches a request of the main frame; nil for a text that is no
  /// URL.
  func matchesFirstRule(_ url: String) -> Bool? {
    guard let url = WebURL.parse(url) else { return nil }
    let trees = files.map { SyntaxTree.parse($0) }
    let interpreter = Interpreter(ID(0), in: Resolution(trees) { resources[$0] }.rules)
    return interpreter.matches(0, Request(url: url))
  }

  /// Returns the text at the location of a finding.
  func text(_ finding: Finding) -> String { text(finding.location) }

  func text(_ location: Location) -> String {
    files[Int(location.file.index)].text(location.span)
  }

  /// Returns one line for each finding: the code, the text at its location, and the message.
  func summary() -> String {
    findings().map { "\($0.code) at `\(text($0))`: \($0.message)" }.joined(separator: "\n")
  }
}
