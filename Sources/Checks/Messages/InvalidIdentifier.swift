import Diagnostics
import Text

/// `invalid-identifier`
enum InvalidIdentifier {
  static func finding(_ identifier: String, _ why: String, at location: Location) -> Finding {
    page.finding("\(Quoting.rule(identifier)) is no identifier: \(why)", at: location)
  }

  static let page = Page(
    "invalid-identifier", .error, "an identifier that a page could not use",
    """
    An identifier is what the page calls a message handler, an event or a call by. WebKit traps on a
    message handler with an empty name, a `dispatch function` is a path of JavaScript names with dots
    between, and the message handler `__bascule` is that of the generated code itself.

    ```bascule wrong
    strategy Page ""
    ```

    ```bascule right
    strategy Page "page"
    ```
    """)
}
