import Diagnostics
import Text

/// `misplaced-attempt`
enum MisplacedAttempt {
  static func finding(_ why: String, at location: Location) -> Finding {
    page.finding(why, at: location)
  }

  static let page = Page(
    "misplaced-attempt", .error,
    "`attempt` that is not the first step, or comes before `continue`",
    """
    `attempt` asks the app whether it handles the request, or with `open url` the system whether it opens the
    URL; if the answer is false, the rule does not match and the next one is tried. So no step may run before
    it, and a decision must depend on the answer: after `continue` the next rule follows anyway, so `perform`
    is enough.

    ```bascule wrong
    screen Loading
    action openDeepLink(url: URL) -> Bool
    chain Default {
      when scheme == "shop" present Loading attempt openDeepLink(url: url) cancel
      otherwise allow
    }
    ```

    ```bascule right
    screen Loading
    action openDeepLink(url: URL) -> Bool
    chain Default {
      when scheme == "shop" attempt openDeepLink(url: url) present Loading cancel
      otherwise allow
    }
    ```
    """)
}
