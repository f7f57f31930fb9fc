import Diagnostics
import Semantics
import Text

/// The check `missing-clause`.
enum MissingClause {
  static func finding(
    _ clause: String, _ noun: Noun, _ name: String, at location: Location
  ) -> Finding {
    page.finding(
      "\(noun.rawValue) `\(name)` has no `\(clause)` clause", at: location,
      label: "expected `\(clause)` after the name",
      help: noun == .script
        ? "add `at documentEnd`, or `at documentStart` if it must run before the page's scripts"
        : "a value is read for its reply: add `replies` and a type",
      fix: noun == .script
        ? .replace(location.end, with: " at documentEnd", isSafe: false) : nil)
  }

  static let page = Page(
    "missing-clause", .error, "a declaration without a required clause",
    fixes: .meaning,
    #"""
    A script runs `at documentStart`, before the page's own scripts, or `at documentEnd`, when the
    document has been parsed. There is no default, because neither suits most scripts: at the start
    there is no `document.head` to append to, at the end the page may already show what the script
    should prevent.

    ```bascule wrong
    script MarkApp """
      window.isInsideApp = true;
      """
    ```

    ```bascule right
    script MarkApp at documentStart """
      window.isInsideApp = true;
      """
    ```

    A call of a value has a reply, the value:

    ```bascule wrong
    call ScrollY value "scrollY"
    ```

    ```bascule right
    call ScrollY value "scrollY" replies Double
    ```
    """#)
}
