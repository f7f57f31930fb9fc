import Text

extension Parser {
  /// Parses a condition. `||` has the lowest precedence, then `&&`, then `!`.
  mutating func condition() throws(Abort) -> ConditionSyntax {
    try condition(after: nil, from: current.start, at: tree.nodes.count)
  }

  /// Parses the rest of a condition that begins with the value; nil if no operator follows.
  ///
  /// - Parameter index: the number of nodes before the value.
  mutating func condition(
    beginningWith value: ReferenceSyntax, at index: Int
  ) throws(Abort) -> ConditionSyntax? {
    var first = try comparison(value)
    if first == nil, current.kind == .and || current.kind == .or { first = .reference(value) }
    guard let first else { return nil }
    return try condition(after: first, from: value.span.start, at: index)
  }

  /// Parses a condition whose first operand may already be read.
  ///
  /// - Parameters:
  ///   - read: the first operand, if it is already read.
  ///   - start: the offset of the first operand.
  ///   - index: the number of nodes before the first operand.
  private mutating func condition(
    after read: ConditionSyntax?, from start: UInt32, at index: Int
  ) throws(Abort) -> ConditionSyntax {
    let first = try conjunction(after: read, from: start, at: index)
    guard takeConnective(.or) else { return first }
    let node = beginNode(.any, from: start, at: index)
    var parts = [first, try nextConjunction()]
    while takeConnective(.or) { parts.append(try nextConjunction()) }
    endNode(node)
    return .any(parts, span(from: start))
  }

  private mutating func nextConjunction() throws(Abort) -> ConditionSyntax {
    try conjunction(after: nil, from: current.start, at: tree.nodes.count)
  }

  private mutating func conjunction(
    after read: ConditionSyntax?, from start: UInt32, at index: Int
  ) throws(Abort) -> ConditionSyntax {
    let first: ConditionSyntax
    if let read { first = read } else { first = try negation() }
    guard takeConnective(.and) else { return first }
    let node = beginNode(.all, from: start, at: index)
    var parts = [first, try negation()]
    while takeConnective(.and) { parts.append(try negation()) }
    endNode(node)
    return .all(parts, span(from: start))
  }

  private mutating func negation() throws(Abort) -> ConditionSyntax {
    let start = current.start
    guard takeConnective(.not) else { return try primary() }
    let node = beginNode(.negation, from: start)
    let inner = try nested { parser throws(Abort) in try parser.negation() }
    endNode(node)
    return .not(inner, span(from: start))
  }

  private mutating func primary() throws(Abort) -> ConditionSyntax {
    let token = current
    if token.kind == .leftParenthesis {
      let node = beginNode(.parenthesized)
      advance()
      let inner = try nested { parser throws(Abort) in try parser.condition() }
      expects(.token(.rightParenthesis))
      guard current.kind == .rightParenthesis else {
        if current.kind == .end || current.startsLine {
          fault(.unclosed(bracket: "(", opened: span(token)), span(token))
          throw Abort()
        }
        throw unexpected("an operator or `)`")
      }
      advance()
      endNode(node)
      return .parenthesized(inner, span(from: token.start))
    }
    switch token.keyword {
    case .true, .false:
      advance()
      return .constant(token.keyword == .true, span(token))
    case .exists:
      advance()
      let subject = try reference("a value of the request", .existing)
      return .exists(subject, span(from: token.start))
    case .present, .push, .perform, .attempt:
      // A step here means that the condition is missing, unless the word is the name of a flag.
      if ahead.kind == .identifier, ahead.keyword == .none { throw unexpected("a condition") }
    default:
      break
    }
    switch token.kind {
    case .leftBracket, .string, .regex, .integer, .number: return try turnedComparison()
    default: break
    }
    if takeExistence() {
      advance()
      let subject = try reference("a value of the request", .existing)
      return .exists(subject, span(from: token.start))
    }
    let subject = try reference("a condition", .condition)
    if let call = try methodCall(subject) { return call }
    try refuseCall(of: subject)
    return try comparison(subject) ?? .reference(subject)
  }

