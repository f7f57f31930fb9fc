import Diagnostics
import Text

/// `unused-ignore`
enum UnusedIgnore {
  static func finding(
    _ code: String, at location: Location, whole: Location, _ input: CheckInput
  ) -> Finding {
    page.finding(
      "this comment silences nothing: there is no `\(code)` in what comes next", at: location,
      label: "no such finding", help: "delete the comment",
      fix: .delete(comment: whole, input))
  }

  static func cannotBeIgnored(
    _ code: String, _ severity: Severity, at location: Location, whole: Location,
    _ input: CheckInput
  ) -> Finding {
    page.finding(
      "`\(code)` cannot be silenced", at: location,
      label: severity == .error ? "no code can be generated from a rule set with this error" : "",
      help: "mend it, and delete the comment", fix: .delete(comment: whole, input))
  }

  static let page = Page(
    "unused-ignore", .warning, "a `bascule:ignore` comment that silences nothing", fixes: .safe,
    canBeIgnored: false,
    """
    `// bascule:ignore CODE -- reason` silences findings of that code in the next declaration or rule.
    One that silences nothing, because what it was for is mended or has moved, would silence the next
    fault of that kind unseen.

    Warnings can be silenced, and among the errors `never-equal`. Every other error means that no code
    can be generated, so silencing it would help nobody; its page says so.

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
