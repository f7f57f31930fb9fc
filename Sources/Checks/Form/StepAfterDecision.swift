import Diagnostics
import Text

/// `step-after-decision`
enum StepAfterDecision {
  static func finding(_ decision: Location, at location: Location, _ input: CheckInput) -> Finding {
    page.finding(
      "`\(input.text(location))` comes after the decision of its rule", at: location,
      label: "never reached",
      related: [.init("the decision", at: decision)],
      help: "put the decision last, or start a new rule with `when`")
  }

  static let page = Page(
    "step-after-decision", .error, "a step or a second decision after the decision of a rule",
    """
    The decision comes last in a rule. In a delegate, code that runs on after the decision
    handler was called is a common error: `decisionHandler(.cancel)` without a `return`, and a few
    lines later the handler is called again.

    ```bascule wrong
    screen Product(id: String)
    chain Default {
      when path[1] == "product" cancel present Product(id: path[2])
      otherwise allow
    }
    ```

    ```bascule right
    screen Product(id: String)
    chain Default {
      when path[1] == "product" present Product(id: path[2]) cancel
      otherwise allow
    }
    ```
    """)
}
