import Diagnostics
import Text

/// The check `late-exclusion`.
enum LateExclusion {
  static let page = Page(
    "late-exclusion", .error, "an exclusion below the patterns that it should exclude from",
    fixes: .meaning,
    canBeIgnored: true)
}
