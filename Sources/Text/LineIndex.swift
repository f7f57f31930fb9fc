/// A line and a column of a file.
package struct Position: Hashable, Sendable {
  /// The number of the line; the first is 1.
  package var line: Int
  /// The number of the column; the first is 1. Counts Unicode scalars and malformed bytes.
  package var column: Int

  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}

/// The offsets at which the lines of a file start. A line ends with LF, CRLF or a lone CR.
package struct LineIndex: Sendable {
  package let starts: [UInt32]
  private let file: SourceFile

  package init(_ file: SourceFile) {
    self.file = file
    var starts: [UInt32] = [0]
    file.bytes.withUnsafeBufferPointer { bytes in
      for i in 0..<bytes.count {
        let lf = bytes[i] == UInt8(ascii: "\n")
        let cr =
          bytes[i] == UInt8(ascii: "\r")
          && !(i + 1 < bytes.count && bytes[i + 1] == UInt8(ascii: "\n"))
        if lf || cr { starts.append(UInt32(i + 1)) }
      }
    }
    self.starts = starts
  }

  /// The 0-based line that contains the offset. An offset past the end is on the last line.
  package func line(at offset: UInt32) -> Int {
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return low
  }

  package func position(at offset: UInt32) -> Position {
    let line = line(at: offset)
    let end = min(Int(offset), file.bytes.count)
    let before = file.bytes[min(Int(starts[line]), end)..<end]
    return Position(
      line: line + 1, column: String(decoding: before, as: UTF8.self).unicodeScalars.count + 1)
  }

  /// The bytes of a 0-based line, without its line end.
  package func content(ofLine line: Int) -> ArraySlice<UInt8> {
    let start = Int(starts[line])
    var end = line + 1 < starts.count ? Int(starts[line + 1]) : file.bytes.count
    while end > start, file.bytes[end - 1] == 0x0A || file.bytes[end - 1] == 0x0D { end -= 1 }
    return file.bytes[start..<end]
  }
}
