import Diagnostics
import Semantics
import Text

/// The check `unknown-member`.
enum UnknownMember {
  static func finding(
    _ base: String, _ name: String, _ candidates: [String], at location: Location
  ) -> Finding {
    let message =
      name == base
      ? "`\(base)` alone is not a value of the request" : "`\(name)` is not a value of the request"
    return page.finding(
      message, at: location,
      help: candidates.isEmpty
        ? (name == base ? nil : "`\(base)` has no members") : "write \(Prose.list(candidates))")
  }

  static let page = Page(
    "unknown-member", .error, "a member that a value of the request does not have")
}
