import Diagnostics
import Text

/// The check `invalid-origin`.
enum InvalidOrigin {
  static func finding(_ why: String, at location: Location, _ input: CheckInput) -> Finding {
    let text = input.text(location)
    if text.hasPrefix("/") || text.hasPrefix("?") || text.hasPrefix("#") {
      return page.finding(
        "invalid origin: \(why)", at: location, help: "delete `\(text)`",
        fix: .replace(location, with: "", isSafe: true))
    }
    let fix = MissingScheme.fix(at: location, input)
    return page.finding(
      "invalid origin: \(why)", at: location,
      help: fix.map(MissingScheme.help) ?? "write a scheme and a host, as in `https://example.com`",
      fix: fix)
  }

  static let page = Page(
    "invalid-origin", .error, "an origin that is not scheme, host and port", fixes: .meaning,
    """
    An origin defines which pages are trusted, by scheme, host and, unless it is the default, port:
    `https://example.com`, `https://*.example.com`, `http://localhost:8080`. It has no path, because
    all pages of an origin can script each other. A pattern that matches more than it seems to would
    open native code to unintended pages. `file://` is the origin of every file that the web view
    shows, such as the pages in the app's bundle; it alone has no host.

    ```bascule wrong
    origin Store = "https://example.com/shop"
    strategy Cart from Store
    ```

    ```bascule right
    origin Store = "https://example.com"
    strategy Cart from Store
    ```
    """)
}
