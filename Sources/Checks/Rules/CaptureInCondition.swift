import Diagnostics
import Text

/// The check `capture-in-condition`.
enum CaptureInCondition {
  static func finding(_ name: String, at location: Location) -> Finding {
    page.finding(
      "capture `\(name)` in a named condition", at: location, label: "no rule can use it",
      help: "write `*` here, and bind `{\(name)}` in the rules that need it")
  }

  static let page = Page(
    "capture-in-condition", .error, "a capture in a named condition")
}
