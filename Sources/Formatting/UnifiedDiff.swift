import Text

/// The changes of a file as `diff -u` shows them.
package enum UnifiedDiff {
  private static let context = 3

  /// Lines of the old text, and those that take their place.
  private struct Change {
    var old: Range<Int>
    var new: Range<Int>
  }

  /// - Parameter edits: that make `new` of `old`, in order.
  package static func text(
    name: String, from old: [UInt8], to new: [UInt8], _ edits: [TextEdit]
  ) -> [UInt8] {
    let oldLines = lines(old)
    let newLines = lines(new)
    let changes = changes(old, oldLines, new, newLines, edits)
    var text = Array("--- \(name)\n+++ \(name)\n".utf8)
    var first = 0
    while first < changes.count {
      var last = first
      while last + 1 < changes.count,
        changes[last + 1].old.lowerBound - changes[last].old.upperBound <= 2 * context
      {
        last += 1
      }
      hunk(changes[first...last], old, oldLines, new, newLines, &text)
      first = last + 1
    }
    return text
  }

  /// The lines with their ends.
  private static func lines(_ bytes: [UInt8]) -> [Range<Int>] {
    var lines: [Range<Int>] = []
    var start = 0
    for index in bytes.indices where bytes[index] == 0x0A {
      lines.append(start..<index + 1)
      start = index + 1
    }
    if start < bytes.count { lines.append(start..<bytes.count) }
    return lines
  }

  private static func changes(
    _ old: [UInt8], _ oldLines: [Range<Int>], _ new: [UInt8], _ newLines: [Range<Int>],
    _ edits: [TextEdit]
  ) -> [Change] {
    var changes: [Change] = []
    var shift = 0
    var oldLine = 0
    var newLine = 0
    for edit in edits {
      let start = Int(edit.span.start)
      let end = Int(edit.span.end)
      let newStart = start + shift
      let newEnd = newStart + edit.replacement.count
      shift += edit.replacement.count - (end - start)
      while oldLine < oldLines.count, oldLines[oldLine].upperBound <= start { oldLine += 1 }
      while newLine < newLines.count, newLines[newLine].upperBound <= newStart { newLine += 1 }
      let oldFirst = oldLine
      let newFirst = newLine
      var oldLast = oldLine
      var newLast = newLine
      while oldLast < oldLines.count, oldLines[oldLast].upperBound <= end { oldLast += 1 }
      while newLast < newLines.count, newLines[newLast].upperBound <= newEnd { newLast += 1 }
      let change = Change(
        old: oldFirst..<min(oldLines.count, oldLast + 1),
        new: newFirst..<min(newLines.count, newLast + 1))
      if let last = changes.last,
        change.old.lowerBound <= last.old.upperBound
          || change.new.lowerBound <= last.new.upperBound
      {
        changes[changes.count - 1] = Change(
          old: last.old.lowerBound..<max(last.old.upperBound, change.old.upperBound),
          new: last.new.lowerBound..<max(last.new.upperBound, change.new.upperBound))
      } else {
        changes.append(change)
      }
    }
    return changes.map { trimmed($0, old, oldLines, new, newLines) }
      .filter { !$0.old.isEmpty || !$0.new.isEmpty }
  }

  private static func trimmed(
    _ change: Change, _ old: [UInt8], _ oldLines: [Range<Int>], _ new: [UInt8],
    _ newLines: [Range<Int>]
  ) -> Change {
    func isSame(_ a: Int, _ b: Int) -> Bool { old[oldLines[a]] == new[newLines[b]] }
    var (start, end) = (change.old.lowerBound, change.old.upperBound)
    var (newStart, newEnd) = (change.new.lowerBound, change.new.upperBound)
    while start < end, newStart < newEnd, isSame(start, newStart) {
      start += 1
      newStart += 1
    }
    while start < end, newStart < newEnd, isSame(end - 1, newEnd - 1) {
      end -= 1
      newEnd -= 1
    }
    return Change(old: start..<end, new: newStart..<newEnd)
  }

  private static func hunk(
    _ changes: ArraySlice<Change>, _ old: [UInt8], _ oldLines: [Range<Int>], _ new: [UInt8],
    _ newLines: [Range<Int>], _ text: inout [UInt8]
  ) {
    guard let first = changes.first, let last = changes.last else { return }
    let before = min(context, first.old.lowerBound, first.new.lowerBound)
    let after = min(
      context, oldLines.count - last.old.upperBound, newLines.count - last.new.upperBound)
    let oldRange = first.old.lowerBound - before..<last.old.upperBound + after
    let newRange = first.new.lowerBound - before..<last.new.upperBound + after
    text += Array("@@ -\(place(oldRange)) +\(place(newRange)) @@\n".utf8)
    var line = oldRange.lowerBound
    for change in changes {
      while line < change.old.lowerBound {
        append(" ", old[oldLines[line]], &text)
        line += 1
      }
      for removed in change.old { append("-", old[oldLines[removed]], &text) }
      for added in change.new { append("+", new[newLines[added]], &text) }
      line = change.old.upperBound
    }
    while line < oldRange.upperBound {
      append(" ", old[oldLines[line]], &text)
      line += 1
    }
  }

  /// The first line and the number of lines; an empty range is named by the line before it.
  private static func place(_ range: Range<Int>) -> String {
    let start = range.isEmpty ? range.lowerBound : range.lowerBound + 1
    return range.count == 1 ? "\(start)" : "\(start),\(range.count)"
  }

  private static func append(_ mark: Character, _ line: ArraySlice<UInt8>, _ text: inout [UInt8]) {
    text += Array(mark.utf8)
    text += line
    if line.last != 0x0A { text += Array("\n\\ No newline at end of file\n".utf8) }
  }
}
