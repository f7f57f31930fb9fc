import Diagnostics
import Text

/// `invalid-number`
enum InvalidNumber {
  static func finding(_ reason: String, at location: Location, _ input: CheckInput) -> Finding {
    page.finding("`\(input.text(location))` is no number: \(reason)", at: location)
  }

  static let page = Page(
    "invalid-number", .error, "a number that cannot be read",
    """
    Numbers are decimal digits with an optional `-`, for a `Double` also a point and an exponent. No
    other letters belong to them, and they must fit into 64 bits. A digit too many or a letter among
    them is more often a slip of the hand than a number that somebody means.

    ```bascule wrong
    chain Default {
      when port == 80O0 cancel
      otherwise allow
    }
    ```

    ```bascule right
    chain Default {
      when port == 8000 cancel
      otherwise allow
    }
    ```
    """)
}
