import Text

/// The lines that differ between two versions of a text.
///
/// The shortest script of removed and added lines, according to Myers ("An O(ND) Difference Algorithm", 1986): for
/// each number of differences, the furthest point of each diagonal. Common lines at the start and at the end are
/// removed first. If more than `limit` lines differ, all remaining lines count as replaced. A caller that knows the
/// replacements passes them instead.
package struct LineDiff: Sendable {
  package struct Change: Sendable, Equatable {
    /// The removed lines, counted from 0. Empty for an insertion, at the line before which lines are inserted.
    package var old: Range<Int>
    package var new: Range<Int>

    package init(old: Range<Int>, new: Range<Int>) {
      self.old = old
      self.new = new
    }
  }

  /// The maximum number of differences that are searched for.
  private static let limit = 2000

  /// The lines of the old text, with their line ends (LF).
  package let oldLines: [ArraySlice<UInt8>]
  package let newLines: [ArraySlice<UInt8>]
  /// The changes in order. At least one unchanged line is between two changes.
  package let changes: [Change]

  package init(_ old: [UInt8], _ new: [UInt8]) {
    oldLines = Self.lines(old)
    newLines = Self.lines(new)
    var numbers: [ArraySlice<UInt8>: Int] = [:]
    func number(_ line: ArraySlice<UInt8>) -> Int {
      if let number = numbers[line] { return number }
      numbers[line] = numbers.count
      return numbers.count - 1
    }
    changes = Self.changes(oldLines.map(number), newLines.map(number))
  }

  /// Creates the difference from known replacements, without a search.
  ///
  /// - Parameter replaced: ranges of the old text and the ranges that replace them in the new text, in order.
  package init(
    _ old: [UInt8], _ new: [UInt8], replaced: [(old: Range<Int>, new: Range<Int>)]
  ) {
    let (oldLines, newLines) = (Self.lines(old), Self.lines(new))
    self.oldLines = oldLines
    self.newLines = newLines
    let (oldWalk, newWalk) = (LineWalk(oldLines), LineWalk(newLines))
    var touched: [Change] = []
    for (old, new) in replaced {
      let change = Change(old: oldWalk.lines(of: old), new: newWalk.lines(of: new))
      if let last = touched.last,
        change.old.lowerBound <= last.old.upperBound || change.new.lowerBound <= last.new.upperBound
      {
        touched[touched.count - 1] = Change(
          old: last.old.lowerBound..<max(last.old.upperBound, change.old.upperBound),
          new: last.new.lowerBound..<max(last.new.upperBound, change.new.upperBound))
      } else {
        touched.append(change)
      }
    }
    changes = touched.map { Self.trimmed($0, oldLines, newLines) }
      .filter { !$0.old.isEmpty || !$0.new.isEmpty }
  }

  /// Finds the lines of offsets that are looked up in ascending order.
  private final class LineWalk {
    private let lines: [ArraySlice<UInt8>]
    private var line = 0

    init(_ lines: [ArraySlice<UInt8>]) { self.lines = lines }

    func lines(of place: Range<Int>) -> Range<Int> {
      while line < lines.count, lines[line].endIndex <= place.lowerBound { line += 1 }
      var last = line
      while last < lines.count, lines[last].endIndex <= place.upperBound { last += 1 }
      return line..<min(lines.count, last + 1)
    }
  }

  /// The change without the common lines at both ends.
  private static func trimmed(
    _ change: Change, _ oldLines: [ArraySlice<UInt8>], _ newLines: [ArraySlice<UInt8>]
  ) -> Change {
    var (old, new) = (change.old, change.new)
    while let a = old.first, let b = new.first, oldLines[a] == newLines[b] {
      old.removeFirst()
      new.removeFirst()
    }
    while let a = old.last, let b = new.last, oldLines[a] == newLines[b] {
      old.removeLast()
      new.removeLast()
    }
    return Change(old: old, new: new)
  }

  private static func lines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var start = 0
    for (offset, byte) in bytes.enumerated() where byte == 0x0A {
      lines.append(bytes[start...offset])
      start = offset + 1
    }
    if start < bytes.count { lines.append(bytes[start...]) }
    return lines
  }

  private static func changes(_ old: [Int], _ new: [Int]) -> [Change] {
    var start = 0
    while start < old.count, start < new.count, old[start] == new[start] { start += 1 }
    var tail = 0
    while tail < old.count - start, tail < new.count - start,
      old[old.count - 1 - tail] == new[new.count - 1 - tail]
    {
      tail += 1
    }
    let middle = Change(old: start..<(old.count - tail), new: start..<(new.count - tail))
    if middle.old.isEmpty && middle.new.isEmpty { return [] }
    if middle.old.isEmpty || middle.new.isEmpty { return [middle] }
    guard let script = script(Array(old[middle.old]), Array(new[middle.new])) else {
      return [middle]
    }
    return script.map {
      Change(
        old: ($0.old.lowerBound + start)..<($0.old.upperBound + start),
        new: ($0.new.lowerBound + start)..<($0.new.upperBound + start))
    }
  }

  private static func script(_ a: [Int], _ b: [Int]) -> [Change]? {
    let bound = min(a.count + b.count, limit)
    // For each diagonal k (at index k + bound + 1), the furthest index into `a`.
    var furthest = [Int](repeating: 0, count: 2 * bound + 3)
    // For each round, the values of the diagonals from -d to d at its start.
    var trace: [[Int]] = []
    for d in 0...bound {
      trace.append(Array(furthest[(bound + 1 - d)...(bound + 1 + d)]))
      for k in stride(from: -d, through: d, by: 2) {
        let slot = k + bound + 1
        let isDown = k == -d || k != d && furthest[slot - 1] < furthest[slot + 1]
        var x = isDown ? furthest[slot + 1] : furthest[slot - 1] + 1
        var y = x - k
        while x < a.count, y < b.count, a[x] == b[y] {
          x += 1
          y += 1
        }
        furthest[slot] = x
        if x >= a.count, y >= b.count { return walkBack(trace, a.count, b.count) }
      }
    }
    return nil
  }

  private static func walkBack(_ trace: [[Int]], _ oldCount: Int, _ newCount: Int) -> [Change] {
    var changes: [Change] = []
    var (x, y) = (oldCount, newCount)
    for d in stride(from: trace.count - 1, to: 0, by: -1) {
      let k = x - y
      func before(_ k: Int) -> Int { abs(k) > d ? -1 : trace[d][k + d] }
      let isDown = k == -d || k != d && before(k - 1) < before(k + 1)
      let previous = isDown ? k + 1 : k - 1
      let (fromX, fromY) = (before(previous), before(previous) - previous)
      let edit =
        isDown
        ? Change(old: fromX..<fromX, new: fromY..<(fromY + 1))
        : Change(old: fromX..<(fromX + 1), new: fromY..<fromY)
      if let next = changes.last, next.old.lowerBound == edit.old.upperBound,
        next.new.lowerBound == edit.new.upperBound
      {
        changes[changes.count - 1] = Change(
          old: edit.old.lowerBound..<next.old.upperBound,
          new: edit.new.lowerBound..<next.new.upperBound)
      } else {
        changes.append(edit)
      }
      (x, y) = (fromX, fromY)
    }
    return changes.reversed()
  }
}

