import Diagnostics
import Text

/// The check `invalid-number`.
enum InvalidNumber {
  static func finding(_ reason: String, at location: Location, _ input: CheckInput) -> Finding {
    let text = input.text(location)
    let digits = text.filter { $0 != "_" && $0 != "'" }
    let isGrouped = digits != text && Int64(digits) != nil
    return page.finding(
      "invalid number `\(text)`: \(reason)", at: location,
      help: isGrouped ? "write `\(digits)`" : nil,
      fix: isGrouped ? .replace(location, with: digits, isSafe: true) : nil)
  }

  static let page = Page(
    "invalid-number", .error, "a number that cannot be read", fixes: .meaning)
}
