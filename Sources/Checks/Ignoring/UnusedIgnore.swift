import Diagnostics
import Text

/// `unused-ignore`
enum UnusedIgnore {
  static func finding(
    _ code: String, at location: Location, whole: Location, _ input: CheckInput
  ) -> Finding {
    page.finding(
      "comment suppresses nothing: no `\(code)` in the next declaration or rule", at: location,
      label: "no such finding", help: "delete the comment",
      fix: .delete(comment: whole, input))
  }

  static func cannotBeIgnored(
    _ code: String, _ severity: Severity, at location: Location, whole: Location,
    _ input: CheckInput
  ) -> Finding {
    page.finding(
      "`\(code)` cannot be suppressed", at: location,
      label: severity == .error ? "no code can be generated from a rule set with this error" : "",
      help: "fix the error and delete the comment", fix: .delete(comment: whole, input))
  }

  static let page = Page(
    "unused-ignore", .warning, "a `bascule:ignore` comment that suppresses nothing",
    fixes: .meaning,
    canBeIgnored: false,
    """
    `// bascule:ignore CODE -- reason` suppresses findings of that code in the next declaration or rule.
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
