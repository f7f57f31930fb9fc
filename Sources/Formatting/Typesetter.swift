import Syntax
import Text

/// The formatter expected something else where a token stands: it knows less than the parser.
struct Divergence: Error {}

/// What stands between two tokens.
enum Separator {
  case nothing, space
  case fill
  /// A place for a line end of that group, else blanks.
  case line(Int32, blanks: Int8)
  /// The same where a declaration, a rule or the like begins: a blank line above it stays.
  case item(Int32, blanks: Int8)
  /// The blank before the decision of a rule, by its group.
  case alignment(Int32)
  /// It has been put already.
  case done
}

/// Reads the tokens of a file, which has no faults, and lays out what they say.
///
/// It goes the way of the parser, one function for each construct, but builds pieces in place of a
/// tree. Every token goes through `put`, in the order of the file. Comments are found between the
/// tokens and stay between the same two; only commas that separate items may be left out, put in, or
/// move before the comments behind an item.
struct Typesetter {
  static let lineWidth = 100

  let bytes: UnsafeBufferPointer<UInt8>
  var lexer: Lexer
  var current: Token
  var ahead: Token
  var layout = Layout()
  /// Offset behind the last token.
  private var lastEnd: Int
  /// Holds the comments before a comma that has been taken but not put as a token.
  private var trivia = Trivia()
  /// Whether the last token is the word behind which `/` opens a regular expression.
  private var followsMatches = false
  /// Whether nothing but a line end stood before the last item.
  var isTight = false
  /// Rules of the body that is being read whose decisions may be aligned.
  var alignable: [AlignableRule] = []
  /// Whether what stood last is nothing that the next rule could be aligned with.
  var isIsolated = true
  /// Set by what a condition or clause holds, for whoever reads it.
  var lastList: Int32?
  var connectives = 0
  var hasRecord = false
  /// How often the layout has been forced within records and lists, of all `forces`.
  var innerForces: UInt32 = 0
  private var printer: LayoutPrinter

  init(_ bytes: UnsafeBufferPointer<UInt8>, recordsPieces: Bool) {
    self.bytes = bytes
    lexer = Lexer(bytes)
    current = lexer.next()
    ahead = lexer.next()
    lastEnd = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    printer = LayoutPrinter(bytes, from: lastEnd, recordsPieces: recordsPieces)
  }

  mutating func file() throws(Divergence) -> LayoutPrinter {
    while current.kind != .end {
      try declaration()
      flush()
    }
    gap(.item(Layout.root, blanks: 0), atEnd: true)
    flush()
    printer.finish()
    return printer
  }

  private mutating func flush() {
    layout.measure()
    printer.print(layout)
    layout.removeAll()
    innerForces = 0
  }

  // MARK: - Tokens

  /// The separator and the current token.
  mutating func token(_ separator: Separator) {
    gap(separator)
    put()
  }

  mutating func token(_ kind: TokenKind, _ separator: Separator) throws(Divergence) {
    guard current.kind == kind else { throw Divergence() }
    token(separator)
  }

  mutating func token(_ keyword: Keyword, _ separator: Separator) throws(Divergence) {
    guard current.keyword == keyword else { throw Divergence() }
    token(separator)
  }

  mutating func name(_ separator: Separator) throws(Divergence) {
    try token(.identifier, separator)
  }

  mutating func string(_ separator: Separator) throws(Divergence) {
    guard current.kind == .string || current.kind == .rawString else { throw Divergence() }
    token(separator)
  }

  /// Whether the current token is that word; for words that are no keywords.
  func isWord(_ word: StaticString) -> Bool {
    let start = Int(current.start)
    guard current.kind == .identifier, Int(current.end) - start == word.utf8CodeUnitCount else {
      return false
    }
    return (0..<word.utf8CodeUnitCount).allSatisfy { bytes[start + $0] == word.utf8Start[$0] }
  }

  private mutating func put() {
    let start = current.start
    let end = current.end
    if current.kind == .rawString, isMultiline(start, end) {
      layout.force()
      layout.add(.literal, start: start, end: end, columns: 6)
    } else {
      layout.add(.token, start: start, end: end, columns: columns(start, end))
    }
    followsMatches = current.keyword == .matches
    advance()
  }

  private mutating func advance() {
    lastEnd = Int(current.end)
    current = ahead
    ahead = lexer.next()
  }

  private func isMultiline(_ start: UInt32, _ end: UInt32) -> Bool {
    (Int(start)..<Int(end)).contains { bytes[$0] == 0x0A || bytes[$0] == 0x0D }
  }

