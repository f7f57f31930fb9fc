import Diagnostics
import Text

/// The check `large-association`.
enum LargeAssociation {
  static func finding(_ size: Int, at location: Location) -> Finding {
    page.finding(
      "the file has \(size) bytes, and the system reads at most 131072", at: location,
      label: "ignored as a whole",
      help: "replace lists of patterns by wildcards or substitution variables")
  }

  static let page = Page(
    "large-association", .warning, "an association file of more than 128 kB",
    canBeIgnored: true)
}
