import Diagnostics
import Text

/// Turns offsets of one text into the protocol's positions and back.
struct TextMap: Sendable {
  let file: SourceFile
  let lines: LineIndex
  let encoding: PositionEncoding

  init(_ file: SourceFile, _ encoding: PositionEncoding) {
    self.file = file
    self.encoding = encoding
    lines = LineIndex(file)
  }

  /// The offset of a position. One past the end of its line is the end of the line, one past the
  /// last line the end of the text, one inside of a scalar that scalar's start.
  func offset(_ position: TextPosition) -> Int {
    guard position.line >= 0 else { return 0 }
    guard position.line < lines.starts.count else { return file.bytes.count }
    let content = lines.content(ofLine: position.line)
    var scanner = ScalarScanner(content)
    var units = 0
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
    let content = lines.content(ofLine: line)
    var scanner = ScalarScanner(content)
    var units = 0
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

  /// Units of a piece of one line.
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
