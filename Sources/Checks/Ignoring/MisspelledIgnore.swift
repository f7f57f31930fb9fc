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
    canBeIgnored: false,
    """
    A comment that suppresses findings begins with `bascule:ignore` or `bascule:ignore-file`. One with
    a similar word is read as if it began so, and reported.

    ```bascule wrong
    origin Store = "https://example.com"
    strategy Page from Store
    // bascule:disable any-origin -- the page of a partner calls it
    strategy Cart receives String
    ```

    ```bascule right
    origin Store = "https://example.com"
    strategy Page from Store
    // bascule:ignore any-origin -- the page of a partner calls it
    strategy Cart receives String
    ```
    """)
}
