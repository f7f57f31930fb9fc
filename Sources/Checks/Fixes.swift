import Diagnostics
import Syntax
import Text

extension Fix {
  /// Replaces the text of a location.
  static func replace(_ location: Location, with text: String, isSafe: Bool) -> Fix {
    Fix([Edit(location, text)], isSafe: isSafe)
  }

  /// Deletes an item of a handler or chain with its comments.
  static func delete(item location: Location, _ input: CheckInput) -> Fix {
    Fix([Edit(input.item(location, with: .allAbove).location, "")], .deletion, isSafe: false)
  }

  /// Deletes a declaration with its documentation.
  static func delete(declaration location: Location, _ input: CheckInput) -> Fix {
    Fix([Edit(input.item(location, with: .documentation).location, "")], .deletion, isSafe: false)
  }

  static func delete(comment location: Location, _ input: CheckInput) -> Fix {
    Fix([Edit(input.item(location, with: .none).location, "")], .deletion, isSafe: false)
  }

  /// Moves an item of a handler or chain, with its comments, before an earlier one; nil if they share a line with
  /// other text.
  static func move(_ location: Location, before target: Location, _ input: CheckInput) -> Fix? {
    let item = input.item(location, with: .allAbove)
    let place = input.item(target, with: .allAbove)
    guard item.isWholeLines, place.isWholeLines, item.location.file == place.location.file,
      place.location.span.end <= item.location.span.start
    else { return nil }
    return Fix(
      [Edit(place.location.start, input.text(item.location)), Edit(item.location, "")], .move,
      isSafe: false)
  }

  /// Inserts a rule before an item of a handler or chain and its comments; nil if the item shares a line with other
  /// text.
  static func insert(_ rule: String, before target: Location, _ input: CheckInput) -> Fix? {
    let place = input.item(target, with: .allAbove)
    guard place.isWholeLines else { return nil }
    let line = input.item(target, with: .none).location.start
    let indent = input.text(
      Location(target.file, Span(line.span.start, target.span.start)))
    return Fix([Edit(place.location.start, indent + rule + "\n")], isSafe: false)
  }

  /// Moves items of a handler or chain, with their comments, after a later one; nil if they share a line with other
  /// text.
  ///
  /// - Parameter locations: ascending.
  static func move(
    _ locations: [Location], after target: Location, _ input: CheckInput
  ) -> Fix? {
    let items = locations.map { input.item($0, with: .allAbove) }
    let place = input.item(target, with: .allAbove)
    guard let last = items.last, (items + [place]).allSatisfy(\.isWholeLines),
      items.allSatisfy({ $0.location.file == place.location.file }),
      last.location.span.end <= place.location.span.start,
      // The last line of a file may have no end.
      [0x0A, 0x0D].contains(input.byte(place.location.file, Int(place.location.span.end) - 1))
    else { return nil }
    return Fix(
      items.flatMap {
        [Edit(place.location.end, input.text($0.location)), Edit($0.location, "")]
      }, .move, isSafe: false)
  }
}

extension CheckInput {
  /// The range to delete with an item: its comments and its own lines.
  struct Item {
    var location: Location
    /// True if its lines contain nothing else.
    var isWholeLines: Bool
  }

  /// The comments above an item that belong to it.
  enum AttachedComments {
    case none
    /// Documentation and `bascule:ignore`.
    case documentation
    /// All up to the first line without a comment.
    case allAbove
  }

  func item(_ location: Location, with comments: AttachedComments) -> Item {
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
    while let line = above(start) {
      switch comments {
      case .none: break
      case .documentation where isDocumentation(bytes[line]),
        .allAbove where Self.isComment(bytes[line]):
        start = line.lowerBound
        continue
      case .allAbove:
        // The last line of a comment of several lines.
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

  /// True for a line with a comment about the next item: documentation or `bascule:ignore`.
  private func isDocumentation(_ line: ArraySlice<UInt8>) -> Bool {
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
