import Diagnostics
import Text

/// The check `invalid-identifier`.
enum InvalidIdentifier {
  static func finding(_ identifier: String, _ why: String, at location: Location) -> Finding {
    page.finding("invalid identifier \(Quoting.rule(identifier)): \(why)", at: location)
  }

  static let page = Page(
    "invalid-identifier", .error, "an identifier that a page cannot use",
    """
    A page refers to message handlers, events and calls by their identifiers. WebKit traps on a message
    handler with an empty name, a `dispatch function` is a path of JavaScript names separated by dots,
    and the generated code itself uses the message handler `__bascule`.

    ```bascule wrong
    strategy Page ""
    ```

    ```bascule right
    strategy Page "page"
    ```
    """)
}
