import Diagnostics
import Text

/// `invalid-regex`
enum InvalidRegex {
  static func finding(_ why: String, at location: Location) -> Finding {
    page.finding("invalid regular expression: \(why)", at: location)
  }

  static let page = Page(
    "invalid-regex", .error, "a regular expression that cannot be read",
    #"""
    Behind `matches` stands a regular expression that must match the whole value: classes, `.`,
    `* + ? {m,n}`, `|`, groups, `^`, `$`, `\d`, `\w` and `\s`. An app that builds its expressions at
    run time finds such a slip when the first user comes by; here it is found before anything is
    built.

    ```bascule wrong
    chain Default {
      when path matches /\/shop\/([0-9]+/ cancel
      otherwise allow
    }
    ```

    ```bascule right
    chain Default {
      when path matches /\/shop\/([0-9]+)/ cancel
      otherwise allow
    }
    ```
    """#)
}
