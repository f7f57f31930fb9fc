import Semantics

/// A decision in names that two rule sets share.
enum SharedDecision: Hashable {
  case allow, cancel, download, `continue`
  /// The name of the configuration.
  case popup(String)

  init(_ decision: Decision, in rules: borrowing RuleSet) {
    self =
      switch decision {
      case .allow: .allow
      case .cancel: .cancel
      case .download: .download
      case .popup(let id): .popup(rules[id].name)
      // Which rules follow is in their formulas.
      case .continue, .leave: .continue
      }
  }
}
