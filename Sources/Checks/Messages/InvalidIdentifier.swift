import Diagnostics
import Text

/// The check `invalid-identifier`.
enum InvalidIdentifier {
  static func finding(_ identifier: String, _ why: String, at location: Location) -> Finding {
    page.finding("invalid identifier \(Quoting.rule(identifier)): \(why)", at: location)
  }

  static let page = Page(
    "invalid-identifier", .error, "an identifier that a page cannot use")
}
