import Diagnostics
import Semantics
import Text

/// The check `no-origin`.
enum NoOrigin {
  static func findings(_ input: CheckInput) -> [Finding] {
    let rules = input.rules
    guard rules.origins.isEmpty, !rules.configurations.isEmpty else { return [] }
    let first =
      (rules.strategies.map { $0.declared } + rules.events.map { $0.declared }
      + rules.calls.map { $0.declared })
      .min { $0.location < $1.location }
    guard let first else { return [] }
    return [
      page.finding(
        "any page can exchange messages with the app: the rule set declares no origin",
        at: first.location, label: "the first of its messages",
        help: "declare the origin of your pages, and write `defaults { from … to … }` with its name"
      )
    ]
  }

  static let page = Page(
    "no-origin", .warning, "messages in a rule set without any origin", security: "7.5")
}
