import Diagnostics
import Workspace

/// The version of the program.
enum Version {
  static let number = "0.1.0"
  /// The newest version for which rules can be written. It can be the next version of the program, whose changes of
  /// meaning are already implemented.
  static let ofRules = max(RuleVersion(number) ?? Workspace.newestMeaning, Workspace.newestMeaning)
  /// The date of the release.
  static let date = "2026-11-21"
}
