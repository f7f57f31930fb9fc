import Diagnostics
import Text

/// `repeated-argument`
enum RepeatedArgument {
  static func finding(_ label: String, _ first: Location, at location: Location) -> Finding {
    page.finding(
      "`\(label)` gets a value twice", at: location, label: "given again",
      related: [.init("first given here", at: first)], help: "leave one of the two out")
  }

  static let page = Page(
    "repeated-argument", .error, "a parameter that gets two values",
    """
    A parameter takes one value. Two often come from a copied rule in which only one of the labels was
    changed.

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