  /// Parses the comparison of a value; nil if no operator follows.
  private mutating func comparison(_ subject: ReferenceSyntax) throws(Abort) -> ConditionSyntax? {
    let token = current
    expects(.comparison(subject: subject.text))
    if token.kind == .not { expects(.keyword(.in), at: ahead) }
    var comparison: ComparisonSyntax.Operator
    switch (token.kind, token.keyword) {
    case (.equal, _) where ahead.kind == .assign && isTouching,
      (.notEqual, _) where ahead.kind == .assign && isTouching,
      (.less, _) where ahead.kind == .greater && isTouching:
      comparison = foreignOperator() ?? .equal
    case _ where ahead.kind == .assign && !ahead.startsLine && token.kind.withAssign != nil:
      comparison = joined(token.kind.withAssign) ?? .equal
    case (.equal, _): comparison = .equal
    case (.notEqual, _): comparison = .notEqual
    case (.less, _): comparison = .less
    case (.lessOrEqual, _): comparison = .lessOrEqual
    case (.greater, _): comparison = .greater
    case (.greaterOrEqual, _): comparison = .greaterOrEqual
    case (.not, _) where ahead.keyword == .in: comparison = .notIn
    case (_, .in): comparison = .isIn
    case (_, .hasPrefix): comparison = .hasPrefix
    case (_, .hasSuffix): comparison = .hasSuffix
    case (_, .contains): comparison = .contains
    case (_, .like): comparison = .like
    case (_, .matches): comparison = .matches
    case (.identifier, .none) where word == "not" && ahead.keyword == .in:
      foreign(Span(token.start, ahead.end), "!in")
      comparison = .notIn
    case (.assign, _) where isTouching && [.greater, .less, .invalid].contains(ahead.kind):
      return nil
    case (.identifier, _) where !token.keyword.isStepOrDecision && !token.startsLine:
      guard let meant = foreignOperator() else { return nil }
      comparison = meant
    case (.assign, _) where ahead.kind == .equal: return nil
    case (.assign, _):
      fault(.unexpected(expected: "`==`", found: "`=`"), span(token))
      comparison = .equal
    default: return nil
    }
    advance()
    if comparison == .notIn { advance() }
    let operatorSpan = span(from: token.start)
    if let condition = absence(subject, comparison) { return condition }
    let operandStart = current.start
    var operand = try operand(of: comparison, subject)
    if case .regex(let regex) = operand, subject.base.text == "path", subject.accesses.isEmpty {
      operand = .regex(withRoot(regex))
    }
    let operandSpan = span(from: operandStart)
    let ignoringCase = try ignoringCase(after: comparison, operand)
    let written = ComparisonSyntax(
      subject: subject, comparison: comparison, operatorSpan: operatorSpan, operand: operand,
      operandSpan: operandSpan, span: span(from: subject.span.start), ignoringCase: ignoringCase)
    if !tree.hasMarkedOperands { tree.hasMarkedOperands = written.hasMarkedOperand }
    return .comparison(written)
  }

  /// The operator whose two signs are the current tokens, with a space between them. Consumes the first sign, and
  /// records the fault.
  private mutating func joined(_ kind: TokenKind?) -> ComparisonSyntax.Operator? {
    guard let kind, let spelling = kind.spelling else { return nil }
    fault(.split(spelling), Span(current.start, ahead.end))
    advance()
    return ComparisonSyntax.Operator(kind)
  }

  /// Parses `ignoring case`; nil if it does not follow.
  private mutating func ignoringCase(
    after comparison: ComparisonSyntax.Operator, _ operand: ComparisonSyntax.Operand
  ) throws(Abort) -> Span? {
    if comparison.canIgnoreCase, operand.mayBeText { expects(.keyword(.ignoring)) }
    let start = current.start
    guard take(Keyword.ignoring) else { return nil }
    expects(.keyword(.case))
    guard take(Keyword.case) else { throw unexpectedWord("`case`", [.case]) }
    return span(from: start)
  }

  mutating func operand(
    of comparison: ComparisonSyntax.Operator, _ subject: ReferenceSyntax
  ) throws(Abort) -> ComparisonSyntax.Operand {
    func expected(_ place: ExpectedSyntax.Operand? = nil) -> ExpectedSyntax {
      .operand(subject: subject.text, place ?? .after(comparison))
    }
    switch comparison {
    case .matches:
      let token = current
      expects(expected())
      if token.kind == .string {
        let pattern = Lexer.escapingSlashes(try string("a regular expression").value)
        foreign(token, "/\(pattern)/", "a regular expression is written between slashes")
        return .regex(RegexSyntax(pattern: pattern, flags: "", span: span(token)))
      }
      guard token.kind == .regex else { throw unexpected("a regular expression `/…/`") }
      advance()
      return .regex(regex(token))
    case .isIn, .notIn:
      if current.kind == .leftBracket {
        return .literal(try literal("a list", element: expected(.inList)))
      }
      if current.kind == .leftParenthesis { return .literal(try parenthesizedList()) }
      if current.kind == .string || current.kind == .integer && !ahead.kind.continuesRange {
        return .literal(try listWithoutBrackets())
      }
      var names = [try reference("a list `[…]` or the name of an origin", expected())]
      while current.kind == .comma, isName(ahead), isInListBehindComma {
        advance()
        names.append(try reference("the name of an origin", expected(.nextOrigin)))
      }
      return .names(names)
    case .hasPrefix, .hasSuffix, .contains, .like:
      if isName(current) { return .value(try reference("a value", expected())) }
      return .literal(.string(try string("a string")))
    default:
      if current.kind == .dot, ahead.kind == .identifier, isTouching {
        foreign(
          span(current), "", edits: [(span(current), "")], "a case is written without a point")
        advance()
      }
      if current.kind == .identifier, current.keyword != .true, current.keyword != .false {
        let reference = try reference("a value", expected())
        return reference.accesses.isEmpty ? .literal(.name(reference.base)) : .value(reference)
      }
      return .literal(try literal("a value", expected()))
    }
  }

