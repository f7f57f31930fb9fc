import Diagnostics
import Text

/// The check `unknown-link-key`.
enum UnknownLinkKey {
  static func finding(_ key: String, _ candidates: [String], at location: Location) -> Finding {
    let near = Nearest.names(to: key, among: candidates)
    return page.finding(
      "the system ignores the key `\(key)`", at: location, label: "no key of this object",
      help: near.isEmpty
        ? "the keys here are \(Prose.list(candidates, "and"))"
        : "did you mean \(Prose.list(near))?",
      fix: near.count == 1 ? .replace(location, with: "\"\(near[0])\"", isSafe: false) : nil)
  }

  static let page = Page(
    "unknown-link-key", .warning, "a key of an association file that the system ignores",
    fixes: .meaning,
    canBeIgnored: true)
}
