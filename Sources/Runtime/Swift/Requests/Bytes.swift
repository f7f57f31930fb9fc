//: output BasculeRequest

nonisolated extension String {
  /// Calls `body` with the UTF-8 bytes, in place if they are stored in one piece.
  func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    if let result = utf8.withContiguousStorageIfAvailable(body) { return result }
    return Array(utf8).withUnsafeBufferPointer(body)
  }
}

nonisolated extension UnsafeBufferPointer<UInt8> {
  /// Returns up to eight bytes from an offset on as a word. The first byte is lowest, and bytes after the end are zero.
  ///
  /// - Requires: the offset is before the end.
  @inline(__always) func word(at offset: Int, to end: Int) -> UInt64 {
    let bytes = UnsafeRawBufferPointer(self)
    let missing = offset &+ 8 &- end
    if missing <= 0 {
      return UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
    if end >= 8 {
      // The last eight bytes, without those before the offset.
      let last = bytes.loadUnaligned(fromByteOffset: end &- 8, as: UInt64.self)
      return UInt64(littleEndian: last) &>> UInt64(truncatingIfNeeded: 8 &* missing)
    }
    var word: UInt64 = 0
    var index = end
    while index > offset {
      index -= 1
      word = word << 8 | UInt64(self[index])
    }
    return word
  }

  /// Returns the first offset in the range that is marked and for which `isEnd` is true; the end of the range if there
  /// is none.
  ///
  /// - Parameter marks: returns the marks of a word of eight bytes. Marks of zero bytes are ignored.
  @inline(__always) func firstPlace(
    in range: Swift.Range<Int>, marks: (UInt64) -> UInt64, isEnd: (Int) -> Bool
  ) -> Int {
    var index = range.lowerBound
    while index < range.upperBound {
      var marks = marks(word(at: index, to: range.upperBound))
      while marks != 0 {
        let place = index &+ marks.firstMarkedByte
        if isEnd(place) { return place }
        marks &= marks &- 1
      }
      index &+= 8
    }
    return range.upperBound
  }

  /// Returns the first offset of the byte in the range; the end of the range if there is none.
  ///
  /// - Requires: the byte is ASCII, and not 0.
  @inline(__always) func firstIndex(of byte: UInt8, in range: Swift.Range<Int>) -> Int {
    firstPlace(in: range, marks: { $0.marks(byte...byte) }) { _ in true }
  }

  /// Returns whether the other bytes are at the offset; false for an offset out of bounds.
  @inline(__always) func begins(with other: UnsafeBufferPointer<UInt8>, at offset: Int) -> Bool {
    guard offset >= 0, other.count <= count - offset else { return false }
    var index = 0
    while index < other.count {
      let word = word(at: offset &+ index, to: offset &+ other.count)
      if word != other.word(at: index, to: other.count) { return false }
      index &+= 8
    }
    return true
  }
}

nonisolated extension UInt64 {
  /// Returns a word in which the highest bit of a byte is set if this word's byte is in the range. All other bits are
  /// 0.
  ///
  /// - Parameter range: a range of ASCII characters.
  @inline(__always) func marks(_ range: Swift.ClosedRange<UInt8>) -> UInt64 {
    let each: UInt64 = 0x0101_0101_0101_0101
    let ascii = self & 0x7F7F_7F7F_7F7F_7F7F
    // The highest bit of a sum is set if the byte reaches the lower bound, or exceeds the upper one.
    let reaches = ascii &+ UInt64(0x80 - range.lowerBound) &* each
    let exceeds = ascii &+ UInt64(0x7F - range.upperBound) &* each
    return reaches & ~exceeds & ~self & 0x8080_8080_8080_8080
  }

  /// The index of the lowest marked byte; 8 if none is marked.
  @inline(__always) var firstMarkedByte: Int { trailingZeroBitCount / 8 }
}
