import Diagnostics
import Text

/// The check `chain-too-large`.
enum ChainTooLarge {
  static func finding(_ name: String, _ why: String, at location: Location) -> Finding {
    page.finding(
      "`\(name)` is too large: \(why)", at: location, label: "exceeds the limit",
      help: "use each handler once in a chain; a second use of its rules has no effect")
  }

  private static let tenfold = [String](repeating: "use", count: 10)

  private static func level(_ name: String, _ below: String) -> String {
    "handler \(name) { " + tenfold.map { "\($0) \(below)" }.joined(separator: " ") + " }"
  }

  static let page = Page(
    "chain-too-large", .error, "a chain of more than a million rules, or `use` 100 levels deep",
    """
    Each `use` inserts all rules of the handler. Handlers that use others many times multiply; the
    limit keeps such a rule set from exhausting memory.

    ```bascule wrong
    handler A {
      when scheme == "tel" open url cancel
      when scheme == "mailto" open url cancel
    }
    \(level("B", "A"))
    \(level("C", "B"))
    \(level("D", "C"))
    \(level("E", "D"))
    \(level("F", "E"))
    \(level("G", "F"))
    chain Default { use G }
    ```

    ```bascule right
    handler A {
      when scheme == "tel" open url cancel
      when scheme == "mailto" open url cancel
    }
    handler B { use A }
    chain Default { use B }
    ```
    """)
}
