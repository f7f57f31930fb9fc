/// Reads UTF-8 scalar by scalar. Each byte outside of a well-formed scalar is read by itself.
package struct ScalarScanner {
  private let bytes: ArraySlice<UInt8>
  /// The offset in the bytes at which the next scalar begins.
  package private(set) var offset: Int

  package init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    offset = bytes.startIndex
  }

  /// Reads the next scalar. Returns U+FFFD for one malformed byte, and nil at the end.
  package mutating func next() -> Unicode.Scalar? {
    guard offset < bytes.endIndex else { return nil }
    let first = bytes[offset]
    if first < 0x80 {
      offset += 1
      return Unicode.Scalar(first)
    }
    let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
    guard first >= 0xC2, first <= 0xF4, offset + length <= bytes.endIndex else {
      return malformed()
    }
    var value = UInt32(first) & (0xFF >> UInt32(length + 1))
    for i in offset + 1..<offset + length {
      guard bytes[i] & 0xC0 == 0x80 else { return malformed() }
      value = value << 6 | UInt32(bytes[i] & 0x3F)
    }
    let smallest: UInt32 = length == 4 ? 0x10000 : length == 3 ? 0x800 : 0x80
    guard value >= smallest, let scalar = Unicode.Scalar(value) else { return malformed() }
    offset += length
    return scalar
  }

  private mutating func malformed() -> Unicode.Scalar {
    offset += 1
    return "\u{FFFD}"
  }
}
