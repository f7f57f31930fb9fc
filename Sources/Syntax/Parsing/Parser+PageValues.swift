import Text

/// Parses values that are built for the page: the arguments of a dispatch.
extension Parser {
  /// Parses arguments such as `(true, { id: message.id })`.
  mutating func pageArguments(of clause: Keyword) throws(Abort) -> PageArgumentsSyntax {
    guard current.kind == .leftParenthesis else {
      throw unexpected("arguments in parentheses, as in `(name, payload)`")
    }
    let opened = span(current)
    let node = beginNode(.pageArguments)
    advance()
    var values: [PageValueSyntax] = []
    while current.kind != .rightParenthesis {
      expects(.pageValue(clause))
      if current.kind == .end || current.startsLine && looksLikeDeclaration {
        fault(.unclosed(bracket: "(", opened: opened), opened)
        throw Abort()
      }
      let value = beginNode(.member)
      values.append(try pageValue(clause))
      endNode(value)
      if take(.comma) || current.startsLine { continue }
      if current.kind != .rightParenthesis { throw unexpected("`,` or `)`") }
    }
    advance()
    endNode(node)
    return PageArgumentsSyntax(values: values, span: span(from: opened.start))
  }

  private mutating func pageValue(_ clause: Keyword) throws(Abort) -> PageValueSyntax {
    let start = current
    switch start.kind {
    case .leftBrace:
      return try nested { parser throws(Abort) in
        .object(try parser.pageFields(clause), parser.span(from: start.start))
      }
    case .identifier where start.keyword != .true && start.keyword != .false:
      return .reference(try reference("a value", .pageValue(clause)))
    case .leftBracket:
      throw unexpected("a value, not a list")
    default:
      return .literal(try literal("a value", .pageValue(clause)))
    }
  }

  private mutating func pageFields(_ clause: Keyword) throws(Abort) -> [PageFieldSyntax] {
    let opened = span(current)
    let node = beginNode(.members)
    advance()
    var fields: [PageFieldSyntax] = []
    while current.kind != .rightBrace {
      if current.kind == .end {
        fault(.unclosed(bracket: "{", opened: opened), opened)
        throw Abort()
      }
      let member = beginNode(.member)
      let key: PageFieldSyntax.Key
      if current.kind == .identifier {
        key = .name(try name("the name of a field"))
      } else {
        key = .string(try string("the name of a field"))
      }
      try expect(.colon)
      fields.append(PageFieldSyntax(key: key, value: try pageValue(clause)))
      endNode(member)
      if take(.comma) || current.startsLine { continue }
      if current.kind != .rightBrace { throw unexpected("`,` or `}`") }
    }
    advance()
    endNode(node)
    return fields
  }
}
