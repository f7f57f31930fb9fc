import Diagnostics
import Text

/// Corrects a URL, an origin or a pattern without a scheme.
enum MissingScheme {
  /// Inserts `https://` before a host, or replaces a scheme that lacks its colon or a slash; nil if the text begins
  /// with neither.
  ///
  /// - Parameter location: starts at the text, or at the quotation mark before it.
  static func fix(at location: Location, _ input: CheckInput) -> Fix? {
    let bytes = input.files[Int(location.file.index)].bytes
    let quote = UInt8(ascii: "\"")
    let start = Int(location.span.start)
    let isQuoted = start < bytes.count && bytes[start] == quote
    guard isQuoted || start > 0 && bytes[start - 1] == quote else { return nil }
    let first = isQuoted ? start + 1 : start
    let rest = bytes[first...].prefix { $0 != quote && $0 != 0x0A }
    let scheme = rest.prefix { $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: "/") }
    var host = rest
    if ["http", "https"].contains(String(decoding: scheme, as: UTF8.self)) {
      host = rest[scheme.endIndex...].drop { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "/") }
      if rest[scheme.endIndex..<host.startIndex].elementsEqual("://".utf8) { return nil }
    }
    guard startsWithHost(host) else { return nil }
    let place = Location(location.file, Span(first, host.startIndex))
    return .replace(
      place, with: "\(scheme.elementsEqual("http".utf8) ? "http" : "https")://", isSafe: true)
  }

  /// The help for a fix that writes a scheme.
  static func help(_ fix: Fix) -> String { "begin it with `\(fix.edits[0].replacement)`" }

  /// Returns whether the text starts with a name that has a dot and a letter in its last part.
  private static func startsWithHost(_ text: ArraySlice<UInt8>) -> Bool {
    let host = text.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: ":") }
    let isName = host.allSatisfy {
      ($0 | 0x20) &- 0x61 < 26 || $0 &- 0x30 < 10 || [0x2D, 0x2E, 0x2A].contains($0)
    }
    let labels = host.split(separator: 0x2E, omittingEmptySubsequences: false)
    return isName && labels.count > 1 && labels.dropFirst().allSatisfy { !$0.isEmpty }
      && labels.last?.contains { ($0 | 0x20) &- 0x61 < 26 } == true
  }
}