  /// Unicode scalars.
  private func columns(_ start: UInt32, _ end: UInt32) -> UInt32 {
    var count: UInt32 = 0
    for i in Int(start)..<Int(end) where bytes[i] & 0xC0 != 0x80 { count += 1 }
    return count
  }

  // MARK: - Commas

  /// The comma between the item that ends here and the next one, whether or not it is written.
  ///
  /// - Parameter kind: `comma` or `flatComma`; nil where none is to stand.
  mutating func comma(_ kind: Layout.Piece.Kind?) {
    guard current.kind == .comma else {
      if let kind { layout.add(kind, columns: 1) }
      return
    }
    trivia.removeAll()
    trivia.read(bytes, lastEnd..<Int(current.start))
    // Without the comma its documentation would be that of the next item.
    if trivia.comments.contains(where: { $0.kind == .documentation }) {
      token(.nothing)
      return
    }
    // Behind this word `/*` opens no comment.
    let protects = followsMatches && hasBlockCommentBehindComma
    if let kind = protects ? .comma : kind { layout.add(kind, columns: 1) }
    followsMatches = false
    advance()
    hasCarriedTrivia = !trivia.comments.isEmpty
  }

  private var hasCarriedTrivia = false

  private var hasBlockCommentBehindComma: Bool {
    var behind = trivia
    behind.read(bytes, Int(current.end)..<Int(ahead.start))
    return behind.comments.contains { $0.kind == .block }
  }

  // MARK: - Between tokens

  /// Puts the comments that stand before the current token, and the separator.
  ///
  /// - Parameter atEnd: nothing but the end of the file comes.
  mutating func gap(_ separator: Separator, atEnd: Bool = false) {
    if case .done = separator { return }
    let range = lastEnd..<Int(current.start)
    if range.count <= 1, !hasCarriedTrivia {
      let isLineEnd =
        !range.isEmpty && (bytes[range.lowerBound] == 0x0A || bytes[range.lowerBound] == 0x0D)
      isTight = true
      if !atEnd { put(separator, newlines: isLineEnd ? 1 : 0) }
      return
    }
    if !hasCarriedTrivia { trivia.removeAll() }
    hasCarriedTrivia = false
    trivia.read(bytes, range)
    isTight = trivia.newlines < 2 && trivia.comments.allSatisfy { $0.newlines == 0 }
    if trivia.comments.isEmpty {
      if !atEnd { put(separator, newlines: trivia.newlines) }
      return
    }
    switch separator {
    case .line(let group, let blanks), .item(let group, let blanks):
      var keepsBlankLines = false
      if case .item = separator { keepsBlankLines = true }
      putComments(group, blanks: blanks, keepsBlankLines: keepsBlankLines, atEnd: atEnd)
    default:
      putInlineComments()
    }
  }

  /// Comments where an item or a continuation begins: those behind the token before stay in its line,
  /// those in the line of the token behind go before it, and the others have lines of their own.
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
    if leading < comments.count { isTight = false }
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
      line(group, blanks: blanks, blankLine: keepsBlankLines && trivia.newlines > 1)
    }
  }

  /// Comments where no line ends: a line comment ends the line all the same.
  private mutating func putInlineComments() {
    var endsLine = false
    for comment in trivia.comments {
      if endsLine || comment.newlines > 0 {
        layout.force()
        layout.add(.newline, amount: 2)
      } else {
        layout.add(.space, amount: 1, columns: 1)
      }
      put(comment)
      endsLine = comment.kind != .block
    }
    if endsLine {
      layout.force()
      layout.add(.newline, amount: 2)
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
    case .alignment(let rule): layout.add(.alignment, group: rule, columns: 1)
    }
  }

  private mutating func line(_ group: Int32, blanks: Int8, blankLine: Bool) {
    layout.add(
      .line, amount: blanks, group: group, start: blankLine ? 1 : 0, columns: UInt32(blanks))
  }

  // MARK: - Brackets

  /// A bracket that has been opened: its group, and where that begins.
  struct Opened {
    var group: Int32
    var room: Int
  }

  /// The current token, an opening bracket, and a group from there on.
  ///
  /// - Parameter keepsBreak: whether a line end behind it in the source means that the group breaks.
  mutating func open(
    _ kind: TokenKind, _ separator: Separator, keepsBreak: Bool
  ) throws(Divergence) -> Opened {
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
  /// - Parameter blanks: before the bracket, where all is on one line.
  mutating func close(_ opened: Opened, _ kind: TokenKind, blanks: Int8) throws(Divergence) {
    guard current.kind == kind else { throw Divergence() }
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

  /// Whether a comment stands before the current token.
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
