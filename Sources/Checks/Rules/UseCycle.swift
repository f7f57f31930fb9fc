import Diagnostics
import Semantics
import Text

/// `use-cycle`
enum UseCycle {
  static func finding(_ links: [CycleLink], at location: Location) -> Finding {
    let name = links.first?.name ?? ""
    return page.finding(
      "`\(name)` uses itself: \(Cycle.path(links))", at: location, label: "closes the cycle",
      related: Cycle.related(links, "uses"),
      help: "take one `use` out, or move the rules that both need into a handler of their own")
  }

  static let page = Page(
    "use-cycle", .error, "handlers or chains that use each other in a circle",
    """
    `use` puts the rules of a handler in its place. In a circle there would be no end to that; in a
    hand-written chain of responsibility, where a handler is its own next handler by mistake, a
    request that nobody takes runs round until the stack is full.

    ```bascule wrong
    handler Links {
      when scheme == "tel" open url cancel
      use Shop
    }
    handler Shop {
      when path[1] == "shop" cancel
      use Links
    }
    chain Default { use Links }
    ```

    ```bascule right
    handler Links {
      when scheme == "tel" open url cancel
    }
    handler Shop {
      when path[1] == "shop" cancel
      use Links
    }
    chain Default { use Shop }
    ```
    """)
}
