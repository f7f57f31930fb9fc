import Diagnostics
import Text

/// The check `unbound-capture`.
enum UnboundCapture {
  static func finding(_ name: String, _ bound: Location, at location: Location) -> Finding {
    page.finding(
      "capture `\(name)` is not bound on every path through the condition", at: location,
      label: "may have no value", related: [.init("bound only here", at: bound)],
      help:
        "split the rule in two, or bind `\(name)` on both sides of `||`; `!` binds nothing")
  }

  static let page = Page(
    "unbound-capture", .error, "a capture that is not bound on every path through its condition")
}
