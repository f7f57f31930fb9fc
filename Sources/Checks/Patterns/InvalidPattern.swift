import Diagnostics
import Requests
import Text

/// The check `invalid-pattern`.
enum InvalidPattern {
  static func finding(_ why: String, at location: Location, _ input: CheckInput) -> Finding {
    let fix = why == URLGlob.missingScheme ? MissingScheme.fix(at: location, input) : nil
    let slip = fix == nil ? CaptureSlip(at: location, input) : nil
    return page.finding(
      "invalid pattern: \(why)", at: location, help: fix.map(MissingScheme.help) ?? slip?.help,
      fix: fix ?? slip?.fix)
  }

  static let page = Page(
    "invalid-pattern", .error, "a `like` pattern that cannot be read", fixes: .meaning,
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

    A pattern for a whole URL begins with its scheme:

    ```bascule wrong
    chain Default {
      when url like "example.com/shop/**" cancel
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
