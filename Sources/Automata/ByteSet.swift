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
    words.0 |= Self.bits(of: range, inWord: 0)
    words.1 |= Self.bits(of: range, inWord: 1)
    words.2 |= Self.bits(of: range, inWord: 2)
    words.3 |= Self.bits(of: range, inWord: 3)
  }

  private static func bits(of range: ClosedRange<UInt8>, inWord index: Int) -> UInt64 {
    let low = max(Int(range.lowerBound) - 64 * index, 0)
    let high = min(Int(range.upperBound) - 64 * index, 63)
    return low > high ? 0 : .max << UInt64(low) & .max >> UInt64(63 - high)
  }

  mutating func formUnion(_ other: ByteSet) {
    words.0 |= other.words.0
    words.1 |= other.words.1
    words.2 |= other.words.2
    words.3 |= other.words.3
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

  /// The only byte of the set; nil if the set is empty or has several.
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

  /// The ranges of the set's bytes: ascending, disjoint and not adjacent.
  var ranges: [ClosedRange<UInt8>] {
    var result: [ClosedRange<UInt8>] = []
    var next = 0
    while let first = first(from: next, isMember: true) {
      next = self.first(from: first, isMember: false) ?? 256
      result.append(UInt8(first)...UInt8(next - 1))
    }
    return result
  }

  /// Calls the closure for each member in ascending order.
  func eachMember(_ body: (UInt8) -> Void) {
    var next = 0
    while let member = first(from: next, isMember: true) {
      body(UInt8(member))
      next = member + 1
    }
  }

  /// The first number from the given one on that is a member, or the first that is not; nil if there is none.
  private func first(from number: Int, isMember: Bool) -> Int? {
    var index = number >> 6
    var mask = UInt64.max << UInt64(number & 63)
    while index < 4 {
      let word =
        switch index {
        case 0: words.0
        case 1: words.1
        case 2: words.2
        default: words.3
        }
      let found = (isMember ? word : ~word) & mask
      if found != 0 { return index << 6 | found.trailingZeroBitCount }
      index += 1
      mask = .max
    }
    return nil
  }
}
