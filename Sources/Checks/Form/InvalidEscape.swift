import Diagnostics
import Text

/// `invalid-escape`
enum InvalidEscape {
  static func finding(at location: Location, _ input: CheckInput) -> Finding {
    let text = input.text(location)
    if text.hasPrefix("\\u") {
      return page.finding(
        "`\(text)` names no character", at: location,
        help: "write one to eight hexadecimal digits of a character, as in `\\u{1F600}`")
    }
    return page.finding(
      "`\(text)` is no escape", at: location,
      help:
        "write `\\\\` for a backslash; the escapes are `\\\"`, `\\\\`, `\\n`, `\\r`, `\\t`, `\\0`"
        + " and `\\u{…}`",
      fix: .replace(location.start, with: "\\", isSafe: true))
  }

  static let page = Page(
    "invalid-escape", .error, "a backslash before a character that it does not go with",
    fixes: .safe,
    #"""
    In a `"…"` string a backslash starts one of the escapes `\"`, `\\`, `\n`, `\r`, `\t`, `\0` and
    `\u{…}`. Languages that let other backslashes pass drop them silently, and the text that is
    compared is not the text that was written.

    ```bascule wrong
    chain Default {
      when query.file == "C:\shop" cancel
      otherwise allow
    }
    ```

    Write the backslash twice where a backslash is meant:

    ```bascule right
    chain Default {
      when query.file == "C:\\shop" cancel
      otherwise allow
    }
    ```
    """#)
}
