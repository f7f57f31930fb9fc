import Diagnostics
import Text

/// `missing-decision`
enum MissingDecision {
  static func finding(at location: Location) -> Finding {
    page.finding(
      "rule has no decision", at: location,
      label: "expected `allow`, `cancel`, `download` or `continue` at the end",
      help: "add `cancel` if the app has handled the request, or `continue` to continue with the"
        + " next rule",
      fix: .replace(location.end, with: " cancel", isSafe: false))
  }

  static let page = Page(
    "missing-decision", .error, "a rule without a decision",
    fixes: .meaning,
    """
    Every rule ends in a decision: `allow` and `download` let the web view continue, `cancel` stops it
    because the app has handled the request, `continue` runs the steps and continues with the next rule.

    In hand-written navigation delegates this is the crash that users see: a branch that presents a
    screen and forgets the decision handler, or one that cancels, runs on and calls the handler a
    second time. WebKit traps on both. A rule decides exactly once, so its decision is
    required.

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
