import Diagnostics
import Workspace

/// The version of the program.
enum Version {
  static let number = "0.1.0"
  /// The newest version that rules can be written for: it can be the next one, whose changes of meaning are made already.
  static let ofRules = max(RuleVersion(number) ?? Workspace.newestMeaning, Workspace.newestMeaning)
  /// The date of the release.
  static let date = "2026-11-21"
}
