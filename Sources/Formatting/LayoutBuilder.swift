import Syntax
import Text

/// Thrown if the formatter cannot read a token that the parser accepted.
struct ParserMismatch: Error {}

/// The separator between two tokens.
enum Separator {
  case nothing, space
  case fill
  /// A break point of that group, or spaces.
  case line(Int32, blanks: Int8)
  /// A break point before a declaration, rule or similar item, which keeps a blank line above it.
  case item(Int32, blanks: Int8)
  /// Already put.
  case done
}

/// Reads the tokens of a file without syntax errors and builds its layout.
///
/// Mirrors the parser, with one function for each construct, but builds pieces instead of a tree. Every
/// token goes through `put`, in the order of the file. Comments stay between the same two tokens, with two
/// exceptions: the commas between items may be removed, inserted, or moved before the comments after an item; and
/// comments after a token that begins a line may move before it.
struct LayoutBuilder {
  let bytes: UnsafeBufferPointer<UInt8>
  var lexer: Lexer
  var current: Token
  var ahead: Token
  var layout = Layout()
  /// The offset after the last token.
  private(set) var lastEnd: Int
  /// Holds the comments before a comma that has been taken but not put as a token.
  private var trivia = Trivia()
  /// True if the last token is `matches`, after which `/` opens a regular expression.
  private var followsMatches = false
  /// Facts about the condition or clause just read, for its caller.
  var lastList: Int32?
  var connectives = 0
  var hasRecord = false
  /// The part of `forces` that comes from within records and lists.
  var innerForces: UInt32 = 0
  var printer: LayoutPrinter

  init(_ bytes: UnsafeBufferPointer<UInt8>, recordsPieces: Bool) {
    self.bytes = bytes
    lexer = Lexer(bytes)
    current = lexer.next()
    ahead = lexer.next()
    lastEnd = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    printer = LayoutPrinter(bytes, from: lastEnd, recordsPieces: recordsPieces)
  }

  // MARK: - Tokens

  /// The separator and the current token.
  mutating func token(_ separator: Separator) {
    gap(separator)
    put()
  }

  mutating func token(_ kind: TokenKind, _ separator: Separator) throws(ParserMismatch) {
    guard current.kind == kind else { throw ParserMismatch() }
    token(separator)
  }

  mutating func token(_ keyword: Keyword, _ separator: Separator) throws(ParserMismatch) {
    guard current.keyword == keyword else { throw ParserMismatch() }
    token(separator)
  }

  mutating func name(_ separator: Separator) throws(ParserMismatch) {
    try token(.identifier, separator)
  }

  mutating func string(_ separator: Separator) throws(ParserMismatch) {
    guard current.kind == .string || current.kind == .rawString else { throw ParserMismatch() }
    token(separator)
  }

  /// Returns true if the current token is the word; for words that are not keywords.
  func isWord(_ word: StaticString) -> Bool {
    let start = Int(current.start)
    guard current.kind == .identifier, Int(current.end) - start == word.utf8CodeUnitCount else {
      return false
    }
    return (0..<word.utf8CodeUnitCount).allSatisfy { bytes[start + $0] == word.utf8Start[$0] }
  }

  // MARK: - Comments that move

  /// The end of the comments after the current token that have moved before it.
  private var movedEnd: Int?

  /// The separator before the current token, which is put next. Comments between this token and the next one that
  /// would end its line are put before it.
  ///
  /// - Parameter item: whether the token begins an item.
  mutating func gapWithComments(_ separator: Separator, item: Bool = false) {
    let range = Int(current.end)..<Int(ahead.start)
    guard range.count > 1 else { return gap(separator) }
    var behind = Trivia()
    behind.read(bytes, range)
    let comments = behind.comments
    let last = comments.indices.last { index in
      let next = index + 1 < comments.count ? comments[index + 1].newlines : behind.newlines
      return comments[index].kind != .block || comments[index].newlines > 0 && next > 0
    }
    guard let last, comments[...last].allSatisfy({ isMovable($0) }) else { return gap(separator) }
    if !hasCarriedTrivia { trivia.removeAll() }
    trivia.read(bytes, lastEnd..<Int(current.start))
    trivia.move(comments[...last], onOwnLines: item)
    hasCarriedTrivia = true
    lastEnd = Int(current.start)
    gap(separator)
    movedEnd = last + 1 < comments.count ? comments[last + 1].start : range.upperBound
  }

