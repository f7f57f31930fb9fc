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
    An origin says which pages are trusted, by scheme, host and, where it is not the scheme's own,
    port: `https://example.com`, `https://*.example.com`, `http://localhost:8080`. Paths do not
    belong to it, because all pages of an origin can script each other. A pattern that is not what
    it looks like would open native code to pages that nobody had in mind.

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
