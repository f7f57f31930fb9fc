import Diagnostics
import Text

/// The check `missing-label`.
enum MissingLabel {
  static func finding(_ callee: String, _ labels: [String], at location: Location) -> Finding {
    switch labels.count {
    case 0:
      page.finding(
        "\(callee) has no parameters", at: location, label: "unexpected argument",
        help: "delete the argument, or declare a parameter for it")
    case 1:
      page.finding(
        "argument of \(callee) has no label", at: location, label: "expected `\(labels[0]):`",
        help: "write `\(labels[0]):` before it",
        fix: .replace(location.start, with: "\(labels[0]): ", isSafe: true))
    default:
      page.finding(
        "argument of \(callee) has no label", at: location, label: "expected a label",
        help: "its parameters are \(Prose.list(labels, "and"))")
    }
  }

  static let page = Page(
    "missing-label", .error, "an argument without its label", fixes: .meaning)
}
