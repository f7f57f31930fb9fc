//: output BasculeRequest
//: needs RequestText

public import Foundation

extension RequestText {
  /// The text as a URL, if it is an absolute URI as in RFC 3986, without a bracketed host.
  @_spi(Generated) public var url: URL? {
    guard let value, AbsoluteURI.holds(value) else { return nil }
    return URL(string: value)
  }
}

/// The part of RFC 3986's grammar that a conversion to `URL` requires.
enum AbsoluteURI {
  static func holds(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon > 0, isLetter(bytes[0])
    else { return false }
    let scheme = bytes[..<colon].dropFirst()
    guard scheme.allSatisfy({ isLetter($0) || isDigit($0) || "+-.".utf8.contains($0) }) else {
      return false
    }
    var rest = bytes[(colon + 1)...]
    if let mark = rest.firstIndex(of: UInt8(ascii: "#")) {
      guard areAllowed(rest[(mark + 1)...], and: ":@/?") else { return false }
      rest = rest[..<mark]
    }
    if let mark = rest.firstIndex(of: UInt8(ascii: "?")) {
      guard areAllowed(rest[(mark + 1)...], and: ":@/?") else { return false }
      rest = rest[..<mark]
    }
    if rest.starts(with: "//".utf8) {
      let start = rest.startIndex + 2
      let end = rest[start...].firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
      var authority = rest[start..<end]
      rest = rest[end...]
      if let at = authority.firstIndex(of: UInt8(ascii: "@")) {
        guard areAllowed(authority[..<at], and: ":") else { return false }
        authority = authority[(at + 1)...]
      }
      if let colon = authority.firstIndex(of: UInt8(ascii: ":")) {
        guard authority[(colon + 1)...].allSatisfy(isDigit) else { return false }
        authority = authority[..<colon]
      }
      guard areAllowed(authority, and: "") else { return false }
    }
    return areAllowed(rest, and: ":@/")
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte.isDigit }

  /// Unreserved characters, sub-delimiters, well-formed escapes and those of `others`.
  private static func areAllowed(_ bytes: ArraySlice<UInt8>, and others: StaticString) -> Bool {
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let byte = bytes[index]
      if byte == UInt8(ascii: "%") {
        guard index + 2 < bytes.endIndex, isHex(bytes[index + 1]), isHex(bytes[index + 2]) else {
          return false
        }
      } else if !isLetter(byte) && !isDigit(byte) && !"-._~!$&'()*+,;=".utf8.contains(byte)
        && !others.withUTF8Buffer({ $0.contains(byte) })
      {
        return false
      }
      index += 1
    }
    return true
  }

  private static func isHex(_ byte: UInt8) -> Bool {
    isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20)
  }
}
