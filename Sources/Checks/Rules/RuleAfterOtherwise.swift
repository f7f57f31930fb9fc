import Diagnostics
import Text

/// `rule-after-otherwise`
enum RuleAfterOtherwise {
  static func finding(_ otherwise: Location, at location: Location) -> Finding {
    page.finding(
      "nothing behind `otherwise` is ever asked", at: location, label: "never asked",
      related: [.init("this takes every request", at: otherwise)],
      help: "move `otherwise` to the end of the chain")
  }

  static let page = Page(
    "rule-after-otherwise", .error, "a rule behind the one that takes everything",
    """
    The first rule that matches decides, and `otherwise` matches everything, so it stands last. A rule
    added below it compiles in a hand-written chain too, and never runs.

    ```bascule wrong
    chain Default {
      otherwise allow
      when scheme == "tel" open url cancel
    }
    ```

    ```bascule right
    chain Default {
      when scheme == "tel" open url cancel
      otherwise allow
    }
    ```
    """)
}
