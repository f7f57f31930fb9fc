import Diagnostics
import Text

/// The check `invalid-url`.
enum InvalidURL {
  static func finding(_ why: String, at location: Location, _ input: CheckInput) -> Finding {
    let fix = MissingScheme.fix(at: location, input)
    return page.finding(
      "invalid URL \(input.text(location)): \(why)", at: location,
      help: fix.map(MissingScheme.help),
      fix: fix)
  }

  static let page = Page(
    "invalid-url", .error, "a string that is not an absolute URL", fixes: .meaning)
}
