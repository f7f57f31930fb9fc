import Diagnostics
import Text

/// The check `invalid-origin`.
enum InvalidOrigin {
  static func finding(_ why: String, at location: Location, _ input: CheckInput) -> Finding {
    let text = input.text(location)
    if text.hasPrefix("/") || text.hasPrefix("?") || text.hasPrefix("#") {
      return page.finding(
        "invalid origin: \(why)", at: location, help: "delete `\(text)`",
        fix: .replace(location, with: "", isSafe: true))
    }
    let fix = MissingScheme.fix(at: location, input)
    return page.finding(
      "invalid origin: \(why)", at: location,
      help: fix.map(MissingScheme.help) ?? "write a scheme and a host, as in `https://example.com`",
      fix: fix)
  }

  static let page = Page(
    "invalid-origin", .error, "an origin that is not scheme, host and port", fixes: .meaning)
}
