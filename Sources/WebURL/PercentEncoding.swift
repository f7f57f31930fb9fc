extension WebURL {
  /// The bytes that the standard escapes in one part of a URL. Bytes outside of ASCII are always escaped.
  package struct EncodeSet: Sendable {
    private var low: UInt64
    private var high: UInt64

    private init(low: UInt64, high: UInt64) {
      self.low = low
      self.high = high
    }

    private func adding(_ characters: StaticString) -> EncodeSet {
      var set = self
      characters.withUTF8Buffer { bytes in
        for byte in bytes {
          if byte < 64 { set.low |= 1 << UInt64(byte) } else { set.high |= 1 << UInt64(byte - 64) }
        }
      }
      return set
    }

    package func contains(_ byte: UInt8) -> Bool {
      if byte < 64 { return low >> UInt64(byte) & 1 == 1 }
      return byte >= 128 || high >> UInt64(byte - 64) & 1 == 1
    }

    package static let control = EncodeSet(low: 0xFFFF_FFFF, high: 1 << 63)
    package static let fragment = control.adding(" \"<>`")
    package static let query = control.adding(" \"#<>")
    package static let specialQuery = query.adding("'")
    package static let path = query.adding("?^`{}")
    package static let userinfo = path.adding("/:;=@[\\]|")

    // These sets contain all characters except those of RFC 3986 and `%`.
    static let foundationHost = foundationPath.adding("/:@")
    static let foundationPath = foundationQuery.adding("?")
    static let foundationQuery = control.adding(" \"#<>[\\]^`{|}")

    // These sets are for texts without escapes, so they contain `%`, too. In a query item all reserved characters
    // are escaped.
    static let newPath = foundationPath.adding("%")
    static let newFragment = foundationQuery.adding("%")
    static let newQueryItem = newPath.adding("/!$&'()*+,;=:@")
  }

  /// Returns the text with the bytes of the set escaped. Existing escapes are kept.
  package static func percentEncoded(_ text: String, _ set: EncodeSet) -> String {
    percentEncoded(text.utf8, set)
  }

  static func percentEncoded(_ bytes: some Sequence<UInt8>, _ set: EncodeSet) -> String {
    var result: [UInt8] = []
    for byte in bytes {
      if set.contains(byte) {
        result.append(0x25)
        result.append(hexadecimalDigit(byte >> 4))
        result.append(hexadecimalDigit(byte & 15))
      } else {
        result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func hexadecimalDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? 0x30 + value : 0x41 + value - 10
  }
}
