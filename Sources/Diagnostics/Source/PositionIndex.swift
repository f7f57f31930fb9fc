import Text

/// Converts offsets of one file to lines and columns, in a time that is independent of the length of the line.
struct PositionIndex {
  let file: SourceFile
  let lines: LineIndex
  /// The columns at every `step` bytes of each long line that was queried.
  private var checkpoints: [Int: [Int32]] = [:]

  private static let step = 1024

  init(_ file: SourceFile) {
    self.file = file
    lines = LineIndex(file)
  }

  mutating func position(at offset: UInt32) -> Position {
    let line = lines.line(at: offset)
    let start = Int(lines.starts[line])
    let end = min(Int(offset), file.bytes.count)
    if end - start <= Self.step {
      return Position(line: line + 1, column: scalars(start, end) + 1)
    }
    if checkpoints[line] == nil { checkpoints[line] = scan(line) }
    let passed = (end - start) / Self.step
    let base = start + passed * Self.step
    let before = Int(checkpoints[line]![passed])
    return Position(line: line + 1, column: before + scalars(base, end) + 1)
  }

  /// The number of scalars that start in the range. A scalar that begins before the range is not counted.
  private func scalars(_ start: Int, _ end: Int) -> Int {
    var scanner = ScalarScanner(file.bytes[boundary(start)..<max(boundary(start), end)])
    var count = 0
    while scanner.next() != nil { count += 1 }
    return count
  }

  private func scan(_ line: Int) -> [Int32] {
    let start = Int(lines.starts[line])
    let end = line + 1 < lines.starts.count ? Int(lines.starts[line + 1]) : file.bytes.count
    var result: [Int32] = [0]
    var scanner = ScalarScanner(file.bytes[start..<end])
    var count: Int32 = 0
    var next = start + Self.step
    while scanner.next() != nil {
      count += 1
      while scanner.offset >= next, next <= end {
        result.append(count)
        next += Self.step
      }
    }
    return result
  }

  /// The offset itself, or the end of the well-formed scalar that contains it.
  private func boundary(_ offset: Int) -> Int {
    let bytes = file.bytes
    guard offset < bytes.count, bytes[offset] & 0xC0 == 0x80 else { return offset }
    for start in stride(from: offset - 1, through: max(0, offset - 3), by: -1)
    where bytes[start] & 0xC0 != 0x80 {
      var scanner = ScalarScanner(bytes[start..<min(bytes.count, start + 4)])
      _ = scanner.next()
      return max(offset, scanner.offset)
    }
    return offset
  }
}
