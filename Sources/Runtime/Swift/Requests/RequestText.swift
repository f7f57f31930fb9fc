//: output BasculeRequest
//: needs Bytes

/// A text of a request, or a missing text. Every test of a missing text is false.
///
/// The text is a view into a longer one. Only a percent-decoded text has its own storage.
@_spi(Generated) public nonisolated struct RequestText: Sendable {
  private let text: String
  private let start: Int
  private let end: Int
  /// The distance to the same text with its capital letters, which is passed to the app but not compared; usually 0.
  private let distance: Int

  static let missing = RequestText("", from: -1, to: -1)

  init(_ text: String, from start: Int, to end: Int, writtenAfter distance: Int = 0) {
    self.text = text
    self.start = start
    self.end = end
    self.distance = distance
  }

  init(_ value: String?) {
    if let value { self.init(value, from: 0, to: value.utf8.count) } else { self = .missing }
  }

  @_spi(Generated) public var exists: Bool { start >= 0 }
  /// True if the text is missing or has no bytes.
  var isEmpty: Bool { start == end }

  /// The text that is passed to the app.
  @_spi(Generated) public var value: String? {
    if !exists { return nil }
    if start == 0, end == text.utf8.count { return text }
    return text.withBytes {
      String(decoding: $0[(start + distance)..<(end + distance)], as: UTF8.self)
    }
  }

  /// Calls `body` with the bytes that rules compare. A missing text has no bytes.
  func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    text.withBytes { bytes in
      body(UnsafeBufferPointer(rebasing: bytes[max(start, 0)..<max(end, 0)]))
    }
  }

  //: if Captures
  /// Returns the part of the text between two offsets.
  func part(_ range: Swift.Range<Int>) -> RequestText {
    RequestText(
      text, from: start + range.lowerBound, to: start + range.upperBound, writtenAfter: distance)
  }

  //: end
  @_spi(Generated) public func equals(_ other: StaticString) -> Bool {
    exists && end - start == other.utf8CodeUnitCount && hasPrefix(other)
  }

  @_spi(Generated) public func hasPrefix(_ prefix: StaticString) -> Bool {
    exists && withBytes { bytes in prefix.withUTF8Buffer { bytes.begins(with: $0, at: 0) } }
  }
}
