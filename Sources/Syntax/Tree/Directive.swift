package import Text

/// `// bascule:ignore CODE -- reason`.
package struct DirectiveSyntax: Sendable {
  /// The comment.
  package var span: Span
  /// Empty if there are none.
  package var code: String
  package var codeSpan: Span
  /// nil if there is none.
  package var reason: String?

  /// nil for any other comment.
  init?(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int) {
    let marker: StaticString = "bascule:ignore"
    var i = start + 2
    while i < end, bytes[i] == 0x20 || bytes[i] == 0x09 { i += 1 }
    guard end - i >= marker.utf8CodeUnitCount else { return nil }
    for k in 0..<marker.utf8CodeUnitCount where bytes[i + k] != marker.utf8Start[k] { return nil }
    i += marker.utf8CodeUnitCount
    guard i == end || bytes[i] == 0x20 || bytes[i] == 0x09 else { return nil }
    while i < end, bytes[i] == 0x20 || bytes[i] == 0x09 { i += 1 }
    let codeStart = i
    while i < end, bytes[i] != 0x20, bytes[i] != 0x09 { i += 1 }
    func text(_ from: Int, _ to: Int) -> String {
      String(decoding: UnsafeBufferPointer(rebasing: bytes[from..<to]), as: UTF8.self)
    }
    span = Span(start, end)
    code = text(codeStart, i)
    codeSpan = Span(codeStart, i)
    if code == "--" {
      code = ""
      i = codeStart
    }
    while i < end, bytes[i] == 0x20 || bytes[i] == 0x09 { i += 1 }
    guard end - i > 2, bytes[i] == 0x2D, bytes[i + 1] == 0x2D else { return }
    i += 2
    var last = end
    while i < last, bytes[i] == 0x20 || bytes[i] == 0x09 { i += 1 }
    while last > i, bytes[last - 1] == 0x20 || bytes[last - 1] == 0x09 { last -= 1 }
    if last > i { reason = text(i, last) }
  }
}
