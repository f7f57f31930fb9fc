import Diagnostics
import Text

/// `misplaced-otherwise`
enum MisplacedOtherwise {
  static func finding(at location: Location) -> Finding {
    page.finding(
      "a handler has no `otherwise`", at: location, label: "belongs to a chain",
      help:
        "move it to the chains that use the handler; to take every request here, write `when true`",
      fix: .replace(location, with: "when true", isSafe: false))
  }

  static let page = Page(
    "misplaced-otherwise", .error, "`otherwise` in a handler", fixes: .meaning,
    """
    A handler is one link of a chain: what it does not take goes on to the next link. An `otherwise`
    in it would take everything, and all links behind it would be dead; the end of the chain is
    decided by the chain.

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
