import Diagnostics
import Text

/// The check `unknown-code`.
enum UnknownCode {
  static func finding(_ code: String, at location: Location) -> Finding {
    guard !code.isEmpty else {
      return page.finding(
        "missing code in `bascule:ignore`", at: location,
        help: "write `// bascule:ignore CODE -- ` and the reason")
    }
    let near = nearest(code)
    if near.count == 1 {
      return page.finding(
        "unknown code `\(code)`", at: location, label: "did you mean `\(near[0])`?",
        help: "write `\(near[0])`", fix: .replace(location, with: near[0], isSafe: true))
    }
    return page.finding(
      "unknown code `\(code)`", at: location, label: "unknown",
      help: near.isEmpty ? nil : "write \(Prose.list(near))")
  }

  /// The code itself if it exists, or otherwise the only similar one. With the latter, a misspelled code causes only
  /// one finding.
  static func meant(_ code: String) -> String? {
    if Check.named(code) != nil { return code }
    let near = nearest(code)
    return near.count == 1 ? near[0] : nil
  }

  private static func nearest(_ code: String) -> [String] {
    Nearest.names(to: code, among: Check.all.map { $0.code })
  }

  static let page = Page(
    "unknown-code", .warning, "a `bascule:ignore` comment with a code that does not exist",
    fixes: .meaning,
    canBeIgnored: false)
}
