import Text

/// Source lines of one file with marks below them, in the style of rustc.
///
/// A span within one line is underlined. A span over several lines gets a bar at the left from its first line to its
/// last; if there are many lines between, they are omitted.
struct Snippet {
  struct Annotation {
    var span: Span
    var label: String
    /// The role of the mark, which is `^` for the place of the finding and `-` for a related one.
    var role: Style.Role
    var mark: UInt8
  }

  /// The maximum number of lines of a span that are all shown.
  private static let wholeLines = 5

  /// An annotation within one line, with its offsets in the file.
  private struct Underline {
    var start: Int
    var end: Int
    var annotation: Annotation
  }

  /// An annotation over several lines.
  private struct Bar {
    var lines: ClosedRange<Int>
    var start: Int
    var end: Int
    var annotation: Annotation
  }

  private let source: SourceFile
  private let lines: LineIndex
  private var underlines: [Int: [Underline]] = [:]
  private var bars: [Bar] = []
  private var shown: [Int] = []

  init(_ annotations: [Annotation], in index: PositionIndex) {
    source = index.file
    lines = index.lines
    var wanted: Set<Int> = []
    for annotation in annotations {
      let start = min(Int(annotation.span.start), source.bytes.count)
      let end = min(Int(annotation.span.end), source.bytes.count)
      let first = lines.line(at: UInt32(start))
      let last = end > start ? lines.line(at: UInt32(end - 1)) : first
      if first == last {
        underlines[first, default: []].append(
          Underline(start: start, end: end, annotation: annotation))
        wanted.insert(first)
      } else {
        bars.append(Bar(lines: first...last, start: start, end: end, annotation: annotation))
        let isWhole = last - first < Self.wholeLines
        wanted.formUnion(isWhole ? Array(first...last) : [first, first + 1, last])
      }
    }
    bars.sort {
      ($0.lines.lowerBound, $1.lines.upperBound) < ($1.lines.lowerBound, $0.lines.upperBound)
    }
    for line in wanted.sorted() {
      if let before = shown.last, line == before + 2 { shown.append(line - 1) }
      shown.append(line)
    }
  }

  /// The greatest line number shown, from 1.
  var lastLine: Int { (shown.last ?? 0) + 1 }

  func render(gutter: Int, into text: inout StyledText) {
    var previous: Int?
    for line in shown {
      if let previous, line > previous + 1 {
        text.write("...", .frame)
        var row = Row()
        addBars(at: line, to: &row, shift: gutter - 1)
        row.write(into: &text)
      }
      render(line, gutter, &text)
      previous = line
    }
  }

  private func render(_ line: Int, _ gutter: Int, _ text: inout StyledText) {
    let content = lines.content(ofLine: line)
    let display = SourceLine(content, focus: focus(line, content))
    let number = String(line + 1)
    text.write(String(repeating: " ", count: gutter - number.utf8.count) + number + " |", .frame)

    var row = Row()
    var openers: [Int] = []
    addBars(at: line, to: &row, shift: 0)
    for (column, bar) in bars.enumerated() where bar.lines.lowerBound == line {
      if content[..<min(bar.start, content.endIndex)].allSatisfy({ $0 == 0x20 || $0 == 0x09 }) {
        row.put(0x2F, bar.annotation.role, at: column)
      } else {
        openers.append(column)
      }
    }
    row.tail = (display.text, .plain, barWidth)
    row.write(into: &text)

    var active = Set(
      bars.indices.filter {
        bars[$0].lines.contains(line) && !(openers.contains($0))
      })
    for row in underlineRows(line, display, active) { emit(row, gutter, &text) }
    for column in openers {
      var row = base(active)
      let mark = barWidth + display.column(of: bars[column].start)
      row.draw(bars[column].annotation, from: column + 1, to: mark)
      emit(row, gutter, &text)
      active.insert(column)
    }
    for (column, bar) in bars.enumerated().reversed() where bar.lines.upperBound == line {
      var row = base(active)
      let end = min(bar.end, content.endIndex)
      let mark = barWidth + max(0, display.column(of: end) - 1)
      row.draw(bar.annotation, from: column + 1, to: mark)
      row.tail = (bar.annotation.label, bar.annotation.role, mark + 2)
      emit(row, gutter, &text)
      active.remove(column)
    }
  }

  /// The part of a line that must be visible: all marks if they fit, or otherwise the mark of the finding itself.
  private func focus(_ line: Int, _ content: ArraySlice<UInt8>) -> Range<Int> {
    let own = underlines[line] ?? []
    guard let first = own.min(by: { $0.start < $1.start }) else {
      if let bar = bars.first(where: { $0.lines.lowerBound == line }) {
        return bar.start..<min(bar.start + 1, max(bar.start, content.endIndex))
      }
      if let bar = bars.first(where: { $0.lines.upperBound == line }) {
        return max(content.startIndex, bar.end - 1)..<max(content.startIndex, bar.end)
      }
      return content.startIndex..<content.startIndex
    }
    let end = own.map { $0.end }.max() ?? first.end
    if end - first.start < SourceLine.limit - 40 { return first.start..<end }
    let primary = own.first { $0.annotation.mark == UInt8(ascii: "^") } ?? first
    return primary.start..<max(primary.start, primary.end)
  }

