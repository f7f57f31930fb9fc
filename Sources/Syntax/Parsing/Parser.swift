import Text

/// An error that is thrown after a syntax error has been recorded. The catcher resumes at the next item.
struct Abort: Error {}

struct Parser {
  /// The maximum nesting depth of conditions, types and literals.
  static let depthLimit = 200

  var lexer: Lexer
  var current: Token
  var ahead: Token
  /// The offset just past the last consumed token.
  var lastEnd: UInt32 = 0
  var tree = SyntaxTree()
  var depth = 0
  /// The name of the current declaration, once it has been parsed.
  var declaring: String?
  /// The offset of the name of the last declaration.
  var lastDeclared: UInt32?
  /// The recorder of the constructs that can follow the text, which ends at the cursor of an editor; nil for the text
  /// of a whole file.
  let recorder: CursorRecorder?

  init(_ bytes: UnsafeBufferPointer<UInt8>, _ recorder: CursorRecorder? = nil) {
    self.recorder = recorder
    lexer = Lexer(bytes, recovers: true)
    current = lexer.next()
    ahead = lexer.next()
  }

  // MARK: - Tokens

  mutating func advance() {
    lastEnd = current.end
    current = ahead
    ahead = lexer.next()
  }

  func span(_ token: Token) -> Span { Span(token.start, token.end) }

  /// The span from an offset to the end of the last consumed token.
  func span(from start: UInt32) -> Span { Span(start, max(start, lastEnd)) }

  func text(_ span: Span) -> String {
    String(
      decoding: UnsafeBufferPointer(rebasing: lexer.bytes[Int(span.start)..<Int(span.end)]),
      as: UTF8.self)
  }

  mutating func take(_ kind: TokenKind) -> Bool {
    guard current.kind == kind else {
      expects(.token(kind))
      return false
    }
    advance()
    return true
  }

  mutating func take(_ keyword: Keyword) -> Bool {
    guard current.keyword == keyword else {
      expects(.keyword(keyword))
      return false
    }
    advance()
    return true
  }

  mutating func expect(_ kind: TokenKind, _ context: String = "") throws(Abort) {
    guard current.kind == kind else {
      expects(.token(kind))
      throw unexpected("`\(kind.spelling ?? "")`" + context)
    }
    advance()
  }

  mutating func name(_ expected: @autoclosure () -> String) throws(Abort) -> NameSyntax {
    guard current.kind == .identifier, !isNextRule else { throw unexpected(expected()) }
    let name = NameSyntax(text: text(span(current)), span: span(current))
    advance()
    return name
  }

  /// Parses the name of a declaration that begins with the keyword.
  mutating func name(
    of kind: Keyword, except given: @autoclosure () -> [String] = []
  ) throws(Abort) -> NameSyntax {
    expects(.name(of: kind, except: given()))
    return try name("the name of \(kind.withArticle)")
  }

  /// Parses one of the words. Any other name is accepted in its place, and later stages report it.
  mutating func word(_ words: [Keyword]) throws(Abort) -> NameSyntax {
    expects(anyOf: words)
    return try name(Self.alternatives(words))
  }

  /// The words, separated by commas and `or`.
  private static func alternatives(_ words: [Keyword]) -> String {
    let quoted = words.map { "`\($0.rawValue)`" }
    let last = quoted[quoted.count - 1]
    return words.count == 1 ? last : quoted.dropLast().joined(separator: ", ") + " or " + last
  }

  /// True if a rule starts at the current token. Nowhere else do two names follow each other.
  private var isNextRule: Bool {
    (current.keyword == .when || current.keyword == .use) && current.startsLine
      && ahead.kind == .identifier && !ahead.startsLine
      && (ahead.keyword == .none || ahead.keyword == .exists)
  }

  /// The texts of the `///` lines above the current token, joined.
  func documentation() -> String? {
    guard current.documentation >= 0 else { return nil }
    let lines = lexer.documentation[Int(current.documentation)]
    return lines.map { text($0) }.joined(separator: "\n")
  }

  // MARK: - The cursor

  /// Records that a construct can start at a token, by default the current one, if the cursor is there.
  @inline(__always)
  func expects(_ expectation: @autoclosure () -> ExpectedSyntax, at token: Token? = nil) {
    if (token ?? current).kind == .end, let recorder { recorder.record(expectation()) }
  }

  @inline(__always)
  func expects(anyOf words: @autoclosure () -> [Keyword]) {
    if current.kind == .end, let recorder {
      for word in words() { recorder.record(.keyword(word)) }
    }
  }

  /// True for a name, and at the cursor, where a name can follow.
  func isName(_ token: Token) -> Bool { token.kind == .identifier || isCursor(token) }

  func isCursor(_ token: Token) -> Bool { token.kind == .end && recorder != nil }

  // MARK: - Faults

