import Diagnostics
import Text

/// `unbound-capture`
enum UnboundCapture {
  static func finding(_ name: String, _ bound: Location, at location: Location) -> Finding {
    page.finding(
      "the capture `\(name)` is not bound whenever the condition holds", at: location,
      label: "may have no value", related: [.init("bound here only", at: bound)],
      help:
        "make two rules of it, or bind `\(name)` on both sides of `||`; below `!` nothing is bound")
  }

  static let page = Page(
    "unbound-capture", .error, "a capture that has no value on some way through the condition",
    """
    `{id}` has a value where its pattern has matched. Behind `||` the other side may have matched
    instead, and below `!` the pattern has not matched at all; then there would be nothing to hand
    over.

    ```bascule wrong
    screen Shop(id: Int)
    chain Default {
      when path like "/shop/{id}" || host == "shop.example.com" present Shop(id: id) cancel
      otherwise allow
    }
    ```

    ```bascule right
    screen Shop(id: Int)
    chain Default {
      when path like "/shop/{id}" || path like "/store/{id}" present Shop(id: id) cancel
      otherwise allow
    }
    ```
    """)
}
