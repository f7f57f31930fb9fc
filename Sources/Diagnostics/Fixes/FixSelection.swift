package import Text

/// Fixes that can be applied together: their edits neither overlap nor insert at the edge of another.
///
/// The earlier of two conflicting fixes has precedence; the later one waits for the next round.
package struct FixSelection: Sendable {
  private var edits: [FileID: [Edit]] = [:]
  /// The indices of the fixes, ascending.
  package private(set) var chosen: [Int] = []

  package init(_ fixes: [Fix]) {
    /// The spans of the chosen edits, sorted.
    var taken: [FileID: [Span]] = [:]
    var rules: Set<Location> = []
    for (index, fix) in fixes.enumerated() where !fix.edits.isEmpty {
      let isFree = fix.edits.allSatisfy { edit in
        let spans = taken[edit.location.file] ?? []
        let place = Self.place(of: edit.location.span, in: spans)
        // A fix can make several insertions at one place.
        var first = max(0, place - 1)
        while first > 0, spans[first] == spans[first - 1] { first -= 1 }
        return !spans[first..<min(spans.count, place + 1)]
          .contains { Self.touch($0, edit.location.span) }
      }
      guard isFree else { continue }
      if case .condition(let rule) = fix.kind, !rules.insert(rule).inserted { continue }
      for edit in fix.edits {
        let place = Self.place(of: edit.location.span, in: taken[edit.location.file] ?? [])
        taken[edit.location.file, default: []].insert(edit.location.span, at: place)
        edits[edit.location.file, default: []].append(edit)
      }
      chosen.append(index)
    }
  }

  /// The position at which the span belongs among sorted ones.
  private static func place(of span: Span, in spans: [Span]) -> Int {
    spans.partitionPoint { ($0.start, $0.end) >= (span.start, span.end) }
  }

  /// Returns whether two edits overlap, or one inserts at the edge of the other. Their order would then matter.
  private static func touch(_ a: Span, _ b: Span) -> Bool {
    if a.start == a.end || b.start == b.end { return a.start <= b.end && b.start <= a.end }
    return a.start < b.end && b.start < a.end
  }

  /// The content of the files after the edits.
  package func apply(to files: [SourceFile]) -> [SourceFile] {
    var files = files
    for (file, edits) in edits {
      let old = files[Int(file.index)]
      var bytes: [UInt8] = []
      var offset = 0
      // Insertions of one fix at the same offset keep their order.
      let order = edits.indices.sorted { (edits[$0].location, $0) < (edits[$1].location, $1) }
      for edit in order.map({ edits[$0] }) {
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
