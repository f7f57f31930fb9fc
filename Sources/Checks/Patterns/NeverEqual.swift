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
    "never-equal", .error, "a comparison with a literal that can never be equal", fixes: .meaning,
    canBeIgnored: true,
    """
    No URL has such a path, host, scheme or component: `path` starts with `/`, `host` and `scheme` are
    in lower case, no component is empty or contains `/`, `path[0]` is always `"/"`.

    Typical errors are the path `"about"`, which never equals `"/about"`, and a whole URL without the
    trailing slash that WebKit always reports.

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
