import Diagnostics
import Text

/// The check `invalid-regex`.
enum InvalidRegex {
  static func finding(_ why: String, at location: Location) -> Finding {
    page.finding("invalid regular expression: \(why)", at: location)
  }

  static let page = Page(
    "invalid-regex", .error, "a regular expression that cannot be read")
}
