import Text

/// The lines of one file that a fix changes, before and after.
///
/// An insertion into one line is shown as that line with `+` below the new text, any other change as `-` and
/// `+` lines.
struct FixPreview {
  /// The number of lines of each side that are shown.
  private static let lineLimit = 6
  /// The number of bytes of a long line that are read on each side of an edit.
  private static let reach = 4000

  /// Edits on adjacent lines.
  private struct Hunk {
    var lines: ClosedRange<Int>
    var edits: [Edit]
  }

  let file: FileID
  let location: Location
  private let source: SourceFile
  private let lines: LineIndex
  private var hunks: [Hunk] = []

  /// - Requires: `edits` is not empty and all of the index's file.
  init(_ edits: [Edit], in index: PositionIndex) {
    source = index.file
    lines = index.lines
    let edits = edits.sorted { $0.location < $1.location }
    location = edits[0].location
    file = location.file
    var end: UInt32 = 0
    for edit in edits where edit.location.span.start >= end {
      let span = edit.location.span
      end = span.end
      let first = lines.line(at: span.start)
      let last = Self.lastLine(of: edit, lines)
      if let hunk = hunks.last, first <= hunk.lines.upperBound {
        hunks[hunks.count - 1].edits.append(edit)
        hunks[hunks.count - 1].lines = hunk.lines.lowerBound...max(last, hunk.lines.upperBound)
      } else {
        hunks.append(Hunk(lines: first...last, edits: [edit]))
      }
    }
  }

  /// The last line that the edit changes. If it removes the end of a line, that is the next one, unless that starts
  /// a line as before.
  private static func lastLine(of edit: Edit, _ lines: LineIndex) -> Int {
    let span = edit.location.span
    guard span.end > span.start else { return lines.line(at: span.start) }
    let isAtStart =
      edit.replacement.isEmpty
      ? lines.starts[lines.line(at: span.start)] == span.start
      : edit.replacement.utf8.last == 0x0A
    return lines.line(at: isAtStart ? span.end - 1 : span.end)
  }

  /// The greatest line number shown, from 1.
  var lastLine: Int { (hunks.last?.lines.upperBound ?? 0) + 1 }

  func render(gutter: Int, into text: inout StyledText) {
    for (position, hunk) in hunks.enumerated() {
      if position > 0 { text.line("...", .frame) }
      render(hunk, gutter, &text)
    }
  }

  private func render(_ hunk: Hunk, _ gutter: Int, _ text: inout StyledText) {
    let start = Int(hunk.edits[0].location.span.start)
    let end = Int(hunk.edits[hunk.edits.count - 1].location.span.end)
    let firstLine = lines.content(ofLine: hunk.lines.lowerBound)
    let lastLine = lines.content(ofLine: hunk.lines.upperBound)
    let from = max(firstLine.startIndex, min(start, firstLine.endIndex) - Self.reach)
    let to = min(lastLine.endIndex, max(end, lastLine.startIndex) + Self.reach)
    let cut = (front: from > firstLine.startIndex, back: to < lastLine.endIndex)
    let (after, inserted) = apply(hunk.edits, from, max(from, to))
    let number = hunk.lines.lowerBound + 1

    let isInsertion = hunk.edits.allSatisfy {
      $0.location.span.start == $0.location.span.end && !$0.replacement.utf8.contains(0x0A)
    }
    if isInsertion {
      let line = SourceLine(
        after[...], focus: inserted[0].lowerBound..<inserted[inserted.count - 1].upperBound,
        isCut: cut)
      text.write(pad(number, gutter) + " |", .frame)
      text.line(line.text.isEmpty ? "" : " " + line.text)
      text.write(String(repeating: " ", count: gutter) + " |", .frame)
      var column = -1
      for range in inserted {
        let start = max(column, line.column(of: range.lowerBound))
        text.write(String(repeating: " ", count: start - column))
        let end = line.column(of: range.upperBound)
        text.write(String(repeating: "+", count: max(0, end - start)), .inserted)
        column = max(start, end)
      }
      text.endLine()
      return
    }

    for (position, line) in hunk.lines.enumerated() {
      if position == Self.lineLimit {
        text.line("...", .frame)
        break
      }
      let content = lines.content(ofLine: line)
      let focus = max(content.startIndex, min(start, content.endIndex))
      let shown = SourceLine(content, focus: focus..<focus)
      text.write(pad(number + position, gutter) + " ", .frame)
      text.line(shown.text.isEmpty ? "-" : "- " + shown.text, .removed)
    }
    // Nothing is left, not even an empty line.
    if after.isEmpty, end > lastLine.endIndex || lastLine.endIndex == source.bytes.count { return }
    var lines = after.split(separator: 0x0A, omittingEmptySubsequences: false)
    if end > lastLine.endIndex, let last = lines.last, last.isEmpty { lines.removeLast() }
    for (position, line) in lines.enumerated() {
      if position == Self.lineLimit {
        text.line("...", .frame)
        break
      }
      let content = line.last == 0x0D ? line.dropLast() : line
      let focus = max(content.startIndex, min(inserted[0].lowerBound, content.endIndex))
      let isLast = position == lines.count - 1
      let shown = SourceLine(
        content, focus: focus..<focus,
        isCut: (cut.front && position == 0, cut.back && isLast))
      text.write(pad(number + position, gutter) + " ", .frame)
      text.line(shown.text.isEmpty ? "+" : "+ " + shown.text, .inserted)
    }
  }

  /// The text between two offsets after the edits, and the range of each replacement in it.
  private func apply(_ edits: [Edit], _ from: Int, _ to: Int) -> ([UInt8], [Range<Int>]) {
    let bytes = source.bytes
    var result: [UInt8] = []
    var inserted: [Range<Int>] = []
    var offset = from
    for edit in edits {
      let start = min(max(offset, Int(edit.location.span.start)), max(offset, to))
      result.append(contentsOf: bytes[offset..<start])
      let before = result.count
      result.append(contentsOf: edit.replacement.utf8)
      inserted.append(before..<result.count)
      offset = max(start, min(Int(edit.location.span.end), bytes.count))
    }
    if offset < to { result.append(contentsOf: bytes[offset..<to]) }
    return (result, inserted)
  }

  private func pad(_ number: Int, _ gutter: Int) -> String {
    let digits = String(number)
    return String(repeating: " ", count: max(0, gutter - digits.utf8.count)) + digits
  }
}
