import Diagnostics
import Text

/// The check `unknown-argument`.
enum UnknownArgument {
  static func finding(
    _ callee: String, _ label: String, _ labels: [String], _ declared: Location,
    at location: Location
  ) -> Finding {
    let related = [Finding.Related("declared here", at: declared)]
    guard !labels.isEmpty else {
      return page.finding(
        "\(callee) has no parameters", at: location, label: "unexpected argument", related: related,
        help: "delete the argument, or declare a parameter for it")
    }
    let near = Nearest.names(to: label, among: labels.prefix(100))
    let message = "\(callee) has no parameter `\(label)`"
    if near.count == 1 {
      return page.finding(
        message, at: location, label: "did you mean `\(near[0])`?", related: related,
        help: "write `\(near[0])`", fix: .replace(location, with: near[0], isSafe: true))
    }
    return page.finding(
      message, at: location, related: related,
      help: labels.count == 1
        ? "its parameter is `\(labels[0])`" : "its parameters are \(Prose.list(labels, "and"))")
  }

  static let page = Page(
    "unknown-argument", .error, "a label that is not a parameter", fixes: .meaning)
}
