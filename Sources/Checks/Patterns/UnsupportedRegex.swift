import Diagnostics
import Text

/// `unsupported-regex`
enum UnsupportedRegex {
  static func finding(_ why: String, at location: Location) -> Finding {
    page.finding("unsupported regular expression: \(why)", at: location)
  }

  static let page = Page(
    "unsupported-regex", .error, "a construct of regular expressions that needs backtracking",
    #"""
    Look-around, back-references and the like are not regular: rules that use them cannot be compared
    with other rules, and a crafted URL can keep the matcher busy for minutes. The language does not
    support them. Write a negative look-ahead as a separate condition with `&&` and `!`.

    ```bascule wrong
    chain Default {
      when path matches /\/(?!admin).*/ cancel
      otherwise allow
    }
    ```

    ```bascule right
    chain Default {
      when path matches /\/.*/ && !(path hasPrefix "/admin") cancel
      otherwise allow
    }
    ```
    """#)
}
