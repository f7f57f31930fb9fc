import Diagnostics
import Text

/// `chain-too-large`
enum ChainTooLarge {
  static func finding(_ name: String, _ why: String, at location: Location) -> Finding {
    page.finding(
      "`\(name)` grows too large: \(why)", at: location, label: "this `use` is one too many",
      help: "use a handler once in a chain; the first of its rules that matches decides anyway")
  }

  private static let tenfold = [String](repeating: "use", count: 10)

  private static func level(_ name: String, _ below: String) -> String {
    "handler \(name) { " + tenfold.map { "\($0) \(below)" }.joined(separator: " ") + " }"
  }

  static let page = Page(
    "chain-too-large", .error, "a chain of more than a million rules, or `use` 100 levels deep",
    """
    Each `use` stands for all rules of what it names. Handlers that use others many times multiply;
    the limit keeps such a set from filling the memory.

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
