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
      "`\(found)` is no word of the language here", at: location,
      label: "did you mean `\(expected)`?", help: "write `\(expected)`",
      fix: .replace(location, with: expected, isSafe: true))
  }

  static let page = Page(
    "syntax-error", .error, "something else is due where this stands", fixes: .safe,
    """
    The file does not have the form that the grammar asks for: a word is misspelled, a name or a
    bracket is missing, or a clause stands in the wrong order. One such fault costs the rule, field
    or declaration that it stands in; everything else is still checked.

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
