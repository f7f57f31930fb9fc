/// The output formats of findings; the raw value is the name on the command line.
///
/// A new format needs a case, its line in `render`, and a file with its renderer; the schema of
/// `bascule.json`, help and completions follow from the cases.
package enum FindingFormat: String, CaseIterable, Sendable {
  /// Text for people, like the output of compilers.
  case human
  /// A JSON object (see `JSONRenderer`).
  case json
  /// SARIF 2.1.0, for code scanning.
  case sarif
  /// Workflow commands of GitHub Actions.
  case github
  /// GitLab's Code Quality report.
  case gitlab
  /// JUnit XML, for CI systems that show tests.
  case junit
  /// Checkstyle XML.
  case checkstyle
  /// Lines that Xcode shows as issues.
  case xcode
}

extension FindingReport {
  /// - Requires: every location names one of the files.
  package func render(_ format: FindingFormat, _ style: Style = .plain) -> [UInt8] {
    switch format {
    case .human:
      var renderer = HumanRenderer(files: files.map { $0.source }, style: style)
      let summary: String? =
        switch summaryContent {
        case .nothing: nil
        case .counts: HumanRenderer.summary(findings, fileCount: ruleFileCount)
        case .countsAndFixes:
          HumanRenderer.summary(findings, fileCount: ruleFileCount) + HumanRenderer.fixes(findings)
        }
      return renderer.render(findings) + Array((summary.map { $0 + "\n" } ?? "").utf8)
    case .json: return JSONRenderer.render(findings, files: files.map { $0.source })
    case .sarif: return SARIFRenderer.render(self)
    case .github: return GitHubRenderer.render(self)
    case .gitlab: return GitLabRenderer.render(self)
    case .junit: return JUnitRenderer.render(self)
    case .checkstyle: return CheckstyleRenderer.render(self)
    case .xcode: return XcodeRenderer.render(self)
    }
  }
}
