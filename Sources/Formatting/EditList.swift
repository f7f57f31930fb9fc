import Text

/// The differences between a file and its formatted text, found token by token.
enum EditList {
  /// Returns the edits that turn the source into the output.
  ///
  /// - Parameter tokens: the positions of every token in both, in order.
  static func edits(from source: [UInt8], to output: [UInt8], _ tokens: [PlacedToken]) -> [TextEdit]
  {
    source.withUnsafeBufferPointer { source in
      output.withUnsafeBufferPointer { output in
        var edits: [TextEdit] = []
        var sourceEnd = 0
        var outputEnd = 0
        for token in tokens {
          let (start, end) = (Int(token.source.start), Int(token.source.end))
          let (newStart, newEnd) = (Int(token.output.start), Int(token.output.end))
          append(source, sourceEnd..<start, output, outputEnd..<newStart, &edits)
          if !isEqual(source, start..<end, output, newStart..<newEnd) {
            append(source, start..<end, output, newStart..<newEnd, &edits)
          }
          (sourceEnd, outputEnd) = (end, newEnd)
        }
        append(source, sourceEnd..<source.count, output, outputEnd..<output.count, &edits)
        return edits
      }
    }
  }

  private static func isEqual(
    _ source: UnsafeBufferPointer<UInt8>, _ old: Range<Int>,
    _ output: UnsafeBufferPointer<UInt8>, _ new: Range<Int>
  ) -> Bool {
    old.count == new.count && zip(old, new).allSatisfy { source[$0] == output[$1] }
  }

  /// Adds the edit that turns `old` into `new`, without their common prefix and suffix.
  private static func append(
    _ source: UnsafeBufferPointer<UInt8>, _ old: Range<Int>,
    _ output: UnsafeBufferPointer<UInt8>, _ new: Range<Int>, _ edits: inout [TextEdit]
  ) {
    if isEqual(source, old, output, new) { return }
    let same = CommonEnds(
      UnsafeBufferPointer(rebasing: source[old]), UnsafeBufferPointer(rebasing: output[new]))
    var (start, end) = (old.lowerBound + same.start, old.upperBound - same.end)
    var (newStart, newEnd) = (new.lowerBound + same.start, new.upperBound - same.end)
    // An edit never splits a character, or a pair of CR and LF.
    while isInside(source, start) || isInside(output, newStart) {
      start -= 1
      newStart -= 1
    }
    while isInside(source, end) || isInside(output, newEnd) {
      end += 1
      newEnd += 1
    }
    edits.append(TextEdit(Span(start, end), Array(output[newStart..<newEnd])))
  }

  private static func isInside(_ bytes: UnsafeBufferPointer<UInt8>, _ offset: Int) -> Bool {
    guard offset > 0, offset < bytes.count else { return false }
    return bytes[offset] & 0xC0 == 0x80 || bytes[offset] == 0x0A && bytes[offset - 1] == 0x0D
  }
}
