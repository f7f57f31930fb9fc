import Diagnostics
import Text

/// The check `invalid-url`.
enum InvalidURL {
  static func finding(_ why: String, at location: Location, _ input: CheckInput) -> Finding {
    let fix = MissingScheme.fix(at: location, input)
    return page.finding(
      "invalid URL \(input.text(location)): \(why)", at: location,
      help: fix.map(MissingScheme.help),
      fix: fix)
  }

  static let page = Page(
    "invalid-url", .error, "a string that is not an absolute URL", fixes: .meaning,
    """
    A URL has a scheme and is valid according to the WHATWG URL standard, which also defines how the web
    view parses the URLs of a page. A URL without a scheme would never equal one.

    ```bascule wrong
    chain Default {
      when url == "example.com/shop" cancel
      otherwise allow
    }
    ```

    ```bascule right
    chain Default {
      when url == "https://example.com/shop" cancel
      otherwise allow
    }
    ```
    """)
}
