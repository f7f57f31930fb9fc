import Diagnostics
import Text

/// The check `unbound-capture`.
enum UnboundCapture {
  static func finding(_ name: String, _ bound: Location, at location: Location) -> Finding {
    page.finding(
      "capture `\(name)` is not bound on every path through the condition", at: location,
      label: "may have no value", related: [.init("bound only here", at: bound)],
      help:
        "split the rule in two, or bind `\(name)` on both sides of `||`; `!` binds nothing")
  }

  static let page = Page(
    "unbound-capture", .error, "a capture that is not bound on every path through its condition",
    """
    `{id}` has a value if its pattern has matched. With `||` the other side may have matched instead,
    and under `!` the pattern has not matched at all; then there would be no value to pass.

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
