import Diagnostics
import Semantics
import Text

/// The check `condition-cycle`.
enum ConditionCycle {
  static func finding(_ links: [CycleLink], at location: Location) -> Finding {
    let name = links.first?.name ?? ""
    return page.finding(
      "condition `\(name)` uses itself: \(Cycle.path(links))", at: location,
      label: "closes the cycle", related: Cycle.related(links, "uses"),
      help: "delete one of the uses")
  }

  static let page = Page(
    "condition-cycle", .error, "conditions that use each other in a cycle",
    """
    A named condition stands for what its declaration says. In a cycle none of them would have a meaning.

    ```bascule wrong
    condition web = scheme in ["http", "https"] && !local
    condition local = !web || host == "localhost"
    chain Default {
      when web cancel
      otherwise allow
    }
    ```

    ```bascule right
    condition web = scheme in ["http", "https"] && host != "localhost"
    condition local = !web
    chain Default {
      when local cancel
      otherwise allow
    }
    ```
    """)
}
