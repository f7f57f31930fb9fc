import Diagnostics
import Text

/// The check `ignore-without-reason`.
enum IgnoreWithoutReason {
  static func finding(_ code: String, at location: Location) -> Finding {
    page.finding(
      "missing reason for suppressing `\(code)`", at: location,
      label: "expected `-- ` and a reason",
      help: "write `// bascule:ignore \(code) -- ` and the reason")
  }

  static let page = Page(
    "ignore-without-reason", .error, "a `bascule:ignore` comment without a reason",
    canBeIgnored: false)
}
