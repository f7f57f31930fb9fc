import Syntax
package import Text

extension Formatter {
  /// The number of blanks before the text of a line that is being written, by the tokens before it and the one after
  /// it on the line; nil in a literal or comment. The file may have syntax errors.
  ///
  /// - Parameter offset: in the line, before its first token.
  /// - Complexity: linear in the size of the file.
  package static func indentation(of file: SourceFile, at offset: UInt32) -> Int? {
    file.bytes.withUnsafeBufferPointer { bytes in
      var reader = IndentationReader(bytes)
      return reader.indentation(at: min(offset, UInt32(bytes.count)))
    }
  }
}

/// Reads tokens and remembers only the indentation of the lines to come.
private struct IndentationReader {
  /// The part of an item that has been read.
  private enum Part {
    case nothing
    /// `hasOr` is true after a `||`.
    case condition(hasOr: Bool)
    /// A test case before its steps.
    case setup
    case steps
    /// A declaration without a condition.
    case clauses
  }

  /// An open bracket, or the file.
  private struct Body {
    enum Kind { case declarations, rules, cases, parentheses, others }

    var kind: Kind
    /// The indentation of its lines, and of its closing bracket.
    var inner: Int
    var outer: Int
    var part = Part.nothing
    /// The indentation of the item that is being read, and the word that begins it.
    var item = 0
    var keyword = Keyword.none
    /// True if the condition that is being read has operators or parentheses, not only a comparison.
    var hasOperators = false
    /// True if a record of the declaration is broken, but not the declaration around it.
    var hugs = false
    /// The first line of the body.
    var firstLine = 0
  }

