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
    "no-origin", .warning, "messages in a rule set without any origin", security: "7.5",
    """
    A web view follows links and redirects to pages of other sites, which can post to every message handler of
    the app. A set that names the origins of its pages is checked for declarations without one (`any-origin`); a
    set that names none is the most open one. It is reported once, at its first message, if the set has a
    configuration. The check is off by default, since a web view can show only pages of the app itself.

    ```bascule wrong
    strategy Pay receives Int
    configuration Web { strategies Pay }
    ```

    ```bascule right
    origin Store = "https://store.example"
    defaults { from Store }
    strategy Pay receives Int
    configuration Web { strategies Pay }
    ```
    """)
}
