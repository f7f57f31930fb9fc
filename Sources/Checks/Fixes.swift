import Diagnostics
import Syntax
import Text

extension Fix {
  /// Replaces the text of a location.
  static func replace(_ location: Location, with text: String, isSafe: Bool) -> Fix {
    Fix([Edit(location, text)], isSafe: isSafe)
  }

  /// Deletes a rule or a declaration.
  static func delete(
    _ location: Location, _ input: CheckInput, isSafe: Bool, isAlone: Bool = false
  ) -> Fix {
    Fix([Edit(input.item(location).location, "")], isSafe: isSafe, isAlone: isAlone)
  }

  static func delete(comment location: Location, _ input: CheckInput) -> Fix {
    Fix([Edit(input.item(location, takesComments: false).location, "")], isSafe: true)
  }

  /// Moves an item of a handler or chain before an earlier one; nil if they share a line with other text.
  static func move(_ location: Location, before target: Location, _ input: CheckInput) -> Fix? {
    let (item, place) = (input.item(location), input.item(target))
    guard item.isWholeLines, place.isWholeLines, item.location.file == place.location.file,
      place.location.span.end <= item.location.span.start
    else { return nil }
    return Fix(
      [Edit(place.location.start, input.text(item.location)), Edit(item.location, "")],
      isSafe: false, isAlone: true)
  }
}

extension CheckInput {
  /// The range to delete with an item: its comments and its own lines.
  struct Item {
    var location: Location
    /// True if its lines contain nothing else.
    var isWholeLines: Bool
  }

  /// - Parameter takesComments: whether to include the comments above the item.
  func item(_ location: Location, takesComments: Bool = true) -> Item {
    let bytes = files[Int(location.file.index)].bytes
    func isBlank(_ offset: Int) -> Bool { bytes[offset] == 0x20 || bytes[offset] == 0x09 }
    func isLineEnd(_ offset: Int) -> Bool { bytes[offset] == 0x0A || bytes[offset] == 0x0D }
    var start = Int(location.span.start)
    var end = Int(location.span.end)
    while start > 0, isBlank(start - 1) { start -= 1 }
    while end < bytes.count, isBlank(end) { end += 1 }
    let startsLine = start == 0 || isLineEnd(start - 1)
    if startsLine, bytes[end...].starts(with: "//".utf8) {
      while end < bytes.count, !isLineEnd(end) { end += 1 }
    }
    let endsLine = end == bytes.count || isLineEnd(end)
    guard startsLine, endsLine else {
      // Keeps one blank between the text on both sides.
      if !endsLine { start = Int(location.span.start) } else { end = Int(location.span.end) }
      return Item(location: Location(location.file, Span(start, end)), isWholeLines: false)
    }
    if end < bytes.count { end += bytes[end...].starts(with: [0x0D, 0x0A]) ? 2 : 1 }
    /// The line above the line that starts at the offset; nil above the first.
    func above(_ offset: Int) -> Range<Int>? {
      guard offset > 0 else { return nil }
      var end = offset - 1
      if end > 0, bytes[end] == 0x0A, bytes[end - 1] == 0x0D { end -= 1 }
      var start = end
      while start > 0, !isLineEnd(start - 1) { start -= 1 }
      return start..<end
    }
    while takesComments, let line = above(start), isAttached(bytes[line]) {
      start = line.lowerBound
    }
    // Merges the empty lines on both sides into one.
    if above(start).map({ bytes[$0].allSatisfy { $0 == 0x20 || $0 == 0x09 } }) ?? true {
      var next = end
      while next < bytes.count, isBlank(next) { next += 1 }
      if next < bytes.count, isLineEnd(next) {
        end = next + (bytes[next...].starts(with: [0x0D, 0x0A]) ? 2 : 1)
      }
    }
    return Item(location: Location(location.file, Span(start, end)), isWholeLines: true)
  }

  /// True for a line with a comment about the next item: documentation or `bascule:ignore`.
  private func isAttached(_ line: ArraySlice<UInt8>) -> Bool {
    let text = line.drop { $0 == 0x20 || $0 == 0x09 }
    if text.starts(with: "///".utf8) { return true }
    guard text.starts(with: "//".utf8) else { return false }
    return text.dropFirst(2).drop { $0 == 0x20 || $0 == 0x09 }.starts(with: "bascule:ignore".utf8)
  }

  /// The location of each whole declaration, by the location of its name.
  var declarations: [Location: Location] {
    var places: [Location: Location] = [:]
    for (index, tree) in trees.enumerated() {
      for declaration in tree.declarations {
        var headers = [declaration.header]
        if case .channel(let channel) = declaration { headers += channel.strategies.map(\.header) }
        for header in headers {
          places[Location(FileID(index), header.name.span)] = Location(FileID(index), header.span)
        }
      }
    }
    return places
  }
}
