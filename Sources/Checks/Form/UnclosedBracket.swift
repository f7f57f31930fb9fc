import Diagnostics
import Text

/// `unclosed-bracket`
enum UnclosedBracket {
  static func finding(_ bracket: String, at location: Location) -> Finding {
    let closing = ["{": "}", "(": ")", "[": "]"][bracket] ?? bracket
    return page.finding(
      "missing `\(closing)` for this `\(bracket)`", at: location, label: "opens here",
      help: "close it with `\(closing)`")
  }

  static let page = Page(
    "unclosed-bracket", .error, "a bracket that is never closed",
    """
    A `{`, `(` or `[` has no partner. What follows would belong to the wrong declaration, so the
    finding points at the open bracket and not at the end of the file.

    ```bascule wrong
    chain Default {
      when host == "example.com" cancel
      otherwise allow
    ```

    ```bascule right
    chain Default {
      when host == "example.com" cancel
      otherwise allow
    }
    ```
    """)
}
