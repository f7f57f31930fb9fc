import Diagnostics
import Text

/// The check `unterminated-comment`.
enum UnterminatedComment {
  static func finding(at location: Location) -> Finding {
    page.finding(
      "unterminated comment", at: location, label: "opens here",
      help: "close it with `*/`; comments nest, so every `/*` inside needs its own")
  }

  static let page = Page(
    "unterminated-comment", .error, "a `/*` comment without its `*/`",
    """
    `/* … */` comments nest, so a part of a file that has comments can be commented out. A `/*`
    without its `*/` comments out the rest of the file with all its rules.

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
