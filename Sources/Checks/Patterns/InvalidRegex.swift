import Diagnostics
import Text

/// The check `invalid-regex`.
enum InvalidRegex {
  static func finding(_ why: String, at location: Location) -> Finding {
    page.finding("invalid regular expression: \(why)", at: location)
  }

  static let page = Page(
    "invalid-regex", .error, "a regular expression that cannot be read",
    #"""
    The regular expression after `matches` must match the whole value: classes, `.`,
    `* + ? {m,n}`, `|`, groups, `^`, `$`, `\d`, `\w` and `\s`. An app that builds its expressions at
    run time fails when a user triggers the error; here it is found before anything is built.

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
