import Diagnostics
import Text

/// The check `empty-enum`.
enum EmptyEnum {
  static func finding(_ name: String, at location: Location) -> Finding {
    page.finding(
      "enum `\(name)` has no cases", at: location, label: "no cases",
      help: "add a case, or use `String`")
  }

  static let page = Page(
    "empty-enum", .error, "an enum without cases")
}
