import Semantics

/// A decision in names that two rule sets share.
enum SharedDecision: Hashable {
  case allow, cancel, download, `continue`
  case allowWith(PagePreferences)
  /// A popup, with the name of its configuration.
  case popup(String)

  init(_ decision: Decision, in rules: borrowing RuleSet) {
    self =
      switch decision {
      case .allow: .allow
      case .allowWith(let preferences): .allowWith(preferences)
      case .cancel: .cancel
      case .download: .download
      case .popup(let id): .popup(rules[id].name)
      // The formulas of the rules say which ones follow.
      case .continue, .leave: .continue
      }
  }
}
