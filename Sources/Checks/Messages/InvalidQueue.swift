import Diagnostics
import Semantics
import Text

/// The check `invalid-queue`.
enum InvalidQueue {
  static func finding(isZero: Bool, at location: Location, _ input: CheckInput) -> Finding {
    let counts = EventQueue.counts
    return page.finding(
      "invalid queue length \(input.text(location))", at: location,
      label: "expected \(counts.lowerBound) to \(counts.upperBound)",
      help: isZero ? "to keep no event, write `queue none`" : nil,
      fix: isZero ? Fix([Edit(location, "none")], isSafe: true) : nil)
  }

  static let page = Page(
    "invalid-queue", .error, "a queue length out of range", fixes: .meaning,
    """
    An event that the app sends before the page listens to it is kept until then. To limit
    memory, the number is bounded: `queue 20` keeps the last 20 and reports each older one that is
    dropped, `queue newest` keeps only the last and does not report the others, `queue none` keeps none.
    The default is 100. A number must be between 1 and 10000.

    ```bascule wrong
    model Cart { items: Int }
    event CartChanged "cartChanged" sends Cart queue 0
    ```

    ```bascule right
    model Cart { items: Int }
    event CartChanged "cartChanged" sends Cart queue newest
    ```
    """)
}
