import Diagnostics
import Text

/// The check `invalid-utf8`.
enum InvalidUTF8 {
  static func finding(at location: Location, _ input: CheckInput) -> Finding {
    let byte = input.byte(location.file, Int(location.span.start))
    let digits = String(byte, radix: 16, uppercase: true)
    return page.finding(
      "the byte 0x\(byte < 16 ? "0" : "")\(digits) is not UTF-8", at: location,
      help: "save the file as UTF-8")
  }

  static let page = Page(
    "invalid-utf8", .error, "a file with bytes that are not UTF-8",
    """
    Rule files are UTF-8. A file saved in Latin-1, in UTF-16, or cut in the middle of a character
    has bytes that are invalid in UTF-8, so no code is generated from it. Only the first such byte
    of a file is reported.

    In the example, `�` is the byte 0xE9, the `é` of Latin-1.

    ```bascule wrong
    // The caf� of the shop.
    chain Default { otherwise allow }
    ```

    Save the file as UTF-8:

    ```bascule right
    // The café of the shop.
    chain Default { otherwise allow }
    ```
    """)
}