  mutating func fault(_ kind: SyntaxFault.Kind, _ span: Span) {
    tree.faults.append(SyntaxFault(kind: kind, span: span))
    guard let recorder, current.kind == .end else { return }
    switch kind {
    case .unexpected, .unclosed, .missing, .missingDecision: recorder.close()
    default: break
    }
  }

  /// Records that the current token is not the expected one.
  mutating func unexpected(_ expected: String) -> Abort {
    switch current.kind {
    case .unterminatedString: fault(.unterminatedString, span(current))
    case .unterminatedComment:
      fault(.unterminatedComment, Span(current.start, current.start + 2))
    case .unterminatedRegex: fault(.unterminatedRegex, span(current))
    case .invalid: fault(.invalidCharacter, span(current))
    case _ where startsNextItem:
      fault(.unexpected(expected: expected, found: "the end of the line"), Span(lastEnd, lastEnd))
    default:
      fault(.unexpected(expected: expected, found: description(current)), span(current))
    }
    return Abort()
  }

  /// True if a rule or declaration starts at the current token. The end of the previous one is then missing.
  private var startsNextItem: Bool {
    // The first item of a body is not preceded by an item.
    guard current.startsLine, lastEnd > 0, lexer.bytes[Int(lastEnd) - 1] != UInt8(ascii: "{") else {
      return false
    }
    return current.keyword.startsRule
      || isAtLeftMargin && (current.kind == .at || looksLikeDeclaration)
  }

  func description(_ token: Token) -> String {
    switch token.kind {
    case .end: return "the end of the file"
    case .string, .rawString: return "a string"
    case .integer, .number: return "a number"
    case .regex: return "a regular expression"
    default:
      let length = token.end - token.start
      return length > 40
        ? "`\(text(Span(token.start, token.start + 40)))…`" : "`\(text(span(token)))`"
    }
  }

  /// The offset of the first malformed UTF-8 sequence; nil if there is none.
  static func firstMalformedUTF8(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    var i = 0
    while i < bytes.count {
      let byte = bytes[i]
      if byte < 0x80 {
        i = PlainBytes.asciiCount(UnsafeRawBufferPointer(bytes), from: i)
        continue
      }
      let length: Int
      let second: ClosedRange<UInt8>
      switch byte {
      case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
      case 0xE0: (length, second) = (3, 0xA0...0xBF)
      case 0xED: (length, second) = (3, 0x80...0x9F)
      case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
      case 0xF0: (length, second) = (4, 0x90...0xBF)
      case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
      case 0xF4: (length, second) = (4, 0x80...0x8F)
      default: return i
      }
      guard i + length <= bytes.count, second.contains(bytes[i + 1]) else { return i }
      for k in 2..<max(length, 2) where k < length && bytes[i + k] & 0xC0 != 0x80 { return i }
      i += length
    }
    return nil
  }

  // MARK: - Recovery

  /// Skips to a token that looks like the start of a declaration. Within braces, such a token must be in the first
  /// column.
  mutating func recoverToDeclaration() {
    var nesting = 0
    while current.kind != .end {
      if current.startsLine, current.kind == .at || looksLikeDeclaration,
        nesting == 0 || isAtLeftMargin
      {
        return
      }
      if current.kind == .leftBrace { nesting += 1 }
      if current.kind == .rightBrace, nesting > 0 { nesting -= 1 }
      advance()
    }
    if nesting > 0 || !current.startsLine { recorder?.close() }
  }

  /// True at the keyword of a declaration if a name follows.
  var looksLikeDeclaration: Bool {
    current.keyword.startsDeclaration && ahead.kind == .identifier
  }

  /// True if the current token is in the first column.
  var isAtLeftMargin: Bool {
    let start = Int(current.start)
    return start == 0 || lexer.bytes[start - 1] == 0x0A || lexer.bytes[start - 1] == 0x0D
  }

  /// Consumes the comma after an item, or checks that the line or the body ends here.
  mutating func endOfItem() throws(Abort) {
    if take(.comma) || current.startsLine || current.kind == .rightBrace || current.kind == .end {
      return
    }
    if current.kind == .invalid, word == ";" {
      foreign(current, ahead.startsLine || ahead.kind == .rightBrace ? nil : ",")
      advance()
      return
    }
    throw unexpected("`,` or a line end")
  }

  // MARK: - Nesting

  mutating func nested<T>(
    _ body: (inout Parser) throws(Abort) -> T
  ) throws(Abort) -> T {
    depth += 1
    defer { depth -= 1 }
    if depth > Self.depthLimit {
      fault(.nestingTooDeep(limit: Self.depthLimit), span(current))
      throw Abort()
    }
    return try body(&self)
  }

  /// Records a declaration or rule, so that directives above it apply to it.
  mutating func unit(_ span: Span) {
    if !lexer.directives.isEmpty { tree.units.append(span) }
  }
}
