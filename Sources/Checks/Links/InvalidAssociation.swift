import Diagnostics
import Text

/// The check `invalid-association`.
enum InvalidAssociation {
  static let page = Page(
    "invalid-association", .error, "an association file that the system cannot read",
    canBeIgnored: true)
}
