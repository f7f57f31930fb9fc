import Diagnostics
import Text

/// The check `optional-query-key`.
enum OptionalQueryKey {
  static func finding(_ key: String, at location: Location) -> Finding {
    page.finding(
      "`*` also holds for URLs without `\(key)`, so this pattern has no effect", at: location,
      label: "matches the empty text",
      help: "write `?*` to require a value, or delete the key",
      fix: .replace(location, with: "\"?*\"", isSafe: false))
  }

  static let page = Page(
    "optional-query-key", .info, "a query key whose pattern is `*`", fixes: .meaning,
    canBeIgnored: true)
}
