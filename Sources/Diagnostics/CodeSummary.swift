/// The description of a code that some formats print together with its findings.
package struct CodeSummary: Sendable {
  package let code: String
  /// The meaning of the code in one line: lower case, without a full stop.
  package let text: String
  /// The level of the code's findings if the configuration sets no other.
  package let level: Severities.Level
  package let canSetLevel: Bool
  /// The severity of the weakness on CVSS's scale from 0 to 10; nil if the code is not about security.
  package let securitySeverity: String?
  /// The page about the code, in Markdown.
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

  /// The address of the project's repository.
  static let project = "https://github.com/bascule/bascule"

  /// The address of a code's page.
  package static func address(ofCode code: String) -> String {
    "\(project)/blob/main/Sources/Documentation/findings.md#\(code)"
  }
}
