import Diagnostics
import Text

/// The check `invalid-character`.
enum InvalidCharacter {
  static func finding(at location: Location, _ input: CheckInput) -> Finding {
    let text = input.text(location)
    let message = "\(shown(text)) is not a character of the language"
    switch text {
    case "&", "|":
      return page.finding(
        message, at: location, help: "write `\(text)\(text)`",
        fix: .replace(location, with: text + text, isSafe: true))
    case "“", "”", "„", "«", "»", "'", "‘", "’", "`":
      return page.finding(
        message, at: location, help: "strings are written in straight quotes, `\"…\"`")
    case ";":
      return page.finding(message, at: location, help: "a line end or a comma separates items")
    default:
      guard let scalar = text.unicodeScalars.first, text.unicodeScalars.count == 1 else {
        return page.finding(
          message, at: location, label: "outside of quotes and comments",
          help: "put quotes around the text")
      }
      if scalar.properties.isWhitespace {
        return page.finding(
          message, at: location, label: "looks like a blank", help: "write a blank",
          fix: .replace(location, with: " ", isSafe: true))
      }
      if scalar.properties.generalCategory == .format {
        return page.finding(
          message, at: location, label: "invisible", help: "delete it",
          fix: .replace(location, with: "", isSafe: true))
      }
      return page.finding(
        message, at: location, label: "outside of quotes and comments",
        help: "delete it, or put quotes around the text that it belongs to")
    }
  }

  private static func shown(_ text: String) -> String {
    guard let scalar = text.unicodeScalars.first, text.unicodeScalars.count == 1 else {
      return "`\(text)`"
    }
    let isVisible =
      scalar.value > 0x20 && !(0x7F...0xA0).contains(scalar.value)
      && ![.format, .control, .spaceSeparator, .lineSeparator, .paragraphSeparator, .unassigned]
        .contains(scalar.properties.generalCategory)
    if isVisible { return "`\(text)`" }
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  static let page = Page(
    "invalid-character", .error, "a character that is not part of the language",
    fixes: .safe)
}