  private var barWidth: Int { bars.isEmpty ? 0 : bars.count + 1 }

  private func addBars(at line: Int, to row: inout Row, shift: Int) {
    for (column, bar) in bars.enumerated()
    where line > bar.lines.lowerBound && line <= bar.lines.upperBound {
      row.put(0x7C, bar.annotation.role, at: column + shift)
    }
  }

  private func base(_ active: Set<Int>) -> Row {
    var row = Row()
    for column in active { row.put(0x7C, bars[column].annotation.role, at: column) }
    return row
  }

  private func emit(_ row: Row, _ gutter: Int, _ text: inout StyledText) {
    text.write(String(repeating: " ", count: gutter) + " |", .frame)
    row.write(into: &text)
  }

  /// The rows of marks below one line. The first row has all underlines, and the last label to the right of them.
  /// Each other label has a row of its own below its mark.
  private func underlineRows(_ line: Int, _ display: SourceLine, _ active: Set<Int>) -> [Row] {
    guard let own = underlines[line] else { return [] }
    var marks: [(start: Int, end: Int, annotation: Annotation)] = own.map {
      let start = barWidth + display.column(of: $0.start)
      return (start, max(start + 1, barWidth + display.column(of: $0.end)), $0.annotation)
    }
    let isPrimary = { (mark: UInt8) in mark == UInt8(ascii: "^") }
    marks.sort {
      ($0.start, isPrimary($0.annotation.mark) ? 1 : 0) > (
        $1.start, isPrimary($1.annotation.mark) ? 1 : 0
      )
    }
    var underline = base(active)
    for mark in marks.reversed().filter({ !isPrimary($0.annotation.mark) })
      + marks.filter({ isPrimary($0.annotation.mark) })
    {
      for column in mark.start..<mark.end {
        underline.put(mark.annotation.mark, mark.annotation.role, at: column)
      }
    }
    var hanging = marks.filter { !$0.annotation.label.isEmpty }
    if let last = hanging.first, !marks.contains(where: { $0.end > last.end }) {
      underline.tail = (last.annotation.label, last.annotation.role, last.end + 1)
      hanging.removeFirst()
    }
    var rows = [underline]
    if hanging.isEmpty { return rows }
    var connectors = base(active)
    for mark in hanging { connectors.put(0x7C, mark.annotation.role, at: mark.start) }
    rows.append(connectors)
    for (position, mark) in hanging.enumerated() {
      var row = base(active)
      for other in hanging[(position + 1)...] where other.start < mark.start {
        row.put(0x7C, other.annotation.role, at: other.start)
      }
      row.tail = (mark.annotation.label, mark.annotation.role, mark.start)
      rows.append(row)
    }
    return rows
  }
}

/// The cells of one row to the right of the gutter, and a text at their end.
private struct Row {
  private var cells: [UInt8] = []
  private var roles: [Style.Role] = []
  var tail: (text: String, role: Style.Role, column: Int)?

  mutating func put(_ byte: UInt8, _ role: Style.Role, at column: Int) {
    while cells.count <= column {
      cells.append(0x20)
      roles.append(.plain)
    }
    cells[column] = byte
    roles[column] = role
  }

  /// Draws a line of `_` over blank cells, with the annotation's mark at its end.
  mutating func draw(_ annotation: Snippet.Annotation, from start: Int, to end: Int) {
    for column in start..<max(start, end) where column >= cells.count || cells[column] == 0x20 {
      put(0x5F, annotation.role, at: column)
    }
    put(annotation.mark, annotation.role, at: end)
  }

  /// Writes one blank, the cells, the tail and a line end, without trailing blanks.
  func write(into text: inout StyledText) {
    var count = cells.count
    let hasTail = tail.map { !$0.text.isEmpty } ?? false
    if !hasTail { while count > 0, cells[count - 1] == 0x20 { count -= 1 } }
    if count > 0 || hasTail { text.write(" ") }
    var start = 0
    while start < count {
      var end = start + 1
      while end < count, roles[end] == roles[start] { end += 1 }
      text.write(String(decoding: cells[start..<end], as: UTF8.self), roles[start])
      start = end
    }
    if let tail, hasTail {
      if tail.column > count { text.write(String(repeating: " ", count: tail.column - count)) }
      text.write(tail.text, tail.role)
    }
    text.endLine()
  }
}
