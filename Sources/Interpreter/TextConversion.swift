package import Semantics

/// Converts text of a request to values of other types.
package enum TextConversion {
  /// The text as a value of the type; nil if it does not convert.
  ///
  /// A URL keeps the text unchanged.
  package static func value(
    of text: String, as type: ValueType, in rules: RuleSet
  ) -> Literal? {
    switch type {
    case .string: .string(text)
    case .int: int(text).map { .int($0) }
    case .double: double(text).map { .double($0) }
    case .bool: bool(text).map { .bool($0) }
    case .url: AbsoluteURI.holds(text) ? .url(text) : nil
    case .enumeration(let id):
      rules[id].cases.firstIndex { $0.rawValue.utf8.elementsEqual(text.utf8) }
        .map { .enumerationCase(id, $0) }
    case .optional(let wrapped): value(of: text, as: wrapped, in: rules)
    case .date, .data, .json, .array, .dictionary, .model, .union, .invalid: nil
    }
  }

  /// Optional sign, ASCII digits, within ±(2^53−1).
  static func int(_ text: String) -> Int? {
    guard isNumber(text.utf8[...], isSigned: true), let value = Int(text),
      (-largestInt...largestInt).contains(value)
    else { return nil }
    return value
  }

  /// Optional sign, 1 to 308 digits, possibly a point and more digits.
  static func double(_ text: String) -> Double? {
    let parts = text.utf8.split(
      separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    guard isNumber(parts[0], isSigned: true),
      parts[0].count(where: { digits.contains($0) }) <= 308,
      parts.count == 1 || isNumber(parts[1], isSigned: false)
    else { return nil }
    return Double(text)
  }

  static func bool(_ text: String) -> Bool? {
    text == "true" ? true : text == "false" ? false : nil
  }

  private static let largestInt = 9_007_199_254_740_991
  private static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")

  private static func isNumber(_ text: Substring.UTF8View, isSigned: Bool) -> Bool {
    var rest = text
    if isSigned, let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
      rest = rest.dropFirst()
    }
    return !rest.isEmpty && rest.allSatisfy { digits.contains($0) }
  }
}

/// Absolute URIs according to RFC 3986, section 3, without hosts in brackets.
package enum AbsoluteURI {
  package static func holds(_ text: String) -> Bool {
    var rest = Array(text.utf8)[...]
    guard let colon = rest.firstIndex(of: UInt8(ascii: ":")), isScheme(rest[..<colon]) else {
      return false
    }
    rest = rest[(colon + 1)...]
    if let hash = rest.firstIndex(of: UInt8(ascii: "#")) {
      guard consists(rest[(hash + 1)...], ofThoseOr: ":@/?") else { return false }
      rest = rest[..<hash]
    }
    if let mark = rest.firstIndex(of: UInt8(ascii: "?")) {
      guard consists(rest[(mark + 1)...], ofThoseOr: ":@/?") else { return false }
      rest = rest[..<mark]
    }
    if rest.starts(with: "//".utf8) {
      rest = rest.dropFirst(2)
      let end = rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
      guard isAuthority(rest[..<end]) else { return false }
      rest = rest[end...]
    }
    return consists(rest, ofThoseOr: ":@/")
  }

  private static func isScheme(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let first = bytes.first, isLetter(first) else { return false }
    return bytes.allSatisfy { isLetter($0) || isDigit($0) || "+-.".utf8.contains($0) }
  }

  private static func isAuthority(_ bytes: ArraySlice<UInt8>) -> Bool {
    var rest = bytes
    if let at = rest.firstIndex(of: UInt8(ascii: "@")) {
      guard consists(rest[..<at], ofThoseOr: ":") else { return false }
      rest = rest[(at + 1)...]
    }
    if let colon = rest.firstIndex(of: UInt8(ascii: ":")) {
      guard rest[(colon + 1)...].allSatisfy(isDigit) else { return false }
      rest = rest[..<colon]
    }
    return consists(rest, ofThoseOr: "")
  }

  /// Returns true if all bytes are unreserved, sub-delimiters, part of well-formed escapes, or in `others`.
  private static func consists(_ bytes: ArraySlice<UInt8>, ofThoseOr others: String) -> Bool {
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let byte = bytes[index]
      if byte == UInt8(ascii: "%") {
        guard index + 2 < bytes.endIndex, isHex(bytes[index + 1]), isHex(bytes[index + 2]) else {
          return false
        }
        index += 3
        continue
      }
      guard
        isLetter(byte) || isDigit(byte) || "-._~!$&'()*+,;=".utf8.contains(byte)
          || others.utf8.contains(byte)
      else { return false }
      index += 1
    }
    return true
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
  private static func isHex(_ byte: UInt8) -> Bool {
    isDigit(byte) || (0x61...0x66).contains(byte | 0x20)
  }
}
