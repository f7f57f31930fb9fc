package import Text

/// Fixes of one round that can be applied together: their edits do not touch.
///
/// The first one in the order of the findings has precedence; a fix that conflicts with it waits for the next
/// round, and so do all but one of the fixes with `isAlone`.
package struct FixSelection: Sendable {
  private var edits: [FileID: [Edit]] = [:]
  /// The number of fixes.
  package private(set) var count = 0

  /// - Parameter all: true to include fixes that change the meaning.
  package init(_ findings: [Finding], all: Bool) {
    var hasAlone = false
    /// Sorted.
    var taken: [FileID: [Span]] = [:]
    for finding in findings {
      guard let fix = finding.fix, fix.isSafe || all, !fix.edits.isEmpty else { continue }
      if fix.isAlone, hasAlone { continue }
      let isFree = fix.edits.allSatisfy { edit in
        let spans = taken[edit.location.file] ?? []
        let place = Self.place(of: edit.location.span, in: spans)
        return !spans[max(0, place - 1)..<min(spans.count, place + 1)]
          .contains { Self.touch($0, edit.location.span) }
      }
      guard isFree else { continue }
      for edit in fix.edits {
        let place = Self.place(of: edit.location.span, in: taken[edit.location.file] ?? [])
        taken[edit.location.file, default: []].insert(edit.location.span, at: place)
        edits[edit.location.file, default: []].append(edit)
      }
      hasAlone = hasAlone || fix.isAlone
      count += 1
    }
  }

  /// The position of the span among sorted ones.
  private static func place(of span: Span, in spans: [Span]) -> Int {
    var low = 0
    var high = spans.count
    while low < high {
      let middle = (low + high) / 2
      if (spans[middle].start, spans[middle].end) < (span.start, span.end) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }

  /// True if the order of two edits matters.
  private static func touch(_ a: Span, _ b: Span) -> Bool {
    if a.start == a.end || b.start == b.end { return a.start <= b.end && b.start <= a.end }
    return a.start < b.end && b.start < a.end
  }

  /// The files after the edits.
  package func apply(to files: [SourceFile]) -> [SourceFile] {
    var files = files
    for (file, edits) in edits {
      let old = files[Int(file.index)]
      var bytes: [UInt8] = []
      var offset = 0
      for edit in edits.sorted(by: { $0.location < $1.location }) {
        bytes += old.bytes[offset..<Int(edit.location.span.start)]
        bytes += edit.replacement.utf8
        offset = Int(edit.location.span.end)
      }
      bytes += old.bytes[offset...]
      files[Int(file.index)] = SourceFile(name: old.name, bytes: bytes)
    }
    return files
  }
}
