import Diagnostics
import Text

/// `rule-after-otherwise`
enum RuleAfterOtherwise {
  static func finding(_ otherwise: Location, at location: Location) -> Finding {
    page.finding(
      "rule after `otherwise`", at: location, label: "never reached",
      related: [.init("this matches every request that is left", at: otherwise)],
      help: "move `otherwise` to the end")
  }

  static let page = Page(
    "rule-after-otherwise", .error, "a rule after `otherwise`",
    """
    The first rule that matches decides, and `otherwise` matches everything, so it comes last. A rule
    after it would never run.

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
