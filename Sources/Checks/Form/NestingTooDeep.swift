import Diagnostics
import Text

/// The check `nesting-too-deep`.
enum NestingTooDeep {
  static func finding(_ limit: Int, at location: Location) -> Finding {
    page.finding(
      "nested deeper than \(limit) levels", at: location,
      help: "move the inner part out: into a handler for a condition, into a model for a type")
  }

  static let page = Page(
    "nesting-too-deep", .error, "conditions, types or lists nested more than 200 levels deep")
}
