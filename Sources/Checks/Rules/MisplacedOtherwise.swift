import Diagnostics
import Text

/// The check `misplaced-otherwise`.
enum MisplacedOtherwise {
  static func finding(at location: Location) -> Finding {
    page.finding(
      "`otherwise` in a handler", at: location, label: "allowed only in a chain",
      help: "move it to the end of the chains that use the handler")
  }

  static let page = Page(
    "misplaced-otherwise", .error, "`otherwise` in a handler",
    """
    A request that no rule of a handler matches continues with the next item of the chain. An `otherwise`
    in a handler would match everything, and all later items would be unreachable; the chain itself
    decides what happens at its end.

    ```bascule wrong
    handler Telephone {
      when scheme == "tel" open url cancel
      otherwise allow
    }
    chain Default { use Telephone }
    ```

    ```bascule right
    handler Telephone {
      when scheme == "tel" open url cancel
    }
    chain Default {
      use Telephone
      otherwise allow
    }
    ```
    """)
}
