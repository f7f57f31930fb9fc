import Diagnostics
import Text

/// The check `relative-link-path`.
enum RelativeLinkPath {
  static func finding(at location: Location) -> Finding {
    page.finding(
      "a path begins with `/`, and this pattern with another character", at: location,
      label: "only some systems match it", help: "begin the pattern with `/`")
  }

  static let page = Page(
    "relative-link-path", .info, "a path pattern without a slash at its start",
    canBeIgnored: true)
}
