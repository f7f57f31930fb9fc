import Diagnostics
import Text

/// `invalid-origin`
enum InvalidOrigin {
  static func finding(_ why: String, at location: Location) -> Finding {
    page.finding("invalid origin: \(why)", at: location)
  }

  static let page = Page(
    "invalid-origin", .error, "an origin that is not scheme, host and port",
    """
    An origin defines which pages are trusted, by scheme, host and, unless it is the default, port:
    `https://example.com`, `https://*.example.com`, `http://localhost:8080`. It has no path, because
    all pages of an origin can script each other. A pattern that matches more than it seems to would
    open native code to unintended pages.

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
