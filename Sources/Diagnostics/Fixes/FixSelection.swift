package import Text

/// Fixes that can be applied together: their edits do not touch, except those of moves.
///
/// The first one has precedence; a fix that conflicts with it waits for the next round. Of several moves of one
/// item, that to the last place counts.
package struct FixSelection: Sendable {
  private struct OrderedEdit {
    var edit: Edit
    /// For the insertion of a moved item: its place, which determines the order of insertions at one place.
    var origin: Location?

    static func precedes(_ a: OrderedEdit, _ b: OrderedEdit) -> Bool {
      if a.edit.location != b.edit.location { return a.edit.location < b.edit.location }
      guard let a = a.origin, let b = b.origin else { return b.origin != nil }
      return a < b
    }
  }

  private var edits: [FileID: [OrderedEdit]] = [:]
  /// The indices of the fixes, ascending.
  package private(set) var chosen: [Int] = []

  package init(_ fixes: [Fix]) {
    /// Sorted.
    var taken: [FileID: [(span: Span, isMove: Bool)]] = [:]
    var rules: Set<Location> = []
    /// The insertion of each moved item.
    var moves: [Location: Edit] = [:]
    for (index, fix) in fixes.enumerated() where !fix.edits.isEmpty {
      let isMove = fix.kind == .move
      let own = isMove ? fix.edits.filter { moves[$0.location] == nil } : fix.edits
      let isFree = own.allSatisfy { edit in
        let spans = taken[edit.location.file] ?? []
        let place = Self.place(of: edit.location.span, in: spans)
        // Several insertions can be at one place.
        var first = max(0, place - 1)
        while first > 0, spans[first].span == spans[first - 1].span { first -= 1 }
        return !spans[first..<min(spans.count, place + 1)]
          .contains {
            Self.touch($0.span, edit.location.span, atEdges: !(isMove && $0.isMove))
          }
      }
      guard isFree else { continue }
      if case .condition(let rule) = fix.kind, !rules.insert(rule).inserted { continue }
      for edit in own {
        let place = Self.place(of: edit.location.span, in: taken[edit.location.file] ?? [])
        taken[edit.location.file, default: []].insert((edit.location.span, isMove), at: place)
        if !isMove {
          edits[edit.location.file, default: []].append(OrderedEdit(edit: edit, origin: nil))
        }
      }
      chosen.append(index)
      guard isMove else { continue }
      for pair in stride(from: 0, to: fix.edits.count - 1, by: 2) {
        let (insertion, origin) = (fix.edits[pair], fix.edits[pair + 1].location)
        if let other = moves[origin], other.location >= insertion.location { continue }
        moves[origin] = insertion
      }
    }
    for (origin, insertion) in moves {
      edits[origin.file, default: []] += [
        OrderedEdit(edit: insertion, origin: origin),
        OrderedEdit(edit: Edit(origin, ""), origin: nil),
      ]
    }
  }

  /// The position of the span among sorted ones.
  private static func place(
    of span: Span, in spans: [(span: Span, isMove: Bool)]
  ) -> Int {
    spans.partitionPoint { ($0.span.start, $0.span.end) >= (span.start, span.end) }
  }

  /// Returns whether two edits overlap.
  ///
  /// - Parameter atEdges: whether an insertion at the edge of another edit counts; their order matters.
  private static func touch(_ a: Span, _ b: Span, atEdges: Bool) -> Bool {
    if atEdges, a.start == a.end || b.start == b.end { return a.start <= b.end && b.start <= a.end }
    return a.start < b.end && b.start < a.end
  }

  /// The files after the edits.
  package func apply(to files: [SourceFile]) -> [SourceFile] {
    var files = files
    for (file, edits) in edits {
      let old = files[Int(file.index)]
      var bytes: [UInt8] = []
      var offset = 0
      for edit in edits.sorted(by: OrderedEdit.precedes).map(\.edit) {
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
