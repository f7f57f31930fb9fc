import Diagnostics
import Semantics
import Text

/// The check `missing-clause`.
enum MissingClause {
  static func finding(
    _ clause: String, _ noun: Noun, _ name: String, at location: Location
  ) -> Finding {
    page.finding(
      "\(noun.rawValue) `\(name)` has no `\(clause)` clause", at: location,
      label: "expected `\(clause)` after the name",
      help: noun == .script
        ? "add `at documentEnd`, or `at documentStart` if it must run before the page's scripts"
        : "a value is read for its reply: add `replies` and a type",
      fix: noun == .script
        ? .replace(location.end, with: " at documentEnd", isSafe: false) : nil)
  }

  static let page = Page(
    "missing-clause", .error, "a declaration without a required clause",
    fixes: .meaning)
}
