import Diagnostics
import Syntax
import Text

/// The check `foreign-spelling`.
enum ForeignWord {
  static func finding(_ spelling: ForeignSpelling, at location: Location) -> Finding {
    let edits = spelling.edits.map { Edit(Location(location.file, $0.span), $0.text) }
    return finding(
      spelling.found, spelling.meant, spelling.why, at: location,
      fix: edits.isEmpty ? nil : Fix(edits, isSafe: true))
  }

  static func finding(
    _ found: String, _ meant: String?, _ why: String?, at location: Location, fix: Fix?
  ) -> Finding {
    let shown = Prose.code(found)
    guard let meant else {
      return page.finding(
        "\(shown) does not exist here", at: location, label: "not part of the language", help: why)
    }
    if meant.isEmpty {
      return page.finding(
        "\(shown) does not belong here", at: location, label: why ?? "", help: "delete it",
        fix: fix)
    }
    return page.finding(
      "\(shown) is written \(Prose.code(meant))", at: location, label: why ?? "",
      help: "write \(Prose.code(meant))", fix: fix)
  }

  static let page = Page(
    "foreign-spelling", .error, "a word or sign of another language", fixes: [.safe, .meaning],
    """
    The meaning is clear, but it is written as in Swift, JavaScript or another language. The rule is
    checked as if it was written in this one, and the fix writes it so.

    | not | but |
    | --- | --- |
    | `and`, `or`, `not` | `&&`, `||`, `!` |
    | `if`, `else if`, `case`; `else`, `default` | `when`; `otherwise` |
    | `path.hasPrefix("/a")`, `startsWith`, `endsWith` | `path hasPrefix "/a"`, `hasSuffix` |
    | `query.q != nil`, `query.q == null` | `exists query.q`, `!(exists query.q)` |
    | `url.host`, `url.pathComponents[1]` | `host`, `path[1]` |
    | `block`, `deny`; `permit`; `show`; `call` | `cancel`; `allow`; `present`; `perform` |
    | `Array<T>`, `T[]`, `Optional<T>`, `Number`, `Any` | `[T]`, `T?`, `Double`, `JSON` |
    | `struct`, `func` | `model`, `action` |
    | `'text'`, `“text”`, `# comment` | `"text"`, `// comment` |

    ```bascule wrong
    chain Default {
      if path.startsWith("/shop") and query.q != nil => block
      else allow
    }
    ```

    ```bascule right
    chain Default {
      when path hasPrefix "/shop" && exists query.q cancel
      otherwise allow
    }
    ```
    """)
}
