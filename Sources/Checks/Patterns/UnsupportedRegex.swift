import Diagnostics
import Text

/// `unsupported-regex`
enum UnsupportedRegex {
  static func finding(_ why: String, at location: Location) -> Finding {
    page.finding("unsupported regular expression: \(why)", at: location)
  }

  static let page = Page(
    "unsupported-regex", .error, "a regular expression that cannot be matched in one pass",
    #"""
    An app matches a regular expression in one pass: it reads each byte of the value once and never goes
    back, so that no URL keeps it busy, and it gives the answer of `check`, `test` and `trace`.

    Look-around, back-references and the like need a matcher that goes back. They are not regular either:
    rules with them could not be compared with other rules. Write a negative look-ahead as a separate
    condition with `&&` and `!`.

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

    A few regular expressions need too many states: `/.*a.{300}/` has to remember each `a` among the last
    301 characters. They are found here too. Write smaller numbers, or several conditions with `&&`.
    """#)
}
