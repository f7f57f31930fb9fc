package import Text

/// The range that is deleted or moved with an item: the item, its comments and its own lines.
package struct ItemLines {
  package let location: Location
  /// True if the lines contain nothing else.
  package let isWholeLines: Bool

  /// The comments above an item that belong to it.
  package enum Comments {
    case none
    /// Documentation and `bascule:ignore` comments.
    case documentation
    /// All comments up to the first line without one.
    case allAbove
  }

  package init(_ location: Location, with comments: Comments, in files: [SourceFile]) {
    let bytes = files[Int(location.file.index)].bytes
    func isBlank(_ offset: Int) -> Bool { bytes[offset] == 0x20 || bytes[offset] == 0x09 }
    func isLineEnd(_ offset: Int) -> Bool { bytes[offset] == 0x0A || bytes[offset] == 0x0D }
    var start = Int(location.span.start)
    var end = Int(location.span.end)
    while start > 0, isBlank(start - 1) { start -= 1 }
    while end < bytes.count, isBlank(end) { end += 1 }
    let startsLine = start == 0 || isLineEnd(start - 1)
    if startsLine {
      var line = end
      while line < bytes.count, !isLineEnd(line) { line += 1 }
      if Self.isComment(bytes[end..<line]) { end = line }
    }
    let endsLine = end == bytes.count || isLineEnd(end)
    guard startsLine, endsLine else {
      // One blank remains between the texts on both sides.
      if !endsLine { start = Int(location.span.start) } else { end = Int(location.span.end) }
      self.location = Location(location.file, Span(start, end))
      isWholeLines = false
      return
    }
    if end < bytes.count { end += bytes[end...].starts(with: [0x0D, 0x0A]) ? 2 : 1 }
    /// The range of the line above the one that starts at the offset; nil for the first line.
    func above(_ offset: Int) -> Range<Int>? {
      guard offset > 0 else { return nil }
      var end = offset - 1
      if end > 0, bytes[end] == 0x0A, bytes[end - 1] == 0x0D { end -= 1 }
      var start = end
      while start > 0, !isLineEnd(start - 1) { start -= 1 }
      return start..<end
    }
    while let line = above(start) {
      switch comments {
      case .none: break
      case .documentation where Self.isDocumentation(bytes[line]),
        .allAbove where Self.isComment(bytes[line]):
        start = line.lowerBound
        continue
      case .allAbove:
        // A comment of several lines may end here.
        guard
          bytes[line].reversed().drop(while: { $0 == 0x20 || $0 == 0x09 }).starts(with: "/*".utf8)
        else { break }
        var first = line
        while !Self.opensComment(bytes[first]), let next = above(first.lowerBound) { first = next }
        guard Self.opensComment(bytes[first]),
          Self.isComment(bytes[first.lowerBound..<line.upperBound])
        else { break }
        start = first.lowerBound
        continue
      case .documentation: break
      }
      break
    }
    // The empty lines above and below merge into one.
    if above(start).map({ bytes[$0].allSatisfy { $0 == 0x20 || $0 == 0x09 } }) ?? true {
      var next = end
      while next < bytes.count, isBlank(next) { next += 1 }
      if next < bytes.count, isLineEnd(next) {
        end = next + (bytes[next...].starts(with: [0x0D, 0x0A]) ? 2 : 1)
      }
    }
    self.location = Location(location.file, Span(start, end))
    isWholeLines = true
  }

  private static func opensComment(_ line: ArraySlice<UInt8>) -> Bool {
    line.drop { $0 == 0x20 || $0 == 0x09 }.starts(with: "/*".utf8)
  }

  /// Returns whether the text is one comment and nothing else.
  private static func isComment(_ text: ArraySlice<UInt8>) -> Bool {
    let text = text.drop { $0 == 0x20 || $0 == 0x09 }
    if text.starts(with: "//".utf8) { return true }
    guard text.starts(with: "/*".utf8) else { return false }
    var depth = 0
    var rest = text
    while !rest.isEmpty {
      if rest.starts(with: "/*".utf8) {
        depth += 1
        rest = rest.dropFirst(2)
      } else if rest.starts(with: "*/".utf8) {
        depth -= 1
        rest = rest.dropFirst(2)
        if depth == 0 { return rest.allSatisfy { $0 == 0x20 || $0 == 0x09 } }
      } else {
        rest = rest.dropFirst()
      }
    }
    return false
  }

  /// Returns whether the line is a comment about the next item: documentation or `bascule:ignore`.
  private static func isDocumentation(_ line: ArraySlice<UInt8>) -> Bool {
    let text = line.drop { $0 == 0x20 || $0 == 0x09 }
    if text.starts(with: "///".utf8) { return true }
    guard text.starts(with: "//".utf8) else { return false }
    return text.dropFirst(2).drop { $0 == 0x20 || $0 == 0x09 }.starts(with: "bascule:ignore".utf8)
  }
}
