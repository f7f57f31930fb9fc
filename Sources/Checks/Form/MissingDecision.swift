import Diagnostics
import Text

/// `missing-decision`
enum MissingDecision {
  static func finding(at location: Location) -> Finding {
    page.finding(
      "this rule takes no decision", at: location,
      label: "expected `allow`, `cancel`, `download` or `continue` at the end",
      help: "end it with `cancel` where the app has taken the request, with `continue` where the"
        + " next rules shall still be asked",
      fix: .replace(location.end, with: " cancel", isSafe: false))
  }

  static let page = Page(
    "missing-decision", .error, "a rule that does not say what becomes of the request",
    fixes: .meaning,
    """
    Every rule ends in a decision: `allow` and `download` let the web view go on, `cancel` stops it
    because the app has taken the request, `continue` runs the steps and asks the next rule.

    In hand-written navigation delegates this is the crash that users see: a branch that presents a
    screen and forgets the decision handler, or one that cancels, runs on and calls the handler a
    second time. WebKit traps on both. A rule decides exactly once, so it has to say how.

    ```bascule wrong
    screen Product(id: String)
    chain Default {
      when path[1] == "product" present Product(id: path[2])
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
