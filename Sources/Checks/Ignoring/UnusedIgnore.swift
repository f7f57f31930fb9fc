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
    canBeIgnored: false,
    """
    `// bascule:ignore CODE -- reason` suppresses findings of that code in the next declaration or rule.
    At the end of a line it suppresses those of that line, and `// bascule:ignore-file CODE -- reason` those
    of its file. Several codes are separated by commas.

    A comment that suppresses nothing, because the finding has been fixed or moved, would hide the next
    finding of that code.

    Warnings can be suppressed, and so can some errors, such as `never-equal`. With any other error no
    code can be generated.

    ```bascule wrong
    origin Store = "https://example.com"
    // bascule:ignore any-origin -- the page of a partner calls it
    strategy Cart receives String from Store
    ```

    ```bascule right
    origin Store = "https://example.com"
    strategy Page from Store
    // bascule:ignore any-origin -- the page of a partner calls it
    strategy Cart receives String
    ```
    """)
}
