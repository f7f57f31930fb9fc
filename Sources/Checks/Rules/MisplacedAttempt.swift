import Diagnostics
import Text

/// `misplaced-attempt`
enum MisplacedAttempt {
  static func finding(_ why: String, at location: Location) -> Finding {
    page.finding(why, at: location)
  }

  static let page = Page(
    "misplaced-attempt", .error,
    "`attempt` that is not the first step, or stands before `continue`",
    """
    `attempt` asks the app whether it takes the request; answered with false, the rule has not
    matched and the next one is asked. So nothing may happen before it that could not be taken back,
    and there must be a decision that the answer is about: `continue` asks the next rule anyway, for
    which `perform` is enough.

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
