/// A text of at most 15 bytes, stored without an allocation.
struct Word: Hashable, Sendable {
  static let capacity = 15

  /// The first eight bytes; the first of them has the lowest bits.
  private var low: UInt64 = 0
  /// The other bytes, and in the highest eight bits the number of all bytes.
  private var high: UInt64 = 0

  init() {}

  init(_ byte: UInt8) {
    low = UInt64(byte)
    high = 1 << 56
  }

  /// - Requires: there are at most `capacity` bytes.
  init(_ bytes: ArraySlice<UInt8>) {
    for byte in bytes { append(byte) }
  }

  var count: Int { Int(high >> 56) }

  /// A representation in 128 bits that differs for different words.
  var bits: (low: UInt64, high: UInt64) { (low, high) }

  /// The first byte.
  ///
  /// - Requires: the word is not empty.
  var first: UInt8 { UInt8(truncatingIfNeeded: low) }

  subscript(index: Int) -> UInt8 {
    UInt8(truncatingIfNeeded: index < 8 ? low >> UInt64(8 * index) : high >> UInt64(8 * index - 64))
  }

  /// The bytes after the first one.
  ///
  /// - Requires: the word is not empty.
  var rest: Word {
    var rest = self
    rest.low = low >> 8 | high << 56
    rest.high = (high & 0x00FF_FFFF_FFFF_FFFF) >> 8 | UInt64(count - 1) << 56
    return rest
  }

  /// Appends a byte.
  ///
  /// - Requires: the word is not full.
  mutating func append(_ byte: UInt8) {
    let index = count
    if index < 8 {
      low |= UInt64(byte) << UInt64(8 * index)
    } else {
      high |= UInt64(byte) << UInt64(8 * index - 64)
    }
    high += 1 << 56
  }

  /// Appends the bytes of another word.
  ///
  /// - Requires: all of them fit.
  mutating func append(_ other: Word) {
    for index in 0..<other.count { append(other[index]) }
  }

  /// The given number of first bytes, and the bytes after them.
  func split(at count: Int) -> (Word, Word) {
    var (start, end) = (Word(), Word())
    for index in 0..<self.count {
      if index < count { start.append(self[index]) } else { end.append(self[index]) }
    }
    return (start, end)
  }

  /// Calls the closure for each byte, in order.
  func eachByte(_ body: (UInt8) -> Void) {
    for index in 0..<count { body(self[index]) }
  }
}
