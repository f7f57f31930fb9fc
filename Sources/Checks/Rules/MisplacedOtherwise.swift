import Diagnostics
import Text

/// The check `misplaced-otherwise`.
enum MisplacedOtherwise {
  static func finding(at location: Location) -> Finding {
    page.finding(
      "`otherwise` in a handler", at: location, label: "allowed only in a chain",
      help: "move it to the end of the chains that use the handler")
  }

  static let page = Page(
    "misplaced-otherwise", .error, "`otherwise` in a handler")
}
