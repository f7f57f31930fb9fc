import Diagnostics
import Text

/// The check `query-in-link-path`.
enum QueryInLinkPath {
  static func finding(at location: Location) -> Finding {
    page.finding(
      "`?` in a path is a wildcard for one character, not the start of the query", at: location,
      label: "matches paths only",
      help: "write the query as `\"?\"` of a component")
  }

  static let page = Page(
    "query-in-link-path", .warning, "a query in a pattern of paths",
    canBeIgnored: true)
}
