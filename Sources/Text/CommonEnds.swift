/// The equal bytes at the start and at the end of two texts. The two ranges do not overlap.
package struct CommonEnds: Sendable {
  /// The number of equal bytes at the start.
  package let start: Int
  /// The number of equal bytes at the end.
  package let end: Int
  private let oldCount: Int
  /// The distance from the equal bytes at the end of the old text to those of the new one.
  package let shift: Int

  package init(_ old: [UInt8], _ new: [UInt8]) {
    self = old.withUnsafeBufferPointer { old in
      new.withUnsafeBufferPointer { CommonEnds(old, $0) }
    }
  }

  package init(_ old: UnsafeBufferPointer<UInt8>, _ new: UnsafeBufferPointer<UInt8>) {
    let (one, other) = (UnsafeRawBufferPointer(old), UnsafeRawBufferPointer(new))
    func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
      bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    }
    let count = min(old.count, new.count)
    var start = 0
    while start + 8 <= count, word(one, start) == word(other, start) { start += 8 }
    while start < count, old[start] == new[start] { start += 1 }
    var end = 0
    while end + 8 <= count - start,
      word(one, old.count - end - 8) == word(other, new.count - end - 8)
    {
      end += 8
    }
    while end < count - start, old[old.count - end - 1] == new[new.count - end - 1] { end += 1 }
    self.start = start
    self.end = end
    oldCount = old.count
    shift = new.count - old.count
  }

  /// The new offset of an old one; nil inside of the text that differs.
  package func place(_ offset: UInt32) -> Int? {
    let offset = Int(offset)
    if offset <= start { return offset }
    return offset >= oldCount - end ? offset + shift : nil
  }

  /// The distance between two spans whose text is certainly the same; nil if an edit may have changed it.
  package func distance(from old: Span, to new: Span) -> Int? {
    if old == new, Int(old.end) <= start { return 0 }
    let isAfter = Int(old.start) >= oldCount - end && old.moved(by: Int64(shift)) == new
    return isAfter ? shift : nil
  }
}
