import Diagnostics
import Text

/// The check `missing-script`.
enum MissingScript {
  static func finding(_ path: String, _ why: String, at location: Location) -> Finding {
    page.finding("cannot read the script \(Quoting.rule(path)): \(why)", at: location)
  }

  static let page = Page(
    "missing-script", .error, "a script file that is missing, outside the folder or not UTF-8")
}
