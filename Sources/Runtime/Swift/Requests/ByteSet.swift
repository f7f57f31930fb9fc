//: output BasculeRequest
//: needs Bytes

/// A set of ASCII characters.
nonisolated struct ByteSet: Sendable {
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  private init(_ characters: String) {
    for byte in characters.utf8 {
      if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte - 64) }
    }
  }

  /// Creates the set of visible characters without the given ones and without `%`.
  ///
  /// - Parameter space: true to include the space.
  private init(allBut others: String, space: Bool = false) {
    low = space ? 0xFFFF_FFFF_0000_0000 : 0xFFFF_FFFE_0000_0000
    high = .max >> 1
    let others = ByteSet(others + "%")
    low &= ~others.low
    high &= ~others.high
  }

  @inline(__always) func contains(_ byte: UInt8) -> Bool {
    byte < 64 ? low >> UInt64(byte) & 1 == 1 : byte < 128 && high >> UInt64(byte - 64) & 1 == 1
  }

  /// Returns the bytes of the text, with escapes for the bytes that are not in the set.
  func escapingOthers(in text: String) -> [UInt8] {
    text.withBytes { text in
      var bytes: [UInt8] = []
      bytes.reserveCapacity(text.count)
      bytes.append(text[...], keeping: self) { _ in false }
      return bytes
    }
  }

  /// The characters that no host can contain.
  static let notInHost = ByteSet("\0\t\n\r #/:<>?@[\\]^|")
  static let unreserved = ByteSet(letters + "-._~")
  /// The characters of a scheme, without letters.
  static let inScheme = ByteSet("+-.0123456789")

  // The sets of characters that the URL standard does not escape in the parts of a URL, without `%`.
  static let inUser = ByteSet(letters + "-._~!$&'()*+,")
  static let inOpaqueHost = ByteSet(allBut: "")
  static let inOpaquePath = ByteSet(allBut: "", space: true)
  static let inPath = ByteSet(allBut: "\"#<>?^`{}")
  static let inQuery = ByteSet(allBut: "\"#<>")
  static let inWebQuery = ByteSet(allBut: "\"#<>'")
  static let inFragment = ByteSet(allBut: "\"<>`")

  // The sets of characters that RFC 3986 allows in these parts, too.
  static let inPlainHost = ByteSet(plain + "'")
  static let inPlainPath = ByteSet(plain + "':@/")
  static let inPlainQuery = ByteSet(plain + "':@/?")
  static let inPlainWebQuery = ByteSet(plain + ":@/?")

  private static let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
  private static let plain = letters + "-._~!$&()*+,;="
}

nonisolated extension [UInt8] {
  /// Appends bytes in the set as they are, and escapes for the other bytes.
  ///
  /// - Parameter keepsPercent: returns whether the `%` at a place is kept; no set contains `%`.
  @inline(__always) mutating func append(
    _ bytes: Swift.Slice<UnsafeBufferPointer<UInt8>>, keeping kept: ByteSet,
    keepsPercent: (Int) -> Bool
  ) {
    var start = bytes.startIndex
    var place = start
    while place < bytes.endIndex {
      let byte = bytes.base[place]
      if !kept.contains(byte), byte != 0x25 || !keepsPercent(place) {
        if start < place { append(contentsOf: bytes[start..<place]) }
        appendEscape(of: byte)
        start = place + 1
      }
      place += 1
    }
    if start < place { append(contentsOf: bytes[start..<place]) }
  }

  private mutating func appendEscape(of byte: UInt8) {
    func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x37 + value }
    append(UInt8(ascii: "%"))
    append(digit(byte >> 4))
    append(digit(byte & 15))
  }
}
