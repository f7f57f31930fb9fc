import Diagnostics
import Requests
import Text

/// The check `invalid-pattern`.
enum InvalidPattern {
  static func finding(_ why: String, at location: Location, _ input: CheckInput) -> Finding {
    let fix = why == URLGlob.missingScheme ? MissingScheme.fix(at: location, input) : nil
    let slip = fix == nil ? CaptureSlip(at: location, input) : nil
    return page.finding(
      "invalid pattern: \(why)", at: location, help: fix.map(MissingScheme.help) ?? slip?.help,
      fix: fix ?? slip?.fix)
  }

  static let page = Page(
    "invalid-pattern", .error, "a `like` pattern that cannot be read", fixes: .meaning)
}
