import Checks
package import Diagnostics
import Semantics
package import Text

/// Functions from a rule set to its findings and its generated code.
package enum Workspace {
  /// All findings of the set, sorted by location.
  ///
  /// - Parameter severities: of codes whose level can be set.
  package static func check(
    _ input: RuleSetInput, _ severities: Severities = Severities()
  ) -> [Finding] {
    RuleSetSession(isReused: false).check(input, severities)
  }

  /// Every code, sorted.
  package static var codes: [String] { Check.all.map(\.code) }

  /// The codes whose level can be set, sorted.
  package static var settableCodes: [String] { Check.all.filter(\.canSetLevel).map(\.code) }

  /// The description of a code; nil for a code that does not exist.
  package static func summary(ofCode code: String) -> CodeSummary? {
    Check.named(code).map { check in
      CodeSummary(
        code: check.code, text: check.page.summary, level: check.defaultLevel,
        canSetLevel: check.canSetLevel, securitySeverity: check.page.securitySeverity,
        page: check.page.text)
    }
  }

  /// A finding about a `bascule.json`.
  package static func configurationFinding(
    _ message: String, at location: Location, help: String? = nil, fix: Fix? = nil
  ) -> Finding {
    InvalidConfiguration.finding(message, at: location, help: help, fix: fix)
  }
}
