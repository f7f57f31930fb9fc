package import Text

extension SyntaxTree {
  /// Reads a file. Never fails: what cannot be read is a fault, and the rest is read on.
  ///
  /// A fault inside a declaration's braces costs the item that it stands in; one outside costs
  /// the declaration. Work and memory are linear in the size of the file, and the depth of
  /// recursion is bounded by `Parser.depthLimit`.
  package static func parse(_ file: SourceFile) -> SyntaxTree {
    file.bytes.withUnsafeBufferPointer { bytes in
      var parser = Parser(bytes)
      return parser.file()
    }
  }
}

/// The fault has been recorded; whoever catches it finds the next place to go on from.
struct Abort: Error {}

struct Parser {
  /// How deep conditions, types and literals may nest.
  static let depthLimit = 200

  var lexer: Lexer
  var current: Token
  var ahead: Token
  /// Offset just past the last token taken.
  var lastEnd: UInt32 = 0
  var tree = SyntaxTree()
  var depth = 0
  /// The name of the declaration that is being read, once it has been read.
  var declaring: String?

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    lexer = Lexer(bytes)
    current = lexer.next()
    ahead = lexer.next()
  }

  mutating func file() -> SyntaxTree {
    if let offset = Self.firstMalformedUTF8(lexer.bytes) {
      fault(.invalidUTF8, Span(offset, offset + 1))
    }
    while current.kind != .end {
      declaring = nil
      do throws(Abort) {
        try declaration()
      } catch {
        loseDeclaration()
        recoverToDeclaration()
      }
    }
    tree.directives = lexer.directives
    tree.units.sort { ($0.start, $1.end) < ($1.start, $0.end) }
    return tree
  }

  // MARK: - Tokens

  mutating func advance() {
    lastEnd = current.end
    current = ahead
    ahead = lexer.next()
  }

  func span(_ token: Token) -> Span { Span(token.start, token.end) }

  /// From an offset to the end of the last token taken.
  func span(from start: UInt32) -> Span { Span(start, max(start, lastEnd)) }

  func text(_ span: Span) -> String {
    String(
      decoding: UnsafeBufferPointer(rebasing: lexer.bytes[Int(span.start)..<Int(span.end)]),
      as: UTF8.self)
  }

  mutating func take(_ kind: TokenKind) -> Bool {
    guard current.kind == kind else { return false }
    advance()
    return true
  }

  mutating func take(_ keyword: Keyword) -> Bool {
    guard current.keyword == keyword else { return false }
    advance()
    return true
  }

  mutating func expect(_ kind: TokenKind, _ context: String = "") throws(Abort) {
    guard current.kind == kind else {
      throw unexpected("`\(kind.spelling ?? "")`" + context)
    }
    advance()
  }

  mutating func name(_ expected: String) throws(Abort) -> NameSyntax {
    guard current.kind == .identifier else { throw unexpected(expected) }
    let name = NameSyntax(text: text(span(current)), span: span(current))
    advance()
    return name
  }

  /// The lines of `///` above the current token, joined.
  func documentation() -> String? {
    guard current.documentation >= 0 else { return nil }
    let lines = lexer.documentation[Int(current.documentation)]
    return lines.map { text($0) }.joined(separator: "\n")
  }

  // MARK: - Faults

  mutating func fault(_ kind: SyntaxFault.Kind, _ span: Span) {
    tree.faults.append(SyntaxFault(kind: kind, span: span))
  }

  /// Records that something else was due where the current token stands.
  mutating func unexpected(_ expected: String) -> Abort {
    switch current.kind {
    case .unterminatedString: fault(.unterminatedString, span(current))
    case .unterminatedComment:
      fault(.unterminatedComment, Span(current.start, current.start + 2))
    case .unterminatedRegex: fault(.unterminatedRegex, span(current))
    case .invalid: fault(.invalidCharacter, span(current))
    default:
      fault(.unexpected(expected: expected, found: description(current)), span(current))
    }
    return Abort()
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

  /// Where the first byte stands that is no UTF-8, if there is one.
  static func firstMalformedUTF8(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    var i = 0
    while i < bytes.count {
      let byte = bytes[i]
      if byte < 0x80 {
        i += 1
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

  /// Keeps the name of a declaration that cannot be read; behind a misspelled keyword it is ahead.
  private mutating func loseDeclaration() {
    if let declaring {
      tree.lost.insert(declaring)
    } else if current.kind == .identifier, ahead.kind == .identifier, !ahead.startsLine {
      tree.lost.insert(text(span(ahead)))
    }
  }

  /// Keeps the name of a field, case or strategy that cannot be read.
  private mutating func loseItem(_ first: Token, _ second: Token) {
    guard first.kind == .identifier, !first.keyword.startsRule else { return }
    let name = first.keyword == .strategy && second.kind == .identifier ? second : first
    tree.lost.insert(text(span(name)))
  }

  /// Skips to what looks like the next declaration.
  mutating func recoverToDeclaration() {
    while current.kind != .end {
      if current.startsLine, current.kind == .at || looksLikeDeclaration { return }
      advance()
    }
  }

  /// A declaration's keyword with a name behind it.
  var looksLikeDeclaration: Bool {
    current.keyword.startsDeclaration && ahead.kind == .identifier
  }

  /// Reads the items between braces, each fault costing its item only.
  ///
  /// - Parameters:
  ///   - isStart: whether an item can start at the current token; nothing else is taken for the
  ///     start of the next declaration.
  ///   - isNearStart: whether a line that begins here may be meant as an item, once the one before
  ///     it was broken.
  ///   - item: reads one; called until the closing brace.
  mutating func body(
    startsItem isStart: @Sendable (Parser) -> Bool,
    nearly isNearStart: @Sendable (Parser) -> Bool,
    _ item: (inout Parser) throws(Abort) -> Void
  ) throws(Abort) {
    let opened = span(current)
    try expect(.leftBrace)
    while true {
      switch current.kind {
      case .rightBrace:
        advance()
        return
      case .end:
        fault(.unclosed(bracket: "{", opened: opened), opened)
        return
      case .unterminatedComment:
        throw unexpected("")
      default:
        break
      }
      if current.startsLine, looksLikeDeclaration, !isStart(self) {
        fault(.unclosed(bracket: "{", opened: opened), opened)
        return
      }
      let (first, second) = (current, ahead)
      let before = current.start
      do throws(Abort) {
        try item(&self)
      } catch {
        loseItem(first, second)
        skip(from: before, toItem: isNearStart)
      }
    }
  }

  /// Skips to the next item or the closing brace of the body that the parser is in.
  private mutating func skip(from start: UInt32, toItem isStart: @Sendable (Parser) -> Bool) {
    var nesting = 0
    while current.kind != .end {
      switch current.kind {
      case .leftBrace:
        nesting += 1
      case .rightBrace:
        if nesting == 0 { return }
        nesting -= 1
      default:
        if current.start > start, current.startsLine {
          if nesting == 0, isStart(self) { return }
          if looksLikeDeclaration, isAtLeftMargin { return }
        }
      }
      advance()
    }
  }

  /// Whether nothing stands before the current token in its line.
  private var isAtLeftMargin: Bool {
    let start = Int(current.start)
    return start == 0 || lexer.bytes[start - 1] == 0x0A || lexer.bytes[start - 1] == 0x0D
  }

  /// Takes the comma, or makes sure that a line or the body ends here.
  mutating func endOfItem() throws(Abort) {
    if take(.comma) || current.startsLine || current.kind == .rightBrace || current.kind == .end {
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

  /// Notes a declaration or rule for the directives above it.
  mutating func unit(_ span: Span) {
    if !lexer.directives.isEmpty { tree.units.append(span) }
  }
}
