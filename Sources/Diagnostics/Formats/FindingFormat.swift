/// The forms in which findings leave the program; the raw value is the name on the command line.
package enum FindingFormat: String, CaseIterable, Sendable {
  /// For people, as compilers print.
  case human
  /// `JSONRenderer`.
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
