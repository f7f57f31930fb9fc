import Text

extension Parser {
  mutating func type(
    _ place: ExpectedSyntax.ExpectedType = .ofField
  ) throws(Abort) -> TypeSyntax {
    let start = current.start
    var type = try primaryType(place)
    while current.kind == .leftBracket, current.start == lastEnd, ahead.kind == .rightBracket {
      let whole = Span(start, ahead.end)
      foreign(
        whole, "[\(text(type.span))]",
        edits: [(Span(start, start), "["), (Span(current.start, current.end), "")],
        "an array is written `[T]`")
      advance()
      advance()
      type = .array(type, whole)
    }
    while current.kind == .question {
      advance()
      type = .optional(type, span(from: start))
      if current.kind == .question {
        throw unexpected("a type with one `?`")
      }
    }
    return type
  }

  private mutating func primaryType(
    _ place: ExpectedSyntax.ExpectedType
  ) throws(Abort) -> TypeSyntax {
    let start = current.start
    expects(.type(place))
    switch current.kind {
    case .identifier:
      let type = try name("a type")
      return current.kind == .less && !current.startsLine ? try generic(type) : .named(type)
    case .leftBracket:
      let node = beginNode(.arrayType)
      advance()
      return try nested { parser throws(Abort) in
        let first = try parser.type(place == .ofValue ? .ofElement : .ofField)
        if parser.take(.colon) {
          let value = try parser.type()
          try parser.expect(.rightBracket)
          parser.endNode(node)
          return .dictionary(key: first, value: value, parser.span(from: start))
        }
        try parser.expect(.rightBracket)
        parser.endNode(node)
        return .array(first, parser.span(from: start))
      }
    case .leftBrace:
      return try nested { parser throws(Abort) in
        let fields = try parser.fields(.record)
        return .record(fields, parser.span(from: start))
      }
    default:
      throw unexpected("a type")
    }
  }

  /// Parses `Array<T>`, `Optional<T>` and `Dictionary<String, T>` as the types that they mean.
  private mutating func generic(_ name: NameSyntax) throws(Abort) -> TypeSyntax {
    advance()
    let (first, second) = try nested { parser throws(Abort) in
      let first = try parser.type()
      return (first, parser.take(.comma) ? try parser.type() : nil)
    }
    let close = current
    try expect(.greater)
    let whole = Span(name.span.start, close.end)
    switch (name.text, second) {
    case ("Array", nil), ("List", nil), ("Set", nil), ("Sequence", nil), ("ReadonlyArray", nil):
      foreign(whole, "[\(text(first.span))]", "an array is written `[T]`")
      return .array(first, whole)
    case ("Optional", nil), ("Maybe", nil):
      foreign(whole, "\(text(first.span))?", "an optional type is written `T?`")
      return .optional(first, whole)
    case ("Dictionary", let value?), ("Map", let value?), ("Record", let value?):
      foreign(
        whole, "[\(text(first.span)): \(text(value.span))]",
        "a dictionary is written `[String: T]`")
      return .dictionary(key: first, value: value, whole)
    default:
      fault(
        .foreign(
          ForeignSpelling(
            text(whole), nil, [],
            why: "the types with a parameter are `[T]`, `[String: T]` and `T?`")),
        whole)
      throw Abort()
    }
  }

  private static let bindings: Set<String> = ["var", "let", "val", "const", "readonly", "public"]

  /// Parses fields such as `{ name: Type, … }`.
  mutating func fields(_ kind: SyntaxNode.Kind) throws(Abort) -> [FieldSyntax] {
    var fields: [FieldSyntax] = []
    try body(
      kind,
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

  /// Parses parameters such as `(name: Type, …)`; empty if there are none.
  mutating func parameters(
    _ place: ExpectedSyntax.ExpectedType
  ) throws(Abort) -> [FieldSyntax] {
    if current.kind == .leftBrace, !current.startsLine { return try bracedParameters() }
    guard current.kind == .leftParenthesis else {
      expects(.token(.leftParenthesis))
      return []
    }
    let opened = span(current)
    let node = beginNode(.parentheses)
    advance()
    var fields: [FieldSyntax] = []
    while current.kind != .rightParenthesis {
      if current.kind == .end || current.startsLine && looksLikeDeclaration {
        fault(.unclosed(bracket: "(", opened: opened), opened)
        throw Abort()
      }
      fields.append(try field(place))
      if take(.comma) || current.startsLine { continue }
      expects(.token(.rightParenthesis))
      if current.kind != .rightParenthesis { throw unexpected("`,` or `)`") }
    }
    advance()
    endNode(node)
    return fields
  }

  /// Parses parameters in braces, and records the wrong brackets.
  private mutating func bracedParameters() throws(Abort) -> [FieldSyntax] {
    let open = current
    let count = tree.faults.count
    let fields = try fields(.members)
    if tree.faults.count == count {
      let close = Span(lastEnd - 1, lastEnd)
      foreign(
        span(open), "(", edits: [(span(open), "("), (close, ")")],
        "parameters are written in parentheses")
    }
    return fields
  }

  private mutating func field(
    _ place: ExpectedSyntax.ExpectedType = .ofField
  ) throws(Abort) -> FieldSyntax {
    var prefix = try attributes()
    let node = beginNode(.member)
    if isAhead, Self.bindings.contains(word) {
      foreign(current, nil, "a field begins with its name")
      advance()
    }
    prefix.name = try name("a name")
    let wireName = optionalString()
    var optional: Token?
    if current.kind == .question, ahead.kind == .colon {
      optional = current
      advance()
    }
    if current.kind == .identifier, !current.startsLine {
      fault(.missing(":"), Span(prefix.name.span.end, lastEnd))
    } else {
      try expect(.colon)
    }
    var type = try type(place)
    if let optional {
      let end = Span(lastEnd, lastEnd)
      let whole = Span(prefix.name.span.start, lastEnd)
      foreign(
        whole, "\(prefix.name.text): \(text(type.span))?",
        edits: [(span(optional), ""), (end, "?")],
        "an optional field has a type with `?`")
      type = .optional(type, type.span)
    }
    var defaultValue: LiteralSyntax?
    if take(.assign) {
      if let name = type.declaredName { expects(.defaultValue(type: name)) }
      defaultValue = try literal("a value")
    }
    endNode(node)
    return FieldSyntax(
      header: header(prefix), wireName: wireName, type: type, defaultValue: defaultValue)
  }
}

extension TypeSyntax {
  /// The name of the type, also if it is optional; nil for a list or an inline type.
  fileprivate var declaredName: String? {
    switch self {
    case .named(let name): name.text
    case .optional(let inner, _): inner.declaredName
    case .array, .dictionary, .record: nil
    }
  }
}
