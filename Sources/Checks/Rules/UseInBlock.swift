import Diagnostics
import Text

/// The check `use-in-block`.
enum UseInBlock {
  static func finding(_ name: String, at location: Location) -> Finding {
    page.finding(
      "`use \(name)` in a block", at: location, label: "a block contains only rules and blocks",
      help: "write it outside, and put the condition around the rules of `\(name)`")
  }

  static let page = Page(
    "use-in-block", .error, "`use` in a block",
    """
    A block puts its condition before each of its rules. The rules of a handler have the same meaning in
    every chain that uses it, so a condition for them belongs into the handler.

    ```bascule wrong
    handler Legal {
      when path == "/terms" download
    }
    chain Default {
      when host == "shop.example" {
        use Legal
      }
      otherwise allow
    }
    ```

    ```bascule right
    handler Legal {
      when host == "shop.example" {
        when path == "/terms" download
      }
    }
    chain Default {
      use Legal
      otherwise allow
    }
    ```
    """)
}
