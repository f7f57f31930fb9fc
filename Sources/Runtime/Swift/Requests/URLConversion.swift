//: output BasculeRequest
//: needs Digits RequestText

public import Foundation

extension RequestText {
  /// The text as a URL, if it is an absolute URI as in RFC 3986, without a bracketed host.
  @_spi(Generated) public var url: URL? {
    guard AbsoluteURI.holds(self), let value else { return nil }
    return URL(string: value)
  }
}

/// The part of RFC 3986's grammar that a conversion to `URL` requires.
enum AbsoluteURI {
  static func holds(_ text: RequestText) -> Bool { text.exists && text.withBytes(holds) }

  private static func holds(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    func first(_ character: Unicode.Scalar, in range: Swift.Range<Int>) -> Int? {
      let index = bytes.firstIndex(of: UInt8(ascii: character), in: range)
      return index < range.upperBound ? index : nil
    }
    guard let colon = first(":", in: 0..<bytes.count), colon > 0, isLetter(bytes[0]),
      bytes[1..<colon].allSatisfy({ isLetter($0) || $0.isDigit || "+-.".utf8.contains($0) })
    else { return false }
    var rest = colon + 1..<bytes.count
    for mark in ["#", "?"] as [Unicode.Scalar] {
      guard let start = first(mark, in: rest) else { continue }
      guard areAllowed(bytes[(start + 1)..<rest.upperBound], and: ":@/?") else { return false }
      rest = rest.lowerBound..<start
    }
    if bytes[rest].starts(with: "//".utf8) {
      let start = rest.lowerBound + 2
      let end = first("/", in: start..<rest.upperBound) ?? rest.upperBound
      var authority = start..<end
      rest = end..<rest.upperBound
      if let at = first("@", in: authority) {
        guard areAllowed(bytes[authority.lowerBound..<at], and: ":") else { return false }
        authority = at + 1..<end
      }
      if let colon = first(":", in: authority) {
        guard bytes[(colon + 1)..<end].allSatisfy(\.isDigit) else { return false }
        authority = authority.lowerBound..<colon
      }
      guard areAllowed(bytes[authority], and: "") else { return false }
    }
    return areAllowed(bytes[rest], and: ":@/")
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  /// Unreserved characters, sub-delimiters, well-formed escapes and those of `others`.
  private static func areAllowed(
    _ bytes: Slice<UnsafeBufferPointer<UInt8>>, and others: StaticString
  ) -> Bool {
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let byte = bytes[index]
      if byte == UInt8(ascii: "%") {
        guard index + 2 < bytes.endIndex, isHex(bytes[index + 1]), isHex(bytes[index + 2]) else {
          return false
        }
      } else if !isLetter(byte) && !byte.isDigit && !"-._~!$&'()*+,;=".utf8.contains(byte)
        && !others.withUTF8Buffer({ $0.contains(byte) })
      {
        return false
      }
      index += 1
    }
    return true
  }

  private static func isHex(_ byte: UInt8) -> Bool {
    byte.isDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20)
  }
}
