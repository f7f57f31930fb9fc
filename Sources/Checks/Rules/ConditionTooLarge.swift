import Diagnostics
import Text

/// The check `condition-too-large`.
enum ConditionTooLarge {
  static func finding(_ name: String, _ why: String, at location: Location) -> Finding {
    page.finding(
      "\(name) is too large: \(why)", at: location, label: "exceeds the limit",
      help: "a name counts as much as the condition that it is declared as: use each only once")
  }

  static let page = Page(
    "condition-too-large", .error,
    "a condition of more than 100,000 tests, or more than 200 levels deep, with its names replaced")
}
