import Diagnostics
import Semantics
import Text

/// The check `invalid-scheme`.
enum InvalidScheme {
  static func finding(_ fault: SchemeFault, at location: Location, _ input: CheckInput) -> Finding {
    let written = input.text(location)
    switch fault {
    case .malformed:
      return page.finding(
        "\(written) is no scheme: a letter, then letters, digits, `+`, `-` and `.`", at: location,
        help: "write what comes before the first `:` of a URL, as in `\"zim\"`")
    case .upperCase(let lower):
      return page.finding(
        "the scheme \(written) must be written in lower case", at: location,
        help: "write `\"\(lower)\"`, as WebKit writes it in each URL",
        fix: .replace(location, with: "\"\(lower)\"", isSafe: true))
    case .loadedByWebKit:
      return page.finding(
        "the scheme \(written) is loaded by WebKit itself, which takes no handler", at: location,
        help: "choose a scheme of the app; rules of a chain decide about \(written)")
    }
  }

  static let page = Page(
    "invalid-scheme", .error, "a scheme that an app cannot answer", fixes: .meaning)
}
