import Diagnostics
import Text

/// The check `unterminated-string`.
enum UnterminatedString {
  static func finding(at location: Location, _ input: CheckInput) -> Finding {
    let quotes = input.text(location).hasPrefix("\"\"\"") ? "\"\"\"" : "\""
    let place = Location(
      location.file,
      Span(location.span.start, location.span.start + UInt32(quotes.utf8.count)))
    return page.finding(
      "unterminated string: missing `\(quotes)`", at: place, label: "opens here",
      help: quotes == "\""
        ? "close it on the same line, or write a longer text between `\"\"\"`"
        : "close it with `\"\"\"`")
  }

  static let page = Page(
    "unterminated-string", .error, "a string without its closing quote")
}
