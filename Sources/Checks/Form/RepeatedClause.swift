import Diagnostics
import Text

/// `repeated-clause`
enum RepeatedClause {
  static func finding(_ word: String, _ first: Location, at location: Location) -> Finding {
    page.finding(
      "`\(word)` stands here a second time", at: location, label: "given again",
      related: [.init("first given here", at: first)], help: "keep one of the two")
  }

  static let page = Page(
    "repeated-clause", .error, "a clause, setting or attribute that is given twice",
    """
    A configuration says each setting once, a chain has one `frames` line, a declaration one
    `@deprecated`. If the second silently won, whoever reads the first would be wrong about the web
    view. A list such as `strategies` takes all its entries in one place: `strategies Page, Cart`.

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
