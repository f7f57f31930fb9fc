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

  /// Edits on adjacent lines, which are shown together.
  private struct Hunk {
    var lines: ClosedRange<Int>
    var edits: [Edit]
  }

  /// The text that replaces the lines of a hunk.
  private struct Replacement {
    /// The text of the hunk's lines, or the part of it near the edits.
    var text: [UInt8]
    /// The range of each replacement in the text.
    var inserted: [Range<Int>]
    var isCut: (front: Bool, back: Bool)
    /// The lines after the edits; empty if nothing is left, not even an empty line.
    var lines: [ArraySlice<UInt8>] = []
  }

  let file: FileID
  let location: Location
  private let source: SourceFile
  private let lines: LineIndex
  private var hunks: [(old: Hunk, new: Replacement)] = []

  /// - Requires: `edits` is not empty, and all edits are in the index's file.
  init(_ edits: [Edit], in index: PositionIndex) {
    source = index.file
    lines = index.lines
    let edits = edits.sorted { $0.location < $1.location }
    location = edits[0].location
    file = location.file
    var old: [Hunk] = []
    var end: UInt32 = 0
    for edit in edits where edit.location.span.start >= end {
      let span = edit.location.span
      end = span.end
      let first = lines.line(at: span.start)
      let last = lastLine(of: edit)
      if let hunk = old.last, first <= hunk.lines.upperBound {
        old[old.count - 1].edits.append(edit)
        old[old.count - 1].lines = hunk.lines.lowerBound...max(last, hunk.lines.upperBound)
      } else {
        old.append(Hunk(lines: first...last, edits: [edit]))
      }
    }
    hunks = old.map { ($0, replacement(of: $0)) }
  }

  /// The last line that the edit changes.
  ///
  /// An edit that removes a line end also changes the next line, unless that line keeps its start. An LF that follows
  /// a CR belongs to the same line end.
  private func lastLine(of edit: Edit) -> Int {
    let span = edit.location.span
    guard span.end > span.start else { return lines.line(at: span.start) }
    let isAtStart =
      edit.replacement.isEmpty
      ? lines.starts[lines.line(at: span.start)] == span.start
        && !(isBehindCR(Int(span.start)) && isLF(Int(span.end)))
      : edit.replacement.utf8.last == 0x0A
    return lines.line(at: isAtStart ? span.end - 1 : span.end)
  }

  /// The greatest line number shown, from 1. Added lines are numbered from the first line of their hunk, so their
  /// numbers can exceed those of the file's lines.
  var lastLine: Int {
    hunks.map { old, new in
      old.lines.lowerBound + min(Self.lineLimit, max(old.lines.count, new.lines.count))
    }.max() ?? 1
  }

  func render(gutter: Int, into text: inout StyledText) {
    for (position, hunk) in hunks.enumerated() {
      if position > 0 { text.line("...", .frame) }
      render(hunk.old, hunk.new, gutter, &text)
    }
  }

  private func replacement(of hunk: Hunk) -> Replacement {
    let start = Int(hunk.edits[0].location.span.start)
    let end = Int(hunk.edits[hunk.edits.count - 1].location.span.end)
    let firstLine = lines.content(ofLine: hunk.lines.lowerBound)
    let lastLine = lines.content(ofLine: hunk.lines.upperBound)
    let from = max(firstLine.startIndex, min(start, firstLine.endIndex) - Self.reach)
    let to = min(lastLine.endIndex, max(end, lastLine.startIndex) + Self.reach)
    let (text, inserted) = apply(hunk.edits, from, max(from, to))
    var new = Replacement(
      text: text, inserted: inserted,
      isCut: (from > firstLine.startIndex, to < lastLine.endIndex))
    let removesEnd = end > lastLine.endIndex
    let isBehindCR = from == firstLine.startIndex && isBehindCR(from)
    if text.isEmpty,
      removesEnd || lastLine.endIndex == source.bytes.count || isBehindCR && isLF(end)
    {
      return new
    }
    new.lines = text.split(separator: 0x0A, omittingEmptySubsequences: false)
    if removesEnd, let last = new.lines.last, last.isEmpty { new.lines.removeLast() }
    // CR and LF are together one line end.
    if isBehindCR, text.first == 0x0A { new.lines.removeFirst() }
    return new
  }

  private func isBehindCR(_ offset: Int) -> Bool { offset > 0 && source.bytes[offset - 1] == 0x0D }

  private func isLF(_ offset: Int) -> Bool {
    offset < source.bytes.count && source.bytes[offset] == 0x0A
  }

  private func render(_ hunk: Hunk, _ new: Replacement, _ gutter: Int, _ text: inout StyledText) {
    let number = hunk.lines.lowerBound + 1
    let (inserted, isCut) = (new.inserted, new.isCut)
    let isInsertion = hunk.edits.allSatisfy {
      $0.location.span.start == $0.location.span.end && !$0.replacement.utf8.contains(0x0A)
    }
    if isInsertion {
      let line = SourceLine(
        new.text[...], focus: inserted[0].lowerBound..<inserted[inserted.count - 1].upperBound,
        isCut: isCut)
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

    let start = Int(hunk.edits[0].location.span.start)
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
    for (position, line) in new.lines.enumerated() {
      if position == Self.lineLimit {
        text.line("...", .frame)
        break
      }
      let content = line.last == 0x0D ? line.dropLast() : line
      let focus = max(content.startIndex, min(inserted[0].lowerBound, content.endIndex))
      let isLast = position == new.lines.count - 1
      let shown = SourceLine(
        content, focus: focus..<focus,
        isCut: (isCut.front && position == 0, isCut.back && isLast))
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
