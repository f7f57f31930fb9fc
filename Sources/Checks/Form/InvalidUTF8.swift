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
    "invalid-utf8", .error, "a file with bytes that are not UTF-8")
}