  /// False if the comma is followed by another argument: by a label, a URL with changes, or a comparison.
  private var isInListBehindComma: Bool {
    guard let token = tokenAfterNextReference else { return true }
    return token.kind != .colon && token.keyword != .setting && token.keyword != .removing
      && !token.isComparison
  }

  /// The expression with an escaped slash before it, if a slash without a backslash shows that the first slash is
  /// meant as a part of the pattern.
  private mutating func withRoot(_ regex: RegexSyntax) -> RegexSyntax {
    guard let fault = lexer.faults.last, fault.span == regex.span,
      case .foreign(var spelling) = fault.kind, let first = regex.pattern.utf8.first,
      Lexer.isIdentifierPart(first), let meant = spelling.meant
    else { return regex }
    spelling = ForeignSpelling(
      spelling.found, "/\\" + meant, [(regex.span, "/\\" + meant)], why: spelling.why)
    lexer.faults[lexer.faults.count - 1].kind = .foreign(spelling)
    var result = regex
    result.pattern = "/" + regex.pattern
    return result
  }

  /// Parses the values of a list whose brackets are missing, such as `"a", "b"`, or whose opening bracket is missing,
  /// and records the fault.
  private mutating func listWithoutBrackets() throws(Abort) -> LiteralSyntax {
    let start = current.start
    var items = [try literal("a value")]
    while current.kind == .comma, ahead.kind == .string || ahead.kind == .integer,
      !ahead.startsLine, second.kind != .colon, !second.isComparison
    {
      advance()
      items.append(try literal("a value"))
    }
    let meant = "[\(text(span(from: start)))]"
    if current.kind == .rightBracket, !current.startsLine { advance() }
    foreign(span(from: start), meant, "a list is written in brackets")
    return .list(items, span(from: start))
  }

  /// Parses a list in parentheses, such as `(a, b)`, and records the wrong brackets.
  private mutating func parenthesizedList() throws(Abort) -> LiteralSyntax {
    let open = current
    advance()
    var items: [LiteralSyntax] = []
    while current.kind != .rightParenthesis, current.kind != .rightBracket {
      items.append(try literal("a value"))
      if take(.comma) { continue }
      expects(.token(.rightParenthesis))
      if current.kind != .rightParenthesis, current.kind != .rightBracket {
        throw unexpected("`,` or `)`")
      }
    }
    let close = current
    advance()
    let closing = close.kind == .rightBracket ? [] : [(span(close), "]")]
    foreign(
      span(open), "[", edits: [(span(open), "[")] + closing, "a list is written in brackets")
    return .list(items, Span(open.start, close.end))
  }

  func regex(_ token: Token) -> RegexSyntax {
    var close = token.end - 1
    while lexer.bytes[Int(close)] != UInt8(ascii: "/") { close -= 1 }
    return RegexSyntax(
      pattern: text(Span(token.start + 1, close)), flags: text(Span(close + 1, token.end)),
      span: span(token))
  }
}

extension ComparisonSyntax.Operator {
  /// True if `ignoring case` can follow the operand.
  package var canIgnoreCase: Bool {
    switch self {
    case .equal, .notEqual, .hasPrefix, .hasSuffix, .contains: true
    case .less, .lessOrEqual, .greater, .greaterOrEqual, .isIn, .notIn, .like, .matches: false
    }
  }
}

extension ComparisonSyntax.Operand {
  /// True for a string, and for a name whose value may be a text.
  fileprivate var mayBeText: Bool {
    switch self {
    case .literal(.string), .literal(.name), .value: true
    case .literal, .regex, .names: false
    }
  }
}

extension TokenKind {
  /// The operator that the sign forms together with `=`; nil for other tokens.
  fileprivate var withAssign: TokenKind? {
    switch self {
    case .assign: .equal
    case .not: .notEqual
    case .less: .lessOrEqual
    case .greater: .greaterOrEqual
    default: nil
    }
  }
}

extension TokenKind {
  /// True for the signs of a range of numbers, such as `500...599` or `500..<600`.
  fileprivate var continuesRange: Bool { self == .dot || self == .less }
}

extension Token {
  /// True for the operator of a comparison.
  fileprivate var isComparison: Bool {
    ComparisonSyntax.Operator(kind) != nil || ComparisonSyntax.Operator(keyword) != nil
  }
}
