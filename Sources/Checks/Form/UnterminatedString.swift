import Diagnostics
import Text

/// `unterminated-string`
enum UnterminatedString {
  static func finding(at location: Location, _ input: CheckInput) -> Finding {
    let quotes = input.text(location).hasPrefix("\"\"\"") ? "\"\"\"" : "\""
    let place = Location(
      location.file,
      Span(location.span.start, location.span.start + UInt32(quotes.utf8.count)))
    return page.finding(
      "the string that opens here has no closing `\(quotes)`", at: place, label: "opens here",
      help: quotes == "\""
        ? "close it in the same line; a longer text stands between `\"\"\"`"
        : "close it with `\"\"\"`")
  }

  static let page = Page(
    "unterminated-string", .error, "a string without its closing quote",
    """
    A `"…"` string ends in the line that it starts in; a `\"\"\"` string ends at the next `\"\"\"`.
    A quote that is missing swallows the rest of the rule. One app shipped a message handler whose
    script had lost a quote, and found out when the page fell silent; here it is an error of the
    line it stands in, and the rest of the file is still checked.

    ```bascule wrong
    chain Default {
      when path == "/shop cancel
      otherwise allow
    }
    ```

    ```bascule right
    chain Default {
      when path == "/shop" cancel
      otherwise allow
    }
    ```
    """)
}