extension LineDiff {
  /// The number of unchanged lines that are shown around a change.
  private static let context = 3

  /// A unified diff for `patch -p1` and `git apply`; empty if nothing differs.
  ///
  /// - Parameter path: the path in bytes. The first slash of an absolute path is removed, as in git.
  package func patch(of path: [UInt8]) -> [UInt8] {
    if changes.isEmpty { return [] }
    let name = path.drop { $0 == 0x2F }
    var text = Array("--- ".utf8) + Quoting.patchPath(Array("a/".utf8) + name) + [0x0A]
    text += Array("+++ ".utf8) + Quoting.patchPath(Array("b/".utf8) + name) + [0x0A]
    var first = 0
    while first < changes.count {
      var last = first
      while last + 1 < changes.count,
        changes[last + 1].old.lowerBound - changes[last].old.upperBound <= 2 * Self.context
      {
        last += 1
      }
      hunk(changes[first...last], &text)
      first = last + 1
    }
    return text
  }

  private func hunk(_ changes: ArraySlice<Change>, _ text: inout [UInt8]) {
    guard let first = changes.first, let last = changes.last else { return }
    let lead = min(Self.context, first.old.lowerBound)
    let trail = min(Self.context, oldLines.count - last.old.upperBound)
    let old = (first.old.lowerBound - lead)..<(last.old.upperBound + trail)
    let new = (first.new.lowerBound - lead)..<(last.new.upperBound + trail)
    func range(_ lines: Range<Int>) -> String {
      lines.count == 1
        ? "\(lines.lowerBound + 1)"
        : "\(lines.isEmpty ? lines.lowerBound : lines.lowerBound + 1),\(lines.count)"
    }
    text += "@@ -\(range(old)) +\(range(new)) @@\n".utf8
    func line(_ sign: Unicode.Scalar, _ line: ArraySlice<UInt8>) {
      text.append(UInt8(ascii: sign))
      text += line
      if line.last != 0x0A { text += "\n\\ No newline at end of file\n".utf8 }
    }
    var next = old.lowerBound
    for change in changes {
      for index in next..<change.old.lowerBound { line(" ", oldLines[index]) }
      for index in change.old { line("-", oldLines[index]) }
      for index in change.new { line("+", newLines[index]) }
      next = change.old.upperBound
    }
    for index in next..<old.upperBound { line(" ", oldLines[index]) }
  }
}
