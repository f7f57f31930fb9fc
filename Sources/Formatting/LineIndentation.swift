import Syntax
package import Text

extension Formatter {
  /// The number of blanks before the text of a line that is being written; nil in a literal or comment. The file may
  /// have syntax errors.
  ///
  /// The number depends on the tokens before the line's text, and on the first token of that text if there is one.
  ///
  /// - Parameter offset: an offset in the line, before its first token.
  /// - Complexity: linear in the size of the file.
  package static func indentation(of file: SourceFile, at offset: UInt32) -> Int? {
    let offset = min(Int(offset), file.bytes.count)
    guard let line = file.bytes.withUnsafeBufferPointer({ LineTokens($0, at: offset) }) else {
      return nil
    }
    let text = file.bytes[..<offset]
    if let next = line.next { return LastLine(after: text, next).indentation }
    // The empty line may go on with a name. `title` is also the name of a setting. After the names of another
    // setting, a new setting is likelier than a further name.
    let columns = LastLine(after: text, Array("title".utf8)).indentation
    guard line.last == .comma || line.last == .assign else { return columns }
    // The line may also go on with a text, as in the declaration of an origin.
    return max(columns, LastLine(after: text, Array("\"\"".utf8)).indentation)
  }
}

/// The tokens before and after the start of a line's text.
private struct LineTokens {
  /// The kind of the token before the text.
  var last = TokenKind.end
  /// The first token of the text on the line; nil if the line is empty.
  var next: [UInt8]?

  /// Fails in a literal or comment.
  init?(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) {
    var lexer = Lexer(bytes)
    var token = lexer.next()
    var lastEnd = 0
    while token.kind != .end, Int(token.start) < offset {
      (last, lastEnd) = (token.kind, Int(token.end))
      let isUnterminated = last == .unterminatedString || last == .unterminatedComment
      if lastEnd > offset || lastEnd == offset && isUnterminated { return nil }
      token = lexer.next()
    }
    var trivia = Trivia()
    trivia.read(bytes, lastEnd..<Int(token.start))
    if trivia.comments.contains(where: { $0.start < offset && offset < $0.end }) { return nil }
    let isOnLine = !bytes[offset..<Int(token.start)].contains { $0 == 0x0A || $0 == 0x0D }
    if isOnLine, token.kind != .end { next = Array(bytes[Int(token.start)..<Int(token.end)]) }
  }
}

/// The syntax of a text whose last line consists of one token.
private struct LastLine {
  private let bytes: [UInt8]
  private let nodes: [SyntaxNode]
  /// The offset of the token on the last line.
  private let place: UInt32

  init(after text: ArraySlice<UInt8>, _ token: [UInt8]) {
    bytes = text + [0x0A] + token
    nodes = SyntaxTree.parse(SourceFile(name: "", bytes: bytes)).nodes
    place = UInt32(text.count + 1)
  }

  /// The indentation of the line. It starts with the column of the innermost node that contains the token and begins
  /// an earlier line. The nodes within that node add their own indentation.
  var indentation: Int {
    let path = nodes.indices.filter { nodes[$0].start <= place && place < nodes[$0].end }
    let ended = path.last { endsIndentation(of: nodes[$0]) }
    var columns = 0
    for (depth, index) in path.enumerated() {
      let node = nodes[index]
      let style = NodeStyle.of(node.kind)
      if !style.hugs || depth == 0 || !isHugging(path[depth - 1]) {
        columns += Int(style.indentation)
      }
      if node.start == place { continue }
      if !style.isBracketed, let blanks = blanks(before: node.start) { columns = blanks }
      if index != ended { columns += Int(style.innerIndentation) }
    }
    return columns
  }

  /// True if the last token is a bracket that may close the node, or an operator between the node's parts.
  private func endsIndentation(of node: SyntaxNode) -> Bool {
    switch bytes[Int(place)] {
    case UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: ")"):
      NodeStyle.of(node.kind).isBracketed
    case UInt8(ascii: "|"): node.kind == .any
    default: false
    }
  }

  /// The number of blanks before a token that begins a line; nil for other tokens.
  private func blanks(before offset: UInt32) -> Int? {
    let line = bytes[..<Int(offset)].reversed().prefix { $0 != 0x0A && $0 != 0x0D }
    return line.allSatisfy { $0 == 0x20 || $0 == 0x09 } ? line.count : nil
  }

  /// True if a list or record of the group has several lines, and no part that may begin a line does.
  private func isHugging(_ group: Int) -> Bool {
    var isHugging = false
    for index in nodes.indices.dropFirst(group + 1) {
      let node = nodes[index]
      if node.start > place || node.start >= nodes[group].end { break }
      let style = NodeStyle.of(node.kind)
      if case .line = style.before, blanks(before: node.start) != nil { return false }
      if style.hugs, hasBrokenItem(index) { isHugging = true }
    }
    return isHugging
  }

  /// True if a list or record directly in the node, above the token, has several lines.
  private func hasBrokenItem(_ index: Int) -> Bool {
    var end = nodes[index].start
    for node in nodes[(index + 1)...] {
      if node.start >= min(nodes[index].end, place) { return false }
      let style = NodeStyle.of(node.kind)
      if node.start < end || style.isInHug { continue }
      end = node.end
      let inner = bytes[Int(node.start)..<Int(min(end, place))]
      if style.isHuggable, inner.contains(where: { $0 == 0x0A || $0 == 0x0D }) { return true }
    }
    return false
  }
}
