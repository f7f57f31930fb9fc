import Diagnostics
import Text

/// `repeated-argument`
enum RepeatedArgument {
  static func finding(_ label: String, _ first: Location, at location: Location) -> Finding {
    page.finding(
      "duplicate argument `\(label)`", at: location, label: "given again",
      related: [.init("first given here", at: first)], help: "delete one of the two")
  }

  static let page = Page(
    "repeated-argument", .error, "a duplicate argument",
    """
    Each parameter takes one value. A duplicate is often a copied argument whose label was not changed.

    ```bascule wrong
    screen Review(product: String, page: Int)
    chain Default {
      when path[1] == "review" present Review(product: path[2], product: path[3]) cancel
      otherwise allow
    }
    ```

    ```bascule right
    screen Review(product: String, page: Int)
    chain Default {
      when path[1] == "review" present Review(product: path[2], page: path[3]) cancel
      otherwise allow
    }
    ```
    """)
}
