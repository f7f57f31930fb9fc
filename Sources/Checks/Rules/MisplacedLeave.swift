import Diagnostics
import Text

/// The check `misplaced-leave`.
enum MisplacedLeave {
  static func finding(at location: Location) -> Finding {
    page.finding(
      "`leave` in a chain itself", at: location, label: "allowed only in a block or a handler",
      help: "put the rules between which it chooses into a block, or write `continue`")
  }

  static let page = Page(
    "misplaced-leave", .error, "`leave` in a chain itself",
    """
    `leave` runs the steps of its rule, and evaluation goes on after the innermost block or handler. In a chain
    itself there is none: after its end no rule decides, and the request would be allowed.

    ```bascule wrong
    action track(name: String)
    chain Default {
      when path[1] == "shop" perform track(name: "shop") leave
      when exists path[1] perform track(name: "other") leave
      otherwise allow
    }
    ```

    ```bascule right
    action track(name: String)
    chain Default {
      when url in Store {
        when path[1] == "shop" perform track(name: "shop") leave
        otherwise perform track(name: "other") continue
      }
      otherwise allow
    }
    origin Store = "https://store.example"
    ```
    """)
}
