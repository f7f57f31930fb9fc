import Diagnostics
import Text

/// The check `misplaced-leave`.
enum MisplacedLeave {
  static func finding(at location: Location) -> Finding {
    page.finding(
      "`leave` in a chain itself", at: location, label: "allowed only in a block or a handler",
      help: "put the rules between which it chooses into a block, or write `continue`")
  }

  static let page = Page(
    "misplaced-leave", .error, "`leave` in a chain itself")
}
