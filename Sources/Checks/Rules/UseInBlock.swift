import Diagnostics
import Text

/// The check `use-in-block`.
enum UseInBlock {
  static func finding(_ name: String, at location: Location) -> Finding {
    page.finding(
      "`use \(name)` in a block", at: location, label: "a block contains only rules and blocks",
      help: "write it outside, and put the condition around the rules of `\(name)`")
  }

  static let page = Page(
    "use-in-block", .error, "`use` in a block")
}
