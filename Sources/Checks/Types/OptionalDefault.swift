import Diagnostics
import Text

/// The check `optional-default`.
enum OptionalDefault {
  static func finding(at location: Location, _ input: CheckInput) -> Finding {
    page.finding(
      "an optional type cannot have a default", at: location, label: "the default",
      help: "delete either the default or the `?`", fix: withoutDefault(location, input))
  }

  /// Deletes the default, from the blank before its `=` on.
  private static func withoutDefault(_ location: Location, _ input: CheckInput) -> Fix? {
    var start = Int(location.span.start)
    func skipSpace() {
      while start > 0, [0x20, 0x09, 0x0A, 0x0D].contains(input.byte(location.file, start - 1)) {
        start -= 1
      }
    }
    skipSpace()
    guard input.byte(location.file, start - 1) == UInt8(ascii: "=") else { return nil }
    start -= 1
    skipSpace()
    return .replace(
      Location(location.file, Span(UInt32(start), location.span.end)), with: "", isSafe: false)
  }

  static let page = Page(
    "optional-default", .error, "an optional field or parameter with a default", fixes: .meaning)
}
