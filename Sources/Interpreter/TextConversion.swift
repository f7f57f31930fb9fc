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

  /// Optional sign and ASCII digits, within 64 bits.
  static func int(_ text: String) -> Int? {
    let digits = unsigned(text.utf8[...])
    return !digits.isEmpty && digits.allSatisfy(isDigit) ? Int(text) : nil
  }

  /// A decimal number that is certainly finite: an optional sign, digits with or without a point, and possibly an
  /// exponent.
  ///
  /// At most 308 digits are before the point; with an exponent of up to two digits at most 208, and with one of
  /// three digits, which is at most 307, at most one.
  static func double(_ text: String) -> Double? {
    let number = unsigned(text.utf8[...])
    let whole = number.prefix(while: isDigit)
    var rest = number[whole.endIndex...]
    var fraction = rest.prefix(0)
    if rest.first == UInt8(ascii: ".") {
      fraction = rest.dropFirst().prefix(while: isDigit)
      rest = rest[fraction.endIndex...]
    }
    if whole.isEmpty, fraction.isEmpty { return nil }
    if rest.isEmpty { return whole.count <= 308 ? Double(text) : nil }
    guard let mark = rest.first, mark | 0x20 == UInt8(ascii: "e") else { return nil }
    let isNegative = rest.dropFirst().first == UInt8(ascii: "-")
    let exponent = unsigned(rest.dropFirst())
    guard exponent.allSatisfy(isDigit), let power = Int(String(Substring(exponent))) else {
      return nil
    }
    let isFinite =
      switch exponent.count {
      case 1, 2: whole.count <= 208
      case 3: whole.count <= 1 && (isNegative || power <= 307)
      default: false
      }
    return isFinite ? Double(text) : nil
  }

  static func bool(_ text: String) -> Bool? {
    text == "true" ? true : text == "false" ? false : nil
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  /// The text without its sign.
  private static func unsigned(_ text: Substring.UTF8View) -> Substring.UTF8View {
    let hasSign = text.first == UInt8(ascii: "+") || text.first == UInt8(ascii: "-")
    return text.dropFirst(hasSign ? 1 : 0)
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
