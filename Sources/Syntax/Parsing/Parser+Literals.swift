import Text

extension Parser {
  // MARK: - Strings

  mutating func string(_ expected: String) throws(Abort) -> StringSyntax {
    switch current.kind {
    case .string:
      let token = current
      advance()
      return string(token)
    case .rawString:
      let token = current
      advance()
      return StringSyntax(value: raw(token), span: span(token), isVerbatim: false)
    default:
      throw unexpected(expected)
    }
  }

  /// Parses a string; nil if the current token is none.
  mutating func optionalString() -> StringSyntax? {
    guard current.kind == .string else { return nil }
    let token = current
    advance()
    return string(token)
  }

  private mutating func string(_ token: Token) -> StringSyntax {
    let isPlain = lexer.bytes[Int(token.start)] == UInt8(ascii: "\"")
    let inner = isPlain ? Span(token.start + 1, token.end - 1) : insideQuotes(token)
    if !token.hasEscapes {
      return StringSyntax(value: text(inner), span: span(token), isVerbatim: isPlain)
    }
    return StringSyntax(value: unescape(inner), span: span(token), isVerbatim: false)
  }

  /// The span of the text between quotation marks of another language.
  private func insideQuotes(_ token: Token) -> Span {
    var end = Int(token.end) - 1
    while lexer.bytes[end] & 0xC0 == 0x80 { end -= 1 }
    return Span(Int(token.start) + (lexer.scalar(at: Int(token.start))?.length ?? 1), end)
  }

  private mutating func unescape(_ inner: Span) -> String {
    var value: [UInt8] = []
    var i = Int(inner.start)
    let end = Int(inner.end)
    while i < end {
      let byte = lexer.bytes[i]
      if byte != UInt8(ascii: "\\") {
        value.append(byte)
        i += 1
        continue
      }
      let start = i
      i += 1
      switch i < end ? lexer.bytes[i] : 0 {
      case UInt8(ascii: "n"): value.append(0x0A)
      case UInt8(ascii: "r"): value.append(0x0D)
      case UInt8(ascii: "t"): value.append(0x09)
      case UInt8(ascii: "0"): value.append(0)
      case UInt8(ascii: "\""): value.append(UInt8(ascii: "\""))
      case UInt8(ascii: "\\"): value.append(UInt8(ascii: "\\"))
      case UInt8(ascii: "u") where i + 1 < end && lexer.bytes[i + 1] == UInt8(ascii: "{"):
        var close = i + 2
        while close < end, lexer.bytes[close] != UInt8(ascii: "}") { close += 1 }
        let digits = text(Span(i + 2, close))
        guard close < end, digits.utf8.count <= 8, let number = UInt32(digits, radix: 16),
          let scalar = Unicode.Scalar(number), !digits.hasPrefix("+")
        else {
          fault(.invalidEscape, Span(start, min(close + 1, end)))
          i = min(close + 1, end)
          continue
        }
        value.append(contentsOf: Array(String(Character(scalar)).utf8))
        i = close
      default:
        var next = i + 1
        while next < end, lexer.bytes[next] & 0xC0 == 0x80 { next += 1 }
        fault(.invalidEscape, Span(start, min(next, end)))
        i = min(next, end)
        continue
      }
      i += 1
    }
    return String(decoding: value, as: UTF8.self)
  }

  /// The value of a `"""` literal: the lines between the quotes, without the indentation of the closing quotes. It
  /// has no escapes. A literal on one line is verbatim.
  private func raw(_ token: Token) -> String {
    let written = text(Span(token.start + 3, token.end - 3))
    let inner = String(decoding: LineEnds.normalized(Array(written.utf8)), as: UTF8.self)
    var lines = inner.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count > 1 else { return inner }
    if lines[0].allSatisfy({ $0 == " " || $0 == "\t" }) { lines.removeFirst() }
    let last = lines[lines.count - 1]
    guard last.allSatisfy({ $0 == " " || $0 == "\t" }) else {
      return lines.joined(separator: "\n")
    }
    lines.removeLast()
    return lines.map { line -> Substring in
      if line.hasPrefix(last) { return line.dropFirst(last.count) }
      return line.drop { $0 == " " || $0 == "\t" }
    }.joined(separator: "\n")
  }

  // MARK: - Literals

