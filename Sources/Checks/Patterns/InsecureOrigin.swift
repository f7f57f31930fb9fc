import Diagnostics
import Requests
import Semantics
import Text

/// The check `insecure-origin`.
enum InsecureOrigin {
  static func findings(_ input: CheckInput) -> [Finding] {
    var findings: [Finding] = []
    for origin in input.rules.origins {
      for (pattern, location) in zip(origin.patterns, origin.locations)
      where pattern.scheme == "http" && !isLocal(pattern.host) {
        let text = input.text(location)
        let scheme = Location(
          location.file, Span(location.span.start + 1, location.span.start + 5))
        findings.append(
          page.finding(
            "origin `\(origin.name)` trusts pages loaded without encryption",
            at: location, label: "`http:`", help: "write `https:`",
            fix: text.lowercased().hasPrefix("\"http:")
              ? .replace(scheme, with: "https", isSafe: false) : nil))
      }
    }
    return findings
  }

  /// Returns whether the host is the local machine, by name or address.
  private static func isLocal(_ host: Glob) -> Bool {
    guard case .literal(let end) = host.elements.last else { return false }
    if host.elements.count > 1 { return end.hasSuffix(".localhost") }
    return end == "localhost" || end == "127.0.0.1" || end == "[::1]" || end.hasSuffix(".localhost")
  }

  static let page = Page(
    "insecure-origin", .warning, "an origin with `http:`", fixes: .meaning, security: "7.5")
}
