import Diagnostics
import Text

/// The check `unterminated-regex`.
enum UnterminatedRegex {
  static func finding(at location: Location) -> Finding {
    page.finding(
      "unterminated regular expression",
      at: Location(location.file, Span(location.span.start, location.span.start + 1)),
      label: "opens here",
      help: "close it with `/` on the same line; write `\\/` for a slash, and end a class with `]`")
  }

  static let page = Page(
    "unterminated-regex", .error, "a regular expression without its closing slash",
    #"""
    A regular expression follows `matches`, between slashes, on one line. A slash that belongs
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
