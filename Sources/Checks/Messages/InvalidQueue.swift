import Diagnostics
import Semantics
import Text

/// `invalid-queue`
enum InvalidQueue {
  static func finding(isZero: Bool, at location: Location, _ input: CheckInput) -> Finding {
    let counts = EventQueue.counts
    return page.finding(
      "a queue cannot hold \(input.text(location)) events", at: location,
      label: "\(counts.lowerBound) to \(counts.upperBound)",
      help: isZero ? "to keep no event, write `queue none`" : nil,
      fix: isZero ? Fix([Edit(location, "none")], isSafe: true) : nil)
  }

  static let page = Page(
    "invalid-queue", .error, "a queue of no events, or of too many", fixes: .safe,
    """
    An event that the app sends before the page listens to it is kept until the page does. What is kept
    takes memory, so the number is bounded: `queue 20` keeps the last 20 of that event and reports each
    older one that has to go, `queue newest` only the last and says nothing of those before, `queue none`
    no event. Without the clause it is 100. A number stands between 1 and 10000.

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
