import Diagnostics
import Requests
import Semantics
import Text

/// The check `unopened-window`.
enum UnopenedWindow {
  /// The findings about rules that decide only about new windows, and allow them.
  static func findings(_ input: CheckInput) -> [Finding] {
    let items = input.rules.handlers.map { $0.items } + input.rules.chains.map { $0.items }
    return items.joined().compactMap { item in
      guard case .rule(let rule) = item, rule.decision.isAllow, rule.possibleFrames == [.new],
        !rule.steps.contains(where: { $0.showsPage })
      else { return nil }
      return page.finding(
        "`allow` opens no window: the user sees nothing", at: rule.head,
        label: "only for new windows", help: help)
    }
  }

  static let help =
    "write a rule with `frame == new` and `load url cancel`, to show the page in this web view, or with `popup`"

  static let page = Page(
    "unopened-window", .warning, "`allow` for a new window, which opens nothing")
}

extension Step {
  /// True for a step that shows the target of the link, or may do so.
  fileprivate var showsPage: Bool {
    switch kind {
    case .present, .push, .openURL, .attemptOpenURL, .loadURL, .perform, .attempt: true
    case .dismiss: false
    }
  }
}
