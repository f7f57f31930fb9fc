import Diagnostics
import Text

/// The check `invalid-change`.
enum InvalidChange {
  static func finding(_ message: String, _ help: String, at location: Location) -> Finding {
    page.finding(message, at: location, help: help)
  }

  static func repeated(_ part: String, first: Location, at location: Location) -> Finding {
    page.finding(
      "`\(part)` is changed twice", at: location, label: "changed again",
      related: [.init("first changed here", at: first)], help: "delete one of the two")
  }

  static let page = Page(
    "invalid-change", .error, "a change that a request cannot have")
}
