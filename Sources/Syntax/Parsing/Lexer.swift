import Text

/// Splits the bytes of a file into tokens, one at a time.
///
/// Comments and white space are not tokens. Documentation lines and `bascule:ignore` comments are stored separately
/// with their positions.
package struct Lexer {
  let bytes: UnsafeBufferPointer<UInt8>
  var offset: Int
  /// The groups of `///` lines, each as the spans of the lines' texts.
  private(set) var documentation: [[Span]] = []
  private(set) var directives: [DirectiveSyntax] = []
  private var pending: [Span] = []
  var startsLine = true
  /// True if foreign characters are read as the similar ones of the language, with a fault for each; false if they
  /// are tokens.
  let recovers: Bool
  /// The starts of the second version and of the last marker in the current merge conflict.
  var conflict: (middle: Int, end: Int)?
  /// The faults of foreign characters.
  var faults: [SyntaxFault] = []
  /// True after `matches`, where a `/` opens a regular expression.
  private var expectsRegex = false
  private let keywords = KeywordTable.shared

  /// The texts of all tokens except the end.
  package static func texts(of bytes: [UInt8]) -> [String] {
    tokens(of: bytes).dropLast().map {
      String(decoding: bytes[Int($0.start)..<Int($0.end)], as: UTF8.self)
    }
  }

  /// The tokens of a text. The last one is the end.
  package static func tokens(of bytes: [UInt8]) -> [Token] {
    bytes.withUnsafeBufferPointer { bytes in
      var lexer = Lexer(bytes)
      var tokens: [Token] = []
      repeat { tokens.append(lexer.next()) } while tokens.last?.kind != .end
      return tokens
    }
  }

  package init(_ bytes: UnsafeBufferPointer<UInt8>) { self.init(bytes, recovers: false) }

  /// Creates a lexer that continues after a token of the same bytes.
  package init(_ bytes: UnsafeBufferPointer<UInt8>, after token: Token) {
    self.init(bytes, recovers: false)
    offset = Int(token.end)
    startsLine = false
    expectsRegex = token.keyword == .matches
  }

  init(_ bytes: UnsafeBufferPointer<UInt8>, recovers: Bool) {
    self.bytes = bytes
    self.recovers = recovers
    offset = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  /// Reads the next token. Returns `end` on every call after the last token.
  package mutating func next() -> Token {
    if !pending.isEmpty { pending.removeAll(keepingCapacity: true) }
    startsLine = offset == 0 || startsLine
    var unterminatedComment: Int?
    skipTrivia(&unterminatedComment)
    if let start = unterminatedComment { return token(.unterminatedComment, start) }
    guard offset < bytes.count else { return token(.end, offset) }
    let start = offset
    let byte = bytes[offset]
    if Self.isIdentifierStart(byte) {
      offset += 1
      while offset < bytes.count, Self.isIdentifierPart(bytes[offset]) { offset += 1 }
      let keyword = keywords.keyword(bytes, start, offset)
      let token = token(.identifier, start, keyword: keyword)
      expectsRegex = keyword == .matches
      return token
    }
    if byte == UInt8(ascii: "/") {
      if expectsRegex { return regex(start) }
      if recovers, let token = strayRegex(start) { return token }
    }
    expectsRegex = false
    if byte == UInt8(ascii: "\"") { return string(start) }
    if Self.isDigit(byte) || byte == UInt8(ascii: "-") && Self.isDigit(peek(1)) {
      return number(start)
    }
    if recovers, let token = similarToken(start) { return token }
    return punctuation(start)
  }

  // MARK: - White space and comments

  private mutating func skipTrivia(_ unterminated: inout Int?) {
    while offset < bytes.count {
      switch bytes[offset] {
      case 0x20, 0x09:
        offset += 1
      case 0x0A, 0x0D:
        offset += 1
        startsLine = true
      case UInt8(ascii: "=") where conflict != nil && skipSecondVersion(),
        UInt8(ascii: "|") where conflict != nil && skipSecondVersion():
        continue
      case UInt8(ascii: "/"):
        if peek(1) == UInt8(ascii: "/") {
          lineComment()
        } else if peek(1) == UInt8(ascii: "*"), !expectsRegex {
          let start = offset
          if !blockComment() {
            unterminated = start
            return
          }
        } else {
          return
        }
      case let byte where Self.isIdentifierStart(byte):
        return
      default:
        guard recovers, skipForeignTrivia() else { return }
      }
    }
  }

  private mutating func lineComment() {
    let start = offset
    while offset < bytes.count, bytes[offset] != 0x0A, bytes[offset] != 0x0D { offset += 1 }
    let isDocumentation =
      offset - start >= 3 && bytes[start + 2] == UInt8(ascii: "/")
      && !(offset - start >= 4 && bytes[start + 3] == UInt8(ascii: "/"))
    if isDocumentation {
      var text = start + 3
      if text < offset, bytes[text] == 0x20 { text += 1 }
      pending.append(Span(text, offset))
    } else if let directive = DirectiveSyntax(bytes, start, offset) {
      directives.append(directive)
    }
  }

  /// Skips a block comment, which may contain others, without recursion. Returns false if the file ends in it.
  private mutating func blockComment() -> Bool {
    var depth = 0
    while offset < bytes.count {
      let byte = bytes[offset]
      if byte == UInt8(ascii: "/"), peek(1) == UInt8(ascii: "*") {
        depth += 1
        offset += 2
      } else if byte == UInt8(ascii: "*"), peek(1) == UInt8(ascii: "/") {
        depth -= 1
        offset += 2
        if depth == 0 { return true }
      } else {
        if byte == 0x0A || byte == 0x0D { startsLine = true }
        offset += 1
      }
    }
    return false
  }

  // MARK: - Tokens

  private mutating func string(_ start: Int) -> Token {
    if peek(1) == UInt8(ascii: "\""), peek(2) == UInt8(ascii: "\"") {
      offset += 3
      while offset < bytes.count {
        if bytes[offset] == UInt8(ascii: "\""), peek(1) == UInt8(ascii: "\""),
          peek(2) == UInt8(ascii: "\"")
        {
          offset += 3
          return token(.rawString, start)
        }
        offset += 1
      }
      return token(.unterminatedString, start)
    }
    offset += 1
    var escapes = false
    while offset < bytes.count {
      switch bytes[offset] {
      case UInt8(ascii: "\""):
        offset += 1
        return token(.string, start, escapes: escapes)
      case UInt8(ascii: "\\"):
        escapes = true
        offset += 1
        if offset < bytes.count, bytes[offset] != 0x0A, bytes[offset] != 0x0D { offset += 1 }
      case 0x0A, 0x0D:
        return token(.unterminatedString, start)
      default:
        offset += 1
      }
    }
    return token(.unterminatedString, start)
  }

  /// Reads a regular expression: `/…/` followed by letters. A slash in a class or after a backslash does not end it.
  mutating func regex(_ start: Int) -> Token {
    expectsRegex = false
    offset += 1
    var isInClass = false
    while offset < bytes.count {
      switch bytes[offset] {
      case UInt8(ascii: "\\"):
        offset += 1
        if offset < bytes.count, bytes[offset] != 0x0A, bytes[offset] != 0x0D { offset += 1 }
      case UInt8(ascii: "["):
        isInClass = true
        offset += 1
      case UInt8(ascii: "]"):
        isInClass = false
        offset += 1
      case UInt8(ascii: "/") where !isInClass:
        offset += 1
        while offset < bytes.count, Self.isIdentifierPart(bytes[offset]) { offset += 1 }
        if recovers { extendRegex(start) }
        return token(.regex, start)
      case 0x0A, 0x0D:
        return token(.unterminatedRegex, start)
      default:
        offset += 1
      }
    }
    return token(.unterminatedRegex, start)
  }

  /// Reads a number, with the letters right after the digits, so that `12ab` is one malformed number.
  private mutating func number(_ start: Int) -> Token {
    var isInteger = true
    offset += 1
    while offset < bytes.count {
      let byte = bytes[offset]
      if Self.isIdentifierPart(byte) {
        if !Self.isDigit(byte) { isInteger = false }
        offset += 1
        if byte | 0x20 == UInt8(ascii: "e"),
          peek(0) == UInt8(ascii: "-") || peek(0) == UInt8(ascii: "+"),
          Self.isDigit(peek(1))
        {
          offset += 1
        }
      } else if byte == UInt8(ascii: "."), Self.isDigit(peek(1)) {
        isInteger = false
        offset += 1
      } else {
        break
      }
    }
    return token(isInteger ? .integer : .number, start)
  }

  private mutating func punctuation(_ start: Int) -> Token {
    let second = peek(1)
    offset += 1
    switch bytes[start] {
    case UInt8(ascii: "{"): return token(.leftBrace, start)
    case UInt8(ascii: "}"): return token(.rightBrace, start)
    case UInt8(ascii: "("): return token(.leftParenthesis, start)
    case UInt8(ascii: ")"): return token(.rightParenthesis, start)
    case UInt8(ascii: "["): return token(.leftBracket, start)
    case UInt8(ascii: "]"): return token(.rightBracket, start)
    case UInt8(ascii: ","): return token(.comma, start)
    case UInt8(ascii: ":"): return token(.colon, start)
    case UInt8(ascii: "."): return token(.dot, start)
    case UInt8(ascii: "@"): return token(.at, start)
    case UInt8(ascii: "?"): return token(.question, start)
    case UInt8(ascii: "="): return pair(second == UInt8(ascii: "="), .equal, .assign, start)
    case UInt8(ascii: "!"): return pair(second == UInt8(ascii: "="), .notEqual, .not, start)
    case UInt8(ascii: "<"): return pair(second == UInt8(ascii: "="), .lessOrEqual, .less, start)
    case UInt8(ascii: ">"):
      return pair(second == UInt8(ascii: "="), .greaterOrEqual, .greater, start)
    case UInt8(ascii: "&"): return pair(second == UInt8(ascii: "&"), .and, .invalid, start)
    case UInt8(ascii: "|"): return pair(second == UInt8(ascii: "|"), .or, .invalid, start)
    case UInt8(ascii: "-"): return pair(second == UInt8(ascii: ">"), .arrow, .invalid, start)
    default:
      while offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset += 1 }
      return token(.invalid, start)
    }
  }

  private mutating func pair(
    _ isPair: Bool, _ two: TokenKind, _ one: TokenKind, _ start: Int
  ) -> Token {
    if isPair { offset += 1 }
    return token(isPair ? two : one, start)
  }

  mutating func token(
    _ kind: TokenKind, _ start: Int, keyword: Keyword = .none, escapes: Bool = false
  ) -> Token {
    var group: Int32 = -1
    if !pending.isEmpty {
      group = Int32(documentation.count)
      documentation.append(pending)
    }
    let result = Token(
      kind: kind, keyword: keyword, startsLine: startsLine, hasEscapes: escapes,
      start: UInt32(start), end: UInt32(offset), documentation: group)
    startsLine = false
    return result
  }

  func peek(_ distance: Int) -> UInt8 {
    offset + distance < bytes.count ? bytes[offset + distance] : 0
  }

  static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  static func isIdentifierStart(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- 0x61 < 26 || byte == 0x5F
  }

  static func isIdentifierPart(_ byte: UInt8) -> Bool {
    isIdentifierStart(byte) || isDigit(byte)
  }
}