  /// True for a comment whose meaning does not depend on its line or the token after it.
  private func isMovable(_ comment: Comment) -> Bool {
    switch comment.kind {
    case .documentation: false
    case .line: DirectiveSyntax(bytes, comment.start, comment.end) == nil
    case .block: true
    }
  }

  private mutating func put() {
    let start = current.start
    let end = current.end
    if current.kind == .rawString, isMultiline(start, end) {
      layout.force()
      layout.add(.literal, start: start, end: end, columns: 6)
    } else {
      layout.add(
        .token, amount: movedEnd == nil ? 0 : 1, start: start, end: end,
        columns: columns(start, end))
    }
    followsMatches = current.keyword == .matches
    advance()
    if let movedEnd { lastEnd = movedEnd }
    movedEnd = nil
  }

  private mutating func advance() {
    lastEnd = Int(current.end)
    current = ahead
    ahead = lexer.next()
  }

  private func isMultiline(_ start: UInt32, _ end: UInt32) -> Bool {
    (Int(start)..<Int(end)).contains { bytes[$0] == 0x0A || bytes[$0] == 0x0D }
  }

  /// The number of Unicode scalars.
  func columns(_ start: UInt32, _ end: UInt32) -> UInt32 {
    var count: UInt32 = 0
    for i in Int(start)..<Int(end) where bytes[i] & 0xC0 != 0x80 { count += 1 }
    return count
  }

  // MARK: - Commas

  /// The comma between the item that ends here and the next one, present in the source or not.
  ///
  /// - Parameter kind: `comma` or `flatComma`; nil for none.
  mutating func comma(_ kind: Layout.Piece.Kind?) {
    guard current.kind == .comma else {
      if let kind { layout.add(kind, columns: 1) }
      return
    }
    trivia.removeAll()
    trivia.read(bytes, lastEnd..<Int(current.start))
    // Without the comma the documentation would belong to the next item.
    if trivia.comments.contains(where: { $0.kind == .documentation }) {
      token(.nothing)
      return
    }
    // After `matches`, `/*` does not open a comment.
    let protects = followsMatches && hasBlockCommentAfterComma
    if let kind = protects ? .comma : kind { layout.add(kind, columns: 1) }
    followsMatches = false
    advance()
    hasCarriedTrivia = !trivia.comments.isEmpty
  }

  private var hasCarriedTrivia = false

  private var hasBlockCommentAfterComma: Bool {
    var behind = trivia
    behind.read(bytes, Int(current.end)..<Int(ahead.start))
    return behind.comments.contains { $0.kind == .block }
  }

  // MARK: - Between tokens

  /// Puts the comments before the current token, and the separator.
  ///
  /// - Parameter atEnd: whether the end of the file follows.
  mutating func gap(_ separator: Separator, atEnd: Bool = false) {
    if case .done = separator { return }
    let range = lastEnd..<Int(current.start)
    if range.count <= 1, !hasCarriedTrivia {
      if !atEnd { put(separator, newlines: 0) }
      return
    }
    if !hasCarriedTrivia { trivia.removeAll() }
    hasCarriedTrivia = false
    trivia.read(bytes, range)
    if trivia.comments.isEmpty {
      if !atEnd { put(separator, newlines: trivia.newlines) }
      return
    }
    switch separator {
    case .line(let group, let blanks), .item(let group, let blanks):
      var keepsBlankLines = false
      if case .item = separator { keepsBlankLines = true }
      putComments(group, blanks: blanks, keepsBlankLines: keepsBlankLines, atEnd: atEnd)
    case .fill:
      putInlineComments(indentation: 0)
    default:
      putInlineComments(indentation: 2)
    }
  }

  /// Puts comments before an item or a continuation: those on the line of the previous token stay there,
  /// those on the line of the next token stay with it, and the others get lines of their own.
  private mutating func putComments(
    _ group: Int32, blanks: Int8, keepsBlankLines: Bool, atEnd: Bool
  ) {
    let comments = trivia.comments
    var leading = comments.count
    if !atEnd, trivia.newlines == 0 {
      while leading > 0, comments[leading - 1].kind == .block {
        leading -= 1
        if comments[leading].newlines > 0 { break }
      }
    }
    let isFirst = printer.isEmpty && layout.pieces.isEmpty
    for (index, comment) in comments.enumerated() {
      let newlines = isFirst && index == 0 ? max(1, comment.newlines) : comment.newlines
      if index > leading || newlines == 0 && index < leading {
        layout.add(.space, amount: 1, columns: 1)
      } else {
        if newlines > 0 { layout.force() }
        line(group, blanks: blanks, blankLine: keepsBlankLines && newlines > 1)
      }
      put(comment)
    }
    if leading < comments.count {
      layout.add(.space, amount: 1, columns: 1)
    } else if !atEnd {
      // On one line the comment would touch the next token.
      if blanks == 0 { layout.force() }
      line(group, blanks: blanks, blankLine: keepsBlankLines && trivia.newlines > 1)
    }
  }

