import Text

extension Parser {
  mutating func type() throws(Abort) -> TypeSyntax {
    let start = current.start
    var type = try primaryType()
    while current.kind == .question {
      advance()
      type = .optional(type, span(from: start))
      if current.kind == .question {
        throw unexpected("a type with one `?`")
      }
    }
    return type
  }

  private mutating func primaryType() throws(Abort) -> TypeSyntax {
    let start = current.start
    switch current.kind {
    case .identifier:
      return .named(try name("a type"))
    case .leftBracket:
      advance()
      return try nested { parser throws(Abort) in
        let first = try parser.type()
        if parser.take(.colon) {
          let value = try parser.type()
          try parser.expect(.rightBracket)
          return .dictionary(key: first, value: value, parser.span(from: start))
        }
        try parser.expect(.rightBracket)
        return .array(first, parser.span(from: start))
      }
    case .leftBrace:
      return try nested { parser throws(Abort) in
        let fields = try parser.fields()
        return .record(fields, parser.span(from: start))
      }
    default:
      throw unexpected("a type")
    }
  }

  /// `{ name: Type, … }`.
  mutating func fields() throws(Abort) -> [FieldSyntax] {
    var fields: [FieldSyntax] = []
    try body(
      startsItem: {
        $0.current.kind == .at
          || $0.current.kind == .identifier
            && ($0.ahead.kind == .colon || $0.ahead.kind == .string)
      },
      nearly: { $0.current.kind == .at || $0.current.kind == .identifier }
    ) { parser throws(Abort) in
      fields.append(try parser.field())
      try parser.endOfItem()
    }
    return fields
  }

  /// `(name: Type, …)`, or nothing.
  mutating func parameters() throws(Abort) -> [FieldSyntax] {
    guard current.kind == .leftParenthesis else { return [] }
    let opened = span(current)
    advance()
    var fields: [FieldSyntax] = []
    while current.kind != .rightParenthesis {
      if current.kind == .end || current.startsLine && looksLikeDeclaration {
        fault(.unclosed(bracket: "(", opened: opened), opened)
        throw Abort()
      }
      fields.append(try field())
      if take(.comma) || current.startsLine { continue }
      if current.kind != .rightParenthesis { throw unexpected("`,` or `)`") }
    }
    advance()
    return fields
  }

  private mutating func field() throws(Abort) -> FieldSyntax {
    var prefix = try attributes()
    prefix.name = try name("a name")
    let wireName = optionalString()
    try expect(.colon)
    let type = try type()
    var defaultValue: LiteralSyntax?
    if take(.assign) { defaultValue = try literal("a value") }
    return FieldSyntax(
      header: header(prefix), wireName: wireName, type: type, defaultValue: defaultValue)
  }
}
