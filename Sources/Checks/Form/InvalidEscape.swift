import Diagnostics
import Text

/// The check `invalid-escape`.
enum InvalidEscape {
  static func finding(at location: Location, _ input: CheckInput) -> Finding {
    let text = input.text(location)
    if text.hasPrefix("\\u") {
      return page.finding(
        "`\(text)` is not a Unicode scalar", at: location,
        help: "write one to eight hexadecimal digits of a scalar, as in `\\u{1F600}`")
    }
    if text == "\\(" {
      return page.finding(
        "strings have no interpolation", at: location,
        help: "give the value an argument of its own; write `\\\\(` for this text")
    }
    return page.finding(
      "unknown escape `\(text)`", at: location,
      help:
        "write `\\\\` for a backslash; the escapes are `\\\"`, `\\\\`, `\\n`, `\\r`, `\\t`, `\\0`"
        + " and `\\u{…}`",
      fix: .replace(location.start, with: "\\", isSafe: true))
  }

  static let page = Page(
    "invalid-escape", .error, "an unknown escape sequence in a string",
    fixes: .meaning)
}
