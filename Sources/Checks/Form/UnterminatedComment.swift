import Diagnostics
import Text

/// `unterminated-comment`
enum UnterminatedComment {
  static func finding(at location: Location) -> Finding {
    page.finding(
      "the comment that opens here has no closing `*/`", at: location, label: "opens here",
      help: "close it with `*/`; comments nest, so every `/*` inside needs one of its own")
  }

  static let page = Page(
    "unterminated-comment", .error, "a `/*` comment that never ends",
    """
    `/* … */` comments nest, so that a piece of a file that holds comments can be commented out. A
    `/*` without its `*/` takes the rest of the file with it: rules that everybody believes to be
    there are not.

    ```bascule wrong
    chain Default { otherwise allow }
    /* To do: /* the shop */
    ```

    ```bascule right
    chain Default { otherwise allow }
    /* To do: /* the shop */ */
    ```
    """)
}
