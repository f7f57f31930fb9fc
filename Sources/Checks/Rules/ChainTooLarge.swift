import Diagnostics
import Text

/// The check `chain-too-large`.
enum ChainTooLarge {
  static func finding(_ name: String, _ why: String, at location: Location) -> Finding {
    page.finding(
      "`\(name)` is too large: \(why)", at: location, label: "exceeds the limit",
      help: "use each handler once in a chain; a second use of its rules has no effect")
  }

  static let page = Page(
    "chain-too-large", .error, "a chain of more than a million rules, or `use` 100 levels deep")
}