  /// Puts comments where the layout has no break point; a line comment still ends the line.
  private mutating func putInlineComments(indentation: Int8) {
    var endsLine = false
    for comment in trivia.comments {
      if endsLine || comment.newlines > 0 {
        layout.force()
        layout.add(.newline, amount: indentation)
      } else {
        layout.add(.space, amount: 1, columns: 1)
      }
      put(comment)
      endsLine = comment.kind != .block
    }
    if endsLine {
      layout.force()
      layout.add(.newline, amount: indentation)
    } else {
      layout.add(.space, amount: 1, columns: 1)
    }
  }

  private mutating func put(_ comment: Comment) {
    let start = UInt32(comment.start)
    let end = UInt32(comment.end)
    if comment.kind == .block, !comment.isMultiline {
      layout.add(.comment, start: start, end: end, columns: columns(start, end))
      return
    }
    layout.force()
    layout.add(.comment, amount: comment.newlines > 0 ? 1 : 0, start: start, end: end)
  }

  private mutating func put(_ separator: Separator, newlines: Int) {
    switch separator {
    case .nothing, .done: break
    case .space: layout.add(.space, amount: 1, columns: 1)
    case .fill: layout.add(.fill, columns: 1)
    case .line(let group, let blanks): line(group, blanks: blanks, blankLine: false)
    case .item(let group, let blanks): line(group, blanks: blanks, blankLine: newlines > 1)
    }
  }

  private mutating func line(_ group: Int32, blanks: Int8, blankLine: Bool) {
    layout.add(
      .line, amount: blanks, group: group, start: blankLine ? 1 : 0, columns: UInt32(blanks))
  }

  // MARK: - Brackets

  /// An open bracket: its group, and the piece at which the group begins.
  struct Opened {
    var group: Int32
    var room: Int
  }

  /// The current token, an opening bracket, and a group from there on.
  ///
  /// - Parameter keepsBreak: whether a line end after it in the source forces the group to break.
  mutating func open(
    _ kind: TokenKind, _ separator: Separator, keepsBreak: Bool
  ) throws(ParserMismatch) -> Opened {
    gap(separator)
    let room = layout.reserve()
    let group = layout.begin(at: room)
    try token(kind, .done)
    if keepsBreak, current.startsLine, current.kind != Self.closing(kind) { layout.force() }
    layout.indent(2)
    return Opened(group: group, room: room)
  }

  /// Ends the group with its closing bracket.
  ///
  /// - Parameter blanks: before the bracket, if the group is on one line.
  mutating func close(_ opened: Opened, _ kind: TokenKind, blanks: Int8) throws(ParserMismatch) {
    guard current.kind == kind else { throw ParserMismatch() }
    closingComments(opened.group)
    layout.indent(-2)
    line(opened.group, blanks: blanks, blankLine: false)
    try token(kind, .done)
    layout.end(opened.group, begunAt: opened.room)
  }

  private static func closing(_ kind: TokenKind) -> TokenKind {
    switch kind {
    case .leftBrace: .rightBrace
    case .leftBracket: .rightBracket
    default: .rightParenthesis
    }
  }

  /// True if a comment before the current token ends its line, or has a line of its own.
  var commentEndsLine: Bool {
    let range = lastEnd..<Int(current.start)
    if range.count <= 1, !hasCarriedTrivia { return false }
    var trivia = hasCarriedTrivia ? self.trivia : Trivia()
    trivia.read(bytes, range)
    return trivia.comments.contains { $0.kind != .block || $0.newlines > 0 }
  }

  /// True if there are comments before the current token.
  var hasComments: Bool {
    if hasCarriedTrivia { return true }
    var trivia = Trivia()
    trivia.read(bytes, lastEnd..<Int(current.start))
    return !trivia.comments.isEmpty
  }

  private mutating func closingComments(_ group: Int32) {
    let range = lastEnd..<Int(current.start)
    if range.count <= 1, !hasCarriedTrivia { return }
    if !hasCarriedTrivia { trivia.removeAll() }
    hasCarriedTrivia = false
    trivia.read(bytes, range)
    if trivia.comments.isEmpty { return }
    putComments(group, blanks: 1, keepsBlankLines: true, atEnd: true)
  }
}
