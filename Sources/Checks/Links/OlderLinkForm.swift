import Diagnostics
import Text

/// The check `older-link-form`.
enum OlderLinkForm {
  static let page = Page(
    "older-link-form", .info, "an older form that hides or contradicts a newer one",
    canBeIgnored: true)
}
