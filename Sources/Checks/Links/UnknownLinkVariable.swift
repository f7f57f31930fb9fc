import Diagnostics
import Text

/// The check `unknown-link-variable`.
enum UnknownLinkVariable {
  static func finding(_ name: String, _ candidates: [String], at location: Location) -> Finding {
    let near = Nearest.names(to: name, among: candidates)
    return page.finding(
      "there is no variable `\(name)`, so no URL matches this pattern", at: location,
      label: "never matches",
      help: near.isEmpty
        ? "declare it in `substitutionVariables` of `applinks`"
        : "did you mean \(Prose.list(near))?")
  }

  static let page = Page(
    "unknown-link-variable", .error, "a pattern with a variable that does not exist",
    canBeIgnored: true)
}
