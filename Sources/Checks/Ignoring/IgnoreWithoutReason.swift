import Diagnostics
import Text

/// The check `ignore-without-reason`.
enum IgnoreWithoutReason {
  static func finding(_ code: String, at location: Location) -> Finding {
    page.finding(
      "missing reason for suppressing `\(code)`", at: location,
      label: "expected `-- ` and a reason",
      help: "write `// bascule:ignore \(code) -- ` and the reason")
  }

  static let page = Page(
    "ignore-without-reason", .error, "a `bascule:ignore` comment without a reason",
    canBeIgnored: false,
    """
    `// bascule:ignore CODE -- reason` needs a reason, so that a later reader can judge whether
    the finding still does not matter.

    ```bascule wrong
    origin Store = "https://example.com"
    strategy Page from Store
    // bascule:ignore any-origin
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
