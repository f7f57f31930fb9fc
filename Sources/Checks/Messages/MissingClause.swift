import Diagnostics
import Semantics
import Text

/// `missing-clause`
enum MissingClause {
  static func finding(
    _ clause: String, _ noun: Noun, _ name: String, at location: Location
  ) -> Finding {
    page.finding(
      "the \(noun.rawValue) `\(name)` does not say `\(clause)`", at: location,
      label: "expected `\(clause)` behind the name",
      fix: noun == .script
        ? .replace(location.end, with: " at documentEnd", isSafe: false) : nil)
  }

  static let page = Page(
    "missing-clause", .error, "a declaration without a part that it cannot do without",
    fixes: .meaning,
    #"""
    A script says when it runs: `at documentStart`, before the page's own scripts, or
    `at documentEnd`, when the document has been read. Neither is right for most scripts, so there is
    no default: at the start there is no `document.head` to append to, at the end the page has long
    shown what the script was to prevent.

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
    """#)
}
