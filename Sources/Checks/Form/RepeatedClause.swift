import Diagnostics
import Text

/// `repeated-clause`
enum RepeatedClause {
  static func finding(_ word: String, _ first: Location, at location: Location) -> Finding {
    page.finding(
      "duplicate `\(word)`", at: location, label: "given again",
      related: [.init("first given here", at: first)], help: "keep one of the two")
  }

  static let page = Page(
    "repeated-clause", .error, "a clause, setting or attribute that is given twice",
    """
    A configuration has each setting once, a chain has one `frames` line, a declaration one
    `@deprecated`. If the second silently won, a reader of the first would be misled. A list such as
    `strategies` has all its entries in one place: `strategies Page, Cart`.

    ```bascule wrong
    configuration Default {
      title web
      title native
    }
    ```

    ```bascule right
    configuration Default {
      title native
    }
    ```
    """)
}
