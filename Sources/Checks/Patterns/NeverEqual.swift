import Diagnostics
import Text

/// `never-equal`
enum NeverEqual {
  static func finding(
    _ subject: String, _ literal: String, _ why: String, _ suggestion: String?,
    at location: Location, _ input: CheckInput
  ) -> Finding {
    let isString = input.byte(location.file, Int(location.span.start)) == UInt8(ascii: "\"")
    let shown = isString ? Quoting.rule(literal) : literal
    return page.finding(
      "`\(subject)` is never `\(shown)`", at: location, label: why,
      help: suggestion.map { "write `\(Quoting.rule($0))`" },
      fix: isString
        ? suggestion.map { .replace(location, with: Quoting.rule($0), isSafe: false) } : nil)
  }

  static let page = Page(
    "never-equal", .error, "a literal that this part of a request can never be", fixes: .meaning,
    canBeIgnored: true,
    """
    The comparison is decided before any request comes: no URL has such a path, host, scheme or
    component. `path` starts with `/`, `host` and `scheme` are in lower case, no component is empty or
    holds a `/`, `path[0]` is always `"/"`.

    One app asked for the path `"about"`, which never equals `"/about"`; another compared the whole
    URL without the trailing slash that WebKit always reports. Both rules looked right, and never
    matched.

    ```bascule wrong
    chain Default {
      when path == "about" cancel
      otherwise allow
    }
    ```

    ```bascule right
    chain Default {
      when path == "/about" cancel
      otherwise allow
    }
    ```
    """)
}
