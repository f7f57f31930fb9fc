/// A half-open range of UTF-8 bytes in one file.
package struct Span: Hashable, Sendable {
  /// The offset of the first byte.
  package var start: UInt32
  /// The offset after the last byte, at least `start`.
  package var end: UInt32

  package init(_ start: UInt32, _ end: UInt32) {
    self.start = start
    self.end = max(start, end)
  }

  package init(_ start: Int, _ end: Int) {
    self.init(UInt32(truncatingIfNeeded: start), UInt32(truncatingIfNeeded: end))
  }

  /// The smallest span that contains both spans.
  package func union(_ other: Span) -> Span {
    Span(min(start, other.start), max(end, other.end))
  }

  /// The span of the same text after an edit before it has moved it.
  package func moved(by distance: Int64) -> Span {
    Span(UInt32(Int64(start) + distance), UInt32(Int64(end) + distance))
  }
}

/// A file of the rule set, identified by its index in the set's list of files.
package struct FileID: Hashable, Sendable, Comparable {
  package let index: Int32

  package init(_ index: Int) { self.index = Int32(index) }

  package static func < (a: FileID, b: FileID) -> Bool { a.index < b.index }
}

/// A span in a file of the rule set.
package struct Location: Hashable, Sendable, Comparable {
  package var file: FileID
  package var span: Span

  package init(_ file: FileID, _ span: Span) {
    self.file = file
    self.span = span
  }

  package static func < (a: Location, b: Location) -> Bool {
    (a.file.index, a.span.start, a.span.end) < (b.file.index, b.span.start, b.span.end)
  }
}
