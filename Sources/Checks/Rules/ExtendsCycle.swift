import Diagnostics
import Semantics
import Text

/// `extends-cycle`
enum ExtendsCycle {
  static func finding(_ links: [CycleLink], at location: Location) -> Finding {
    let name = links.first?.name ?? ""
    return page.finding(
      "the configuration `\(name)` extends itself: \(Cycle.path(links))", at: location,
      label: "closes the cycle", related: Cycle.related(links, "extends"),
      help: "take one `extends` out")
  }

  static let page = Page(
    "extends-cycle", .error, "configurations that extend each other in a circle",
    """
    A configuration takes over all that the one it extends says. In a circle each would override the
    other, and no setting could be found out.

    ```bascule wrong
    configuration Default extends ProductPage { title native }
    configuration ProductPage extends Default { title web }
    ```

    ```bascule right
    configuration Default { title native }
    configuration ProductPage extends Default { title web }
    ```
    """)
}
