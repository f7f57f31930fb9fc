import Diagnostics
import Text

/// The check `empty-enum`.
enum EmptyEnum {
  static func finding(_ name: String, at location: Location) -> Finding {
    page.finding(
      "enum `\(name)` has no cases", at: location, label: "no cases",
      help: "add a case, or use `String`")
  }

  static let page = Page(
    "empty-enum", .error, "an enum without cases",
    """
    An enum lists the strings that both sides know. Without any, every received value is unknown, no
    text of a URL converts to it, and neither language can create a value of it.

    ```bascule wrong
    enum CloseReason { }
    strategy Page receives CloseReason
    ```

    ```bascule right
    enum CloseReason { done, cancelled = "user-cancelled" }
    strategy Page receives CloseReason
    ```
    """)
}
