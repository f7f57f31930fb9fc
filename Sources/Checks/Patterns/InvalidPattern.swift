import Diagnostics
import Text

/// `invalid-pattern`
enum InvalidPattern {
  static func finding(_ why: String, at location: Location) -> Finding {
    page.finding("invalid pattern: \(why)", at: location)
  }

  static let page = Page(
    "invalid-pattern", .error, "a `like` pattern that cannot be read",
    """
    In a pattern `*` is any run of characters within one component, `**` any run across components,
    `{name}` captures one whole component, `{name: Type}` converts what it captures, and `{name**}`,
    at the end, captures the rest. A backslash escapes the next character.

    ```bascule wrong
    screen Shop(id: Int)
    chain Default {
      when path like "/shop/no-{id}" present Shop(id: id) cancel
      otherwise allow
    }
    ```

    ```bascule right
    screen Shop(id: Int)
    chain Default {
      when path like "/shop/{id}" present Shop(id: id) cancel
      otherwise allow
    }
    ```
    """)
}
