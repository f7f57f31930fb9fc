extension StringProtocol {
  /// The text with its first letter in upper case, if that is an ASCII letter.
  package var capitalizedFirst: String {
    guard let first = utf8.first, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first) else {
      return String(self)
    }
    return String(UnicodeScalar(first - 0x20)) + dropFirst()
  }

  /// The text with its first letter in lower case, if that is an ASCII letter.
  package var lowercasedFirst: String {
    guard let first = utf8.first, (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first) else {
      return String(self)
    }
    return String(UnicodeScalar(first + 0x20)) + dropFirst()
  }
}
