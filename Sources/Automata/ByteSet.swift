/// A set of bytes.
struct ByteSet: Hashable, Sendable {
  private var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)

  init() {}

  init(_ range: ClosedRange<UInt8>) { insert(range) }

  static func == (one: ByteSet, other: ByteSet) -> Bool { one.words == other.words }

  func hash(into hasher: inout Hasher) {
    hasher.combine(words.0)
    hasher.combine(words.1)
    hasher.combine(words.2)
    hasher.combine(words.3)
  }

  mutating func insert(_ range: ClosedRange<UInt8>) {
    for byte in range {
      let bit: UInt64 = 1 << UInt64(byte & 63)
      switch byte >> 6 {
      case 0: words.0 |= bit
      case 1: words.1 |= bit
      case 2: words.2 |= bit
      default: words.3 |= bit
      }
    }
  }

  func contains(_ byte: UInt8) -> Bool {
    let word =
      switch byte >> 6 {
      case 0: words.0
      case 1: words.1
      case 2: words.2
      default: words.3
      }
    return word >> UInt64(byte & 63) & 1 == 1
  }

  /// The byte of a set with one; otherwise nil.
  var onlyMember: UInt8? {
    let count =
      words.0.nonzeroBitCount + words.1.nonzeroBitCount + words.2.nonzeroBitCount
      + words.3.nonzeroBitCount
    if count != 1 { return nil }
    if words.0 != 0 { return UInt8(words.0.trailingZeroBitCount) }
    if words.1 != 0 { return UInt8(64 + words.1.trailingZeroBitCount) }
    if words.2 != 0 { return UInt8(128 + words.2.trailingZeroBitCount) }
    return UInt8(192 + words.3.trailingZeroBitCount)
  }

  /// Ascending, disjoint, not adjacent.
  var ranges: [ClosedRange<UInt8>] {
    var result: [ClosedRange<UInt8>] = []
    var start: UInt8?
    for byte in UInt8.min...UInt8.max {
      if contains(byte) {
        start = start ?? byte
        if byte == .max { result.append(start!...byte) }
      } else if let first = start {
        result.append(first...(byte - 1))
        start = nil
      }
    }
    return result
  }
}
