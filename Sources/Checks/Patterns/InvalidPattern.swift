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
    at the end, captures the rest. Beside other text, as in `p-{name}`, a capture has no type and takes as few
    characters as the rest of the pattern allows, at least one and no `/`. A backslash escapes the next
    character.

    An app matches a pattern in time proportional to the length of the value. For this a pattern with several
    wildcards has at most 400 characters from the first to the last of them; a wildcard counts as 8
    characters, and a capture with a type as 110, or as 200 if that is an enum.

    ```bascule wrong
    screen Shop(id: Int)
    chain Default {
      when path like "/shop/no-{id: Int}" present Shop(id: id) cancel
      otherwise allow
    }
    ```

    ```bascule right
    screen Shop(id: Int)
    chain Default {
      when path like "/shop/no-{id}" present Shop(id: id) cancel
      otherwise allow
    }
    ```
    """)
}
