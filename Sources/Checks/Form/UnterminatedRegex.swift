import Diagnostics
import Text

/// `unterminated-regex`
enum UnterminatedRegex {
  static func finding(at location: Location) -> Finding {
    page.finding(
      "the regular expression that opens here has no closing `/`",
      at: Location(location.file, Span(location.span.start, location.span.start + 1)),
      label: "opens here",
      help: "close it in the same line; write `\\/` for a slash, and `]` at the end of a class")
  }

  static let page = Page(
    "unterminated-regex", .error, "a regular expression without its closing slash",
    #"""
    Behind `matches` stands a regular expression between slashes, in one line. A slash that belongs
    to the expression is written `\/`; inside a class `[…]` it needs no backslash, so a class that is
    never closed hides the closing slash.

    ```bascule wrong
    chain Default {
      when path matches /\/shop\/[0-9+/ cancel
      otherwise allow
    }
    ```

    ```bascule right
    chain Default {
      when path matches /\/shop\/[0-9]+/ cancel
      otherwise allow
    }
    ```
    """#)
}
