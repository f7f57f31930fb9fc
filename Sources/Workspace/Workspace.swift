import Checks
package import Diagnostics
import Semantics
package import Text

/// Functions from a rule set to its findings and its generated code.
package enum Workspace {
  /// Checks the set, and returns all findings, sorted by location.
  ///
  /// - Parameter severities: the levels of codes whose level can be set.
  package static func check(
    _ input: RuleSetInput, _ severities: Severities = Severities()
  ) -> [Finding] {
    RuleSetSession(isReused: false).check(input, severities)
  }

  /// The codes of all checks, sorted.
  package static var codes: [String] { Check.all.map { $0.code } }

  /// The codes whose level can be set, sorted.
  package static var settableCodes: [String] { Check.all.filter { $0.canSetLevel }.map { $0.code } }

  /// The groups of codes whose levels can be set together, the widest first.
  package static var groups: [(name: String, codes: [String])] {
    CheckGroup.all.map { ($0.name, $0.codes) }
  }

  /// The words that set a level or ignore findings: the codes whose level can be set, then the groups.
  package static var settableCodesAndGroups: [String] { settableCodes + groups.map { $0.name } }

  /// The codes of a group, or the code itself; nil if there is no such word.
  package static func codes(named word: String) -> [String]? {
    Check.named(word).map { [$0.code] } ?? CheckGroup.all.first { $0.name == word }?.codes
  }

  /// The words that `codes(named:)` accepts: the codes, then the groups.
  package static var codesAndGroups: [String] { codes + groups.map { $0.name } }

  /// The levels of codes after words have set them.
  ///
  /// A code takes precedence over the topic of its page, a topic over `security`, and `security` over `all`. If a
  /// word occurs several times, the last one applies.
  package static func severities(
    _ levels: [(word: String, level: Severities.Level)]
  ) -> Severities {
    var severities = Severities()
    let ranks = ["all": 0, "security": 1]
    for rank in 0...3 {
      for (word, level) in levels
      where rank == ranks[word] ?? (Check.named(word) == nil ? 2 : 3) {
        for code in codes(named: word) ?? [] { severities[code] = level }
      }
    }
    return severities
  }

  /// The newest version that changed the meaning of rules.
  package static let newestMeaning = MeaningChange.newest

  /// The description of a code; nil if there is no such code.
  package static func summary(ofCode code: String) -> CodeSummary? {
    Check.named(code).map { check in
      CodeSummary(
        code: check.code, text: check.page.summary, level: check.defaultLevel,
        canSetLevel: check.canSetLevel, securitySeverity: check.page.securitySeverity,
        page: check.page.text)
    }
  }

  /// Creates a finding about a `bascule.json`.
  package static func configurationFinding(
    _ message: String, at location: Location, help: String? = nil, fix: Fix? = nil
  ) -> Finding {
    InvalidConfiguration.finding(message, at: location, help: help, fix: fix)
  }
}
