package import Diagnostics
import Text

/// The documentation of one code, which `bascule explain CODE` prints. Its examples are tests.
package struct Page: Sendable {
  package let code: String
  package let severity: Severity
  /// The meaning of the code in one line: lower case, without a full stop.
  package let summary: String
  /// True if `// bascule:ignore` may suppress the findings, since the code does not prevent generation.
  package let canBeIgnored: Bool
  /// The kinds of automatic fixes that findings of the code can have.
  package let fixes: FixKinds
  /// The severity of the weakness on CVSS's scale from 0 to 10; nil if the code is not about security.
  package let securitySeverity: String?

  /// - Parameters:
  ///   - fixes: the kinds of fixes that findings of the code can have.
  ///   - canBeIgnored: true by default unless the severity is an error.
  ///   - security: the severity of the weakness, for a code about security.
  init(
    _ code: String, _ severity: Severity, _ summary: String, fixes: FixKinds = [],
    canBeIgnored: Bool? = nil, security: String? = nil
  ) {
    self.code = code
    self.severity = severity
    self.summary = summary
    self.canBeIgnored = canBeIgnored ?? (severity != .error)
    self.fixes = fixes
    securitySeverity = security
  }

  /// The whole page in Markdown.
  package var text: String {
    let ignoring =
      canBeIgnored
      ? "If it is intended, `// bascule:ignore \(code) -- reason` above the declaration or\nrule suppresses it."
      : severity == .error
        ? "It cannot be suppressed, because no code can be generated from such a rule set."
        : "It cannot be suppressed."
    let topic = PageTopics.topic(of: code).map { "\nSee: `bascule help \($0)`\n" } ?? ""
    return
      "# \(code)\n\n*\(severity.rawValue)*: \(summary)\n\n\(FindingsPage.bodies[code] ?? "")\n\n\(FindingsPage.startOfEnd)\(fixing)\n\n\(ignoring)\n"
      + topic
  }

  /// The sentences on what `bascule check --fix` does about the findings.
  private var fixing: String {
    let repairs = """
      if one change of a few words corrects the error, and all names are known then, the help is this
      change. `bascule check --fix` applies it if no other change is likely and it writes no name of
      yours, `--fix=all` also otherwise.
      """
    let isRepaired = RepairedCodes.all.contains(code)
    let own =
      switch (fixes.contains(.safe), fixes.contains(.meaning)) {
      case (true, false): "`bascule check --fix` can fix it."
      case (false, true):
        "`bascule check --fix=all` can fix it; review the change, since the meaning of the rules changes."
      case (true, true):
        "`bascule check --fix` can fix it; `--fix=all` also where the meaning of the rules changes."
      case (false, false): isRepaired ? repairs : "there is no automatic fix."
      }
    return isRepaired && !fixes.isEmpty ? "\(own)\n\nI\(repairs.dropFirst())" : own
  }

  /// Creates a finding of this code.
  func finding(
    _ message: String, at location: Location, label: String = "",
    related: [Finding.Related] = [], help: String? = nil, fix: Fix? = nil
  ) -> Finding {
    Finding(
      code, severity, message, at: location, label: label, related: related, help: help, fix: fix)
  }
}

/// The kinds of fixes that `bascule check --fix` has for the findings of a code.
package struct FixKinds: OptionSet, Sendable {
  package let rawValue: Int
  package init(rawValue: Int) { self.rawValue = rawValue }

  /// Fixes that keep the meaning of everything else.
  package static let safe = FixKinds(rawValue: 1)
  /// Fixes that are applied only with `--fix=all`.
  package static let meaning = FixKinds(rawValue: 2)
}
