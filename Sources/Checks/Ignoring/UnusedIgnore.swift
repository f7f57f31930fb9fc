import Diagnostics
import Syntax
import Text

/// The check `unused-ignore`.
enum UnusedIgnore {
  static func finding(
    _ code: String, _ scope: DirectiveSyntax.Scope, at location: Location, fix: Fix
  ) -> Finding {
    let place =
      switch scope {
      case .next: "the next declaration or rule"
      case .line: "this line; a comment for the next rule has a line of its own"
      case .file: "this file"
      }
    return page.finding(
      "comment suppresses nothing: no `\(code)` in \(place)", at: location,
      label: "no such finding", help: "delete it", fix: fix)
  }

  static func cannotBeIgnored(
    _ code: String, _ severity: Severity, at location: Location, fix: Fix
  ) -> Finding {
    page.finding(
      "`\(code)` cannot be suppressed", at: location,
      label: severity == .error ? "no code can be generated from a rule set with this error" : "",
      help: "fix the error and delete the code", fix: fix)
  }

  static let page = Page(
    "unused-ignore", .warning, "a `bascule:ignore` comment that suppresses nothing",
    fixes: .meaning,
    canBeIgnored: false)
}
