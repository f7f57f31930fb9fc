import Semantics

/// A decision in names that two rule sets share.
enum SharedDecision: Hashable {
  case allow, cancel, download, `continue`

  init(_ decision: Decision, in rules: RuleSet) {
    self =
      switch decision {
      case .allow: .allow
      case .cancel: .cancel
      case .download: .download
      case .continue: .continue
      }
  }
}
