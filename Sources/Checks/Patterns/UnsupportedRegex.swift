import Diagnostics
import Text

/// `unsupported-regex`
enum UnsupportedRegex {
  static func finding(_ why: String, at location: Location) -> Finding {
    page.finding("unsupported in regular expressions: \(why)", at: location)
  }

  static let page = Page(
    "unsupported-regex", .error, "a construct that only backtracking engines have",
    #"""
    Look-around, back-references and the like are not regular: what they match cannot be compared with
    what other rules match, and they let a crafted URL keep the matcher busy for minutes. The
    language leaves them out. A negative look-ahead is a condition of its own, combined with `&&` and
    `!`.

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
