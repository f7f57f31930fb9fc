/// The description of a code that some formats print beside its findings.
package struct CodeSummary: Sendable {
  package let code: String
  /// One line, lower case, without a full stop.
  package let text: String
  /// The level unless another is set.
  package let level: Severities.Level
  package let canSetLevel: Bool
  /// The severity of the weakness from 0 to 10, as CVSS counts; nil if the code is not about security.
  package let securitySeverity: String?
  /// Markdown.
  package let page: String

  package init(
    code: String, text: String, level: Severities.Level, canSetLevel: Bool,
    securitySeverity: String? = nil, page: String
  ) {
    self.code = code
    self.text = text
    self.level = level
    self.canSetLevel = canSetLevel
    self.securitySeverity = securitySeverity
    self.page = page
  }

  /// The home of the project.
  static let project = "https://github.com/bascule/bascule"

  /// The address of a code's page.
  package static func address(ofCode code: String) -> String {
    "\(project)/blob/main/Sources/Documentation/findings.md#\(code)"
  }
}
