import Diagnostics
import Text

/// Converts offsets of one text to the protocol's positions and back.
struct TextMap: Sendable {
  let file: SourceFile
  let lines: LineIndex
  let encoding: PositionEncoding

  /// The checkpoints within long lines: their offsets, and the number of units before each.
  private let checkpoints: [Int: (offsets: [Int], units: [Int])]

  private static let step = 1024

  init(_ file: SourceFile, _ encoding: PositionEncoding) {
    self.file = file
    self.encoding = encoding
    lines = LineIndex(file)
    var checkpoints: [Int: (offsets: [Int], units: [Int])] = [:]
    for line in lines.starts.indices {
      let end = line + 1 < lines.starts.count ? Int(lines.starts[line + 1]) : file.bytes.count
      if end - Int(lines.starts[line]) > 4 * Self.step {
        checkpoints[line] = Self.checkpoints(lines.content(ofLine: line), encoding)
      }
    }
    self.checkpoints = checkpoints
  }

  private static func checkpoints(
    _ content: ArraySlice<UInt8>, _ encoding: PositionEncoding
  ) -> (offsets: [Int], units: [Int]) {
    var offsets = [content.startIndex]
    var counts = [0]
    var scanner = ScalarScanner(content)
    var units = 0
    var start = scanner.offset
    while let scalar = scanner.next() {
      units += encoding.units(scalar, byteCount: scanner.offset - start)
      start = scanner.offset
      if start - offsets[offsets.count - 1] >= step {
        offsets.append(start)
        counts.append(units)
      }
    }
    return (offsets, counts)
  }

  /// Returns the last checkpoint at or before the value.
  private static func last(_ values: [Int], upTo value: Int) -> Int {
    var low = 0
    var high = values.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if values[middle] <= value { low = middle } else { high = middle }
    }
    return low
  }

  /// Returns the offset of a position. A position after the end of its line becomes the end of the line, one after the
  /// last line the end of the text, and one inside of a scalar the start of the scalar.
  func offset(_ position: TextPosition) -> Int {
    guard position.line >= 0 else { return 0 }
    guard position.line < lines.starts.count else { return file.bytes.count }
    var content = lines.content(ofLine: position.line)
    var units = 0
    if let known = checkpoints[position.line] {
      let place = Self.last(known.units, upTo: position.character)
      units = known.units[place]
      content = content[known.offsets[place]...]
    }
    var scanner = ScalarScanner(content)
    while units < position.character {
      let start = scanner.offset
      guard let scalar = scanner.next() else { return content.endIndex }
      units += encoding.units(scalar, byteCount: scanner.offset - start)
      if units > position.character { return start }
    }
    return scanner.offset
  }

  func position(_ offset: Int) -> TextPosition {
    let offset = min(max(0, offset), file.bytes.count)
    let line = lines.line(at: UInt32(offset))
    var content = lines.content(ofLine: line)
    var units = 0
    if let known = checkpoints[line] {
      let place = Self.last(known.offsets, upTo: offset)
      units = known.units[place]
      content = content[known.offsets[place]...]
    }
    var scanner = ScalarScanner(content)
    while scanner.offset < offset {
      let start = scanner.offset
      guard let scalar = scanner.next(), scanner.offset <= offset else { break }
      units += encoding.units(scalar, byteCount: scanner.offset - start)
    }
    return TextPosition(line, units)
  }

  func range(_ span: Span) -> TextRange {
    TextRange(position(Int(span.start)), position(Int(span.end)))
  }

  func span(_ range: TextRange) -> Span {
    Span(offset(range.start), offset(range.end))
  }

  /// Returns the length of a part of one line, in units.
  func length(_ span: Span) -> Int {
    if encoding == .utf8 { return Int(span.end - span.start) }
    var scanner = ScalarScanner(file.bytes[Int(span.start)..<Int(span.end)])
    var units = 0
    var start = scanner.offset
    while let scalar = scanner.next() {
      units += encoding.units(scalar, byteCount: scanner.offset - start)
      start = scanner.offset
    }
    return units
  }
}
