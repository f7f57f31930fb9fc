import Diagnostics
import Text

/// `syntax-error`
enum SyntaxError {
  static func unexpected(_ expected: String, _ found: String, at location: Location) -> Finding {
    if expected == "`==`", found == "`=`" {
      return page.finding(
        "expected `==`, found `=`", at: location,
        label: "`=` gives a default value or a wire value",
        help: "write `==` to compare", fix: .replace(location, with: "==", isSafe: true))
    }
    return page.finding(
      "expected \(expected), found \(found)", at: location, label: "expected \(expected)")
  }

  static func misspelled(_ found: String, _ expected: String, at location: Location) -> Finding {
    page.finding(
      "unexpected word `\(found)`", at: location,
      label: "did you mean `\(expected)`?", help: "write `\(expected)`",
      fix: .replace(location, with: expected, isSafe: true))
  }

  static let page = Page(
    "syntax-error", .error, "text that does not follow the grammar", fixes: .safe,
    """
    The file does not follow the grammar: a word is misspelled, a name or a bracket is missing, or a
    clause is in the wrong place. Such an error invalidates only the rule, field or declaration that
    contains it; everything else is still checked.

    ```bascule wrong
    chain Default {
      wehn host == "example.com" cancel
      otherwise allow
    }
    ```

    ```bascule right
    chain Default {
      when host == "example.com" cancel
      otherwise allow
    }
    ```

    A comparison has two equals signs:

    ```bascule wrong
    chain Default {
      when host = "example.com" cancel
      otherwise allow
    }
    ```

    ```bascule right
    chain Default {
      when host == "example.com" cancel
      otherwise allow
    }
    ```
    """)
}
