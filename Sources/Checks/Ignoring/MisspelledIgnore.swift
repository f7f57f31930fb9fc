import Diagnostics
import Syntax
import Text

/// The check `misspelled-ignore`.
enum MisspelledIgnore {
  static func finding(
    _ word: String, _ scope: DirectiveSyntax.Scope, at location: Location
  ) -> Finding {
    let meant = scope == .file ? DirectiveSyntax.file : DirectiveSyntax.next
    return page.finding(
      "unknown comment `\(word)`", at: location, label: "did you mean `\(meant)`?",
      help: "write `\(meant)`", fix: .replace(location, with: meant, isSafe: true))
  }

  static let page = Page(
    "misspelled-ignore", .warning, "a comment that is nearly a `bascule:ignore`", fixes: .meaning,
    canBeIgnored: false)
}