  private let bytes: UnsafeBufferPointer<UInt8>
  private var lexer: Lexer
  private var body = Body(kind: .declarations, inner: 0, outer: 0)
  private var outerBodies: [Body] = []
  private var last = TokenKind.end
  private var lastKeyword = Keyword.none
  private var lastEnd = 0
  /// The indentation of the line of the last token, and the number of lines with tokens before it.
  private var line = 0
  private var lineCount = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
    lexer = Lexer(bytes)
  }

  mutating func indentation(at offset: UInt32) -> Int? {
    var token = lexer.next()
    while token.kind != .end, token.start < offset {
      if token.end > offset || token.end == offset && Self.isUnterminated(token) { return nil }
      if token.startsLine || lastEnd == 0 {
        line = Self.blanks(before: Int(token.start), bytes)
        lineCount += 1
      }
      read(token)
      (last, lastKeyword, lastEnd) = (token.kind, token.keyword, Int(token.end))
      token = lexer.next()
    }
    var trivia = Trivia()
    trivia.read(bytes, lastEnd..<Int(token.start))
    if trivia.comments.contains(where: { $0.start < offset && offset < $0.end }) { return nil }
    let isOnLine = !bytes[Int(offset)..<Int(token.start)].contains { $0 == 0x0A || $0 == 0x0D }
    return indentation(before: isOnLine && token.kind != .end ? token : nil)
  }

  /// True for a literal or comment that goes on to the end of the file.
  private static func isUnterminated(_ token: Token) -> Bool {
    token.kind == .unterminatedString || token.kind == .unterminatedComment
  }

  private static func blanks(before offset: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var start = offset
    while start > 0, bytes[start - 1] != 0x0A, bytes[start - 1] != 0x0D { start -= 1 }
    return bytes[start..<offset].prefix { $0 == 0x20 || $0 == 0x09 }.count
  }

  // MARK: - Tokens before the line

  private mutating func read(_ token: Token) {
    switch token.kind {
    case .leftBrace: openBrace()
    case .leftBracket: openBracket()
    case .leftParenthesis: openParenthesis()
    case .rightBrace, .rightBracket, .rightParenthesis:
      close(token.kind)
    case .or:
      body.hasOperators = true
      if case .condition = body.part { body.part = .condition(hasOr: true) }
    case .and: body.hasOperators = true
    case .not where !isOperand:
      body.hasOperators = true
      readWord(token)
    default: readWord(token)
    }
  }

  private mutating func open(_ kind: Body.Kind, inner: Int) {
    outerBodies.append(body)
    body = Body(kind: kind, inner: inner, outer: inner - 2, firstLine: lineCount)
  }

  private mutating func close(_ bracket: TokenKind) {
    guard let outer = outerBodies.popLast() else { return }
    let isBroken = body.firstLine != lineCount
    body = outer
    if bracket == .rightBrace, body.kind == .rules { body.part = .nothing }
    if isBroken, bracket != .rightParenthesis, body.kind == .declarations {
      body.hugs = line == body.item
    }
  }

  private mutating func openBrace() {
    switch (body.kind, body.keyword) {
    case (.rules, _): open(.rules, inner: body.item + 2)
    case (.declarations, .handler), (.declarations, .chain), (.declarations, .responses):
      open(.rules, inner: body.item + 2)
    case (.declarations, .channel): open(.declarations, inner: body.item + 2)
    case (.declarations, .test): open(.cases, inner: body.item + 2)
    default: open(.others, inner: line + 2)
    }
  }

  private mutating func openBracket() {
    // A list in the set-up of a test case is indented like the lines of the set-up.
    if case .setup = body.part { return open(.others, inner: body.item + 6) }
    // In steps only changes of a request have lists.
    if case .steps = body.part { return open(.others, inner: body.item + 8) }
    if case .condition(let hasOr) = body.part {
      // The list of a rule with only one comparison is indented like a body.
      let isOnly = body.kind == .rules && !body.hasOperators
      let outer = isOnly ? body.item : operatorIndentation(hasOr: hasOr, isAnd: true)
      return open(.others, inner: outer + 2)
    }
    open(.others, inner: line + 2)
  }

  private mutating func openParenthesis() {
    if case .condition(let hasOr) = body.part {
      body.hasOperators = true
      open(.parentheses, inner: operatorIndentation(hasOr: hasOr, isAnd: true) + 2)
      body.part = .condition(hasOr: false)
      return
    }
    open(.others, inner: line + 2)
  }

  private mutating func readWord(_ token: Token) {
    switch body.kind {
    case .declarations:
      if token.startsLine || lastEnd == 0 || last == .rightBrace,
        Keyword.declarations.contains(token.keyword)
      {
        begin(token.keyword, .clauses)
      } else if token.kind == .assign, body.keyword == .condition {
        body.part = .condition(hasOr: false)
      }
    case .rules:
      switch token.keyword {
      case .when: begin(.when, .condition(hasOr: false))
      case .otherwise: begin(.otherwise, .steps)
      default: readStep(token)
      }
    case .cases:
      if case .nothing = body.part {
        if token.kind == .string || token.kind == .rawString { begin(.test, .setup) }
      } else {
        readStep(token)
      }
    case .parentheses, .others: break
    }
  }

  private mutating func begin(_ keyword: Keyword, _ part: Part) {
    (body.keyword, body.part, body.item) = (keyword, part, line)
    (body.hasOperators, body.hugs) = (false, false)
  }

  private mutating func readStep(_ token: Token) {
    // A name may be a word of the language.
    if last == .dot { return }
    if case .setup = body.part, token.keyword == .open,
      lastKeyword == .with || last == .comma || last == .not
    {
      return
    }
    switch token.keyword {
    case .allow, .cancel, .download, .continue: body.part = .nothing
    case .popup, .present, .push, .perform, .attempt, .open, .load, .dismiss: body.part = .steps
    default: if lastKeyword == .popup { body.part = .nothing }
    }
  }

  // MARK: - The line

  private func indentation(before next: Token?) -> Int {
    switch next?.kind {
    case .rightBrace, .rightBracket, .rightParenthesis: return body.outer
    default: break
    }
    let isUnfinished = last == .comma || [.with, .setting, .removing].contains(lastKeyword)
    switch body.part {
    case .nothing: return body.inner
    case .setup: return body.item + (isUnfinished ? 4 : 2)
    case .steps:
      let isChange = next?.keyword == .setting || next?.keyword == .removing
      return body.item + (isUnfinished || isChange ? 6 : 2)
    case .clauses:
      if last == .comma, body.hugs { return body.item }
      return isUnfinished || continues(next) ? body.item + 2 : body.inner
    case .condition(let hasOr):
      if next?.kind == .or { return operatorIndentation(hasOr: hasOr, isAnd: false) }
      if next?.kind == .and || !isOperand { return operatorIndentation(hasOr: hasOr, isAnd: true) }
      return body.kind == .rules ? body.item + 2 : body.inner
    }
  }

  /// True if the last token can end a condition.
  private var isOperand: Bool {
    switch last {
    case .identifier: ![.when, .in, .like, .matches, .exists].contains(lastKeyword)
    case .string, .rawString, .integer, .number, .regex, .rightBracket, .rightParenthesis: true
    default: false
    }
  }

  /// Operators of the rest of a condition; `&&` is indented further beside `||`.
  private func operatorIndentation(hasOr: Bool, isAnd: Bool) -> Int {
    let base =
      switch body.kind {
      case .parentheses: body.inner
      case .rules: body.item + 4
      default: body.item + 2
      }
    return base + (isAnd && hasOr ? 2 : 0)
  }

  /// True if the next line goes on with the declaration.
  private func continues(_ next: Token?) -> Bool {
    if last == .assign { return true }
    switch next?.keyword {
    case .receives, .replies, .sends, .fails, .via, .from, .frames, .world, .queue, .to: return true
    default: return false
    }
  }
}
