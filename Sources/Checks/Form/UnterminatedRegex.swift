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
    "unterminated-regex", .error, "a regular expression without its closing slash")
}