  /// Parses a literal.
  ///
  /// - Parameters:
  ///   - expectation: the construct that the literal is.
  ///   - element: the construct that each element of a list is.
  mutating func literal(
    _ expected: String, _ expectation: @autoclosure () -> ExpectedSyntax = .literal,
    element: @autoclosure () -> ExpectedSyntax = .literal
  ) throws(Abort) -> LiteralSyntax {
    let token = current
    expects(expectation())
    switch token.kind {
    case .string, .rawString:
      return .string(try string(expected))
    case .integer:
      advance()
      let value = Int64(text(span(token)))
      if value == nil { fault(.invalidNumber(reason: "it is out of range"), span(token)) }
      return .integer(value, span(token))
    case .number:
      advance()
      return .number(number(token), span(token))
    case .identifier:
      if token.keyword == .true || token.keyword == .false {
        advance()
        return .bool(token.keyword == .true, span(token))
      }
      return .name(try name(expected))
    case .leftBracket:
      return try nested { parser throws(Abort) in try parser.list(element()) }
    case .leftBrace where ahead.kind == .rightBrace:
      advance()
      advance()
      let braces = span(from: token.start)
      foreign(braces, "[:]", "an empty dictionary is written `[:]`")
      return .emptyDictionary(braces)
    default:
      throw unexpected(expected)
    }
  }

  private mutating func number(_ token: Token) -> Double? {
    let text = text(span(token))
    let isDecimal = text.utf8.allSatisfy {
      Lexer.isDigit($0) || $0 == 0x2E || $0 == 0x2D || $0 == 0x2B || $0 | 0x20 == 0x65
    }
    guard isDecimal, let value = Double(text) else {
      fault(
        .invalidNumber(reason: "only digits, a point and an exponent are allowed"), span(token))
      return nil
    }
    guard value.isFinite else {
      fault(.invalidNumber(reason: "it is out of range"), span(token))
      return nil
    }
    return value
  }

  /// Parses a list such as `[a, b]`.
  private mutating func list(
    _ element: @autoclosure () -> ExpectedSyntax
  ) throws(Abort) -> LiteralSyntax {
    let opened = span(current)
    let node = beginNode(ahead.kind == .colon ? .emptyDictionary : .list)
    advance()
    if take(.colon) {
      guard take(.rightBracket) else { throw unexpected("`]`, since a dictionary here is empty") }
      endNode(node)
      return .emptyDictionary(span(from: opened.start))
    }
    var items: [LiteralSyntax] = []
    while current.kind != .rightBracket {
      if current.kind == .end {
        expects(element())
        fault(.unclosed(bracket: "[", opened: opened), opened)
        throw Abort()
      }
      items.append(try literal("a value"))
      if take(.comma) || current.startsLine { continue }
      expects(.token(.rightBracket))
      if current.kind != .rightBracket { throw unexpected("`,` or `]`") }
    }
    advance()
    endNode(node)
    return .list(items, span(from: opened.start))
  }

  // MARK: - References

  /// Parses the name after a point. A name with hyphens is accepted with a fault, since it belongs in brackets as a
  /// key.
  private mutating func member() throws(Abort) -> ReferenceSyntax.Access {
    var name = try name("a name")
    let point = name.span.start - 1
    while current.start == lastEnd, current.kind == .invalid, word == "-", isTouching,
      ahead.kind == .identifier || ahead.kind == .integer
    {
      advance()
      name.span = Span(name.span.start, current.end)
      advance()
    }
    let text = text(name.span)
    if text == name.text { return .member(name) }
    let whole = Span(point, name.span.end)
    foreign(whole, "[\"\(text)\"]", "a name with other characters is written in brackets")
    return .key(StringSyntax(value: text, span: name.span, isVerbatim: false))
  }

  /// Parses a reference.
  ///
  /// - Parameter expectation: the construct that the reference is.
  mutating func reference(
    _ expected: String, _ expectation: @autoclosure () -> ExpectedSyntax
  ) throws(Abort) -> ReferenceSyntax {
    expects(expectation())
    let base = try name(expected)
    var accesses: [ReferenceSyntax.Access] = []
    while true {
      if current.kind == .question || current.kind == .not, ahead.kind == .dot, isTouching,
        current.start == lastEnd
      {
        foreign(current, nil, "a missing value needs no sign")
        advance()
      } else if current.kind == .dot {
        advance()
        expects(.member(of: base.text + accesses.map { $0.text }.joined(), instead: expectation()))
        accesses.append(try member())
      } else if current.kind == .leftBracket, !current.startsLine {
        advance()
        expects(.key(of: base.text + accesses.map { $0.text }.joined()))
        switch current.kind {
        case .integer:
          let token = current
          advance()
          accesses.append(.index(Int(text(span(token))), span(token)))
        case .string:
          let key = try string("a string")
          if key.isMarkedKey(of: base.text) { tree.hasMarkedOperands = true }
          accesses.append(.key(key))
        default:
          throw unexpected("an index or a string")
        }
        try expect(.rightBracket)
      } else {
        expects(.token(.leftBracket))
        return ReferenceSyntax(
          base: base, accesses: accesses, span: span(from: base.span.start))
      }
    }
  }
}
