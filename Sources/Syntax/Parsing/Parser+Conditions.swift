import Text

extension Parser {
  /// `||` has the lowest precedence, then `&&`, then `!`.
  mutating func condition() throws(Abort) -> ConditionSyntax {
    let start = current.start
    let first = try conjunction()
    guard current.kind == .or else { return first }
    var parts = [first]
    while take(.or) { parts.append(try conjunction()) }
    return .any(parts, span(from: start))
  }

  private mutating func conjunction() throws(Abort) -> ConditionSyntax {
    let start = current.start
    let first = try negation()
    guard current.kind == .and else { return first }
    var parts = [first]
    while take(.and) { parts.append(try negation()) }
    return .all(parts, span(from: start))
  }

  private mutating func negation() throws(Abort) -> ConditionSyntax {
    guard current.kind == .not else { return try primary() }
    let start = current.start
    advance()
    let inner = try nested { parser throws(Abort) in try parser.negation() }
    return .not(inner, span(from: start))
  }

  private mutating func primary() throws(Abort) -> ConditionSyntax {
    let token = current
    if token.kind == .leftParenthesis {
      advance()
      let inner = try nested { parser throws(Abort) in try parser.condition() }
      guard current.kind == .rightParenthesis else {
        if current.kind == .end || current.startsLine {
          fault(.unclosed(bracket: "(", opened: span(token)), span(token))
          throw Abort()
        }
        throw unexpected("an operator or `)`")
      }
      advance()
      return .parenthesized(inner, span(from: token.start))
    }
    switch token.keyword {
    case .true, .false:
      advance()
      return .constant(token.keyword == .true, span(token))
    case .exists:
      advance()
      let subject = try reference("a value of the request")
      return .exists(subject, span(from: token.start))
    case .present, .push, .perform, .attempt:
      // A step instead of the expected condition, unless a flag has the word as its name.
      if ahead.kind == .identifier, ahead.keyword == .none { throw unexpected("a condition") }
    default:
      break
    }
    let subject = try reference("a condition")
    return try comparison(subject) ?? .reference(subject)
  }

  /// The comparison of a value; nil if no operator follows.
  private mutating func comparison(_ subject: ReferenceSyntax) throws(Abort) -> ConditionSyntax? {
    let token = current
    var comparison: ComparisonSyntax.Operator
    switch (token.kind, token.keyword) {
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
    case (.assign, _):
      fault(.unexpected(expected: "`==`", found: "`=`"), span(token))
      comparison = .equal
    default: return nil
    }
    advance()
    if comparison == .notIn { advance() }
    let operatorSpan = span(from: token.start)
    let operandStart = current.start
    let operand = try operand(of: comparison)
    return .comparison(
      ComparisonSyntax(
        subject: subject, comparison: comparison, operatorSpan: operatorSpan, operand: operand,
        operandSpan: span(from: operandStart), span: span(from: subject.span.start)))
  }

  private mutating func operand(
    of comparison: ComparisonSyntax.Operator
  ) throws(Abort) -> ComparisonSyntax.Operand {
    switch comparison {
    case .matches:
      guard current.kind == .regex else { throw unexpected("a regular expression `/…/`") }
      let token = current
      advance()
      return .regex(regex(token))
    case .isIn, .notIn:
      if current.kind == .leftBracket { return .literal(try literal("a list")) }
      var names = [try name("a list `[…]` or the name of an origin")]
      while current.kind == .comma, ahead.kind == .identifier {
        advance()
        names.append(try name("the name of an origin"))
      }
      return .names(names)
    case .like, .hasPrefix, .hasSuffix, .contains:
      return .literal(.string(try string("a string")))
    default:
      return .literal(try literal("a value"))
    }
  }

  private func regex(_ token: Token) -> RegexSyntax {
    var close = token.end - 1
    while lexer.bytes[Int(close)] != UInt8(ascii: "/") { close -= 1 }
    return RegexSyntax(
      pattern: text(Span(token.start + 1, close)), flags: text(Span(close + 1, token.end)),
      span: span(token))
  }
}
