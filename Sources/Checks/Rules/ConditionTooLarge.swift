import Diagnostics
import Text

/// The check `condition-too-large`.
enum ConditionTooLarge {
  static func finding(_ name: String, _ why: String, at location: Location) -> Finding {
    page.finding(
      "\(name) is too large: \(why)", at: location, label: "exceeds the limit",
      help: "a name counts as much as the condition that it is declared as: use each only once")
  }

  private static let doubled = (1...17).map { "condition c\($0) = c\($0 - 1) || !c\($0 - 1)" }
    .joined(separator: "\n")

  static let page = Page(
    "condition-too-large", .error,
    "a condition of more than 100,000 tests, or more than 200 levels deep, with its names replaced",
    """
    The name of a condition is replaced by what it is declared as. Conditions that use others twice double
    with each name; the limit keeps such a rule set from exhausting memory and time.

    ```bascule wrong
    condition c0 = path == "/shop"
    \(doubled)
    chain Default {
      when c17 cancel
      otherwise allow
    }
    ```

    ```bascule right
    condition c0 = path == "/shop"
    condition c1 = c0 || path == "/cart"
    chain Default {
      when c1 cancel
      otherwise allow
    }
    ```
    """)
}
