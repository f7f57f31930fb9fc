import Diagnostics
import Text

/// `invalid-url`
enum InvalidURL {
  static func finding(_ why: String, at location: Location, _ input: CheckInput) -> Finding {
    page.finding("\(input.text(location)) is no URL: \(why)", at: location)
  }

  static let page = Page(
    "invalid-url", .error, "a string that is no absolute URL where one is due",
    """
    A URL is written with its scheme, and as the WHATWG URL standard accepts it, since by that
    standard the web view reads what a page asks for. A URL without a scheme would be compared with
    nothing that ever arrives.

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
