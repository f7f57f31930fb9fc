import Syntax

extension LayoutBuilder {
  /// `@deprecated("why")`, if present.
  ///
  /// - Parameter next: the separator after it.
  /// - Returns: the separator before the next token.
  mutating func attributes(
    _ separator: Separator, then next: Separator
  ) throws(ParserMismatch) -> Separator {
    var separator = separator
    while current.kind == .at {
      token(separator)
      try token(.deprecated, .nothing)
      try token(.leftParenthesis, .nothing)
      try string(.nothing)
      try token(.rightParenthesis, .nothing)
      separator = next
    }
    return separator
  }

  mutating func optionalString() {
    if current.kind == .string { token(.space) }
  }

  /// The items of a body, one per line or all on one line, separated by commas.
  ///
  /// - Parameters:
  ///   - separator: the separator before the opening brace.
  ///   - item: lays out one item.
  mutating func items(
    _ separator: Separator,
    _ item: (inout LayoutBuilder, _ group: Int32, _ separator: Separator) throws(ParserMismatch) ->
      Void
  ) throws(ParserMismatch) {
    let body = try open(.leftBrace, separator, keepsBreak: true)
    let isEmpty = current.kind == .rightBrace && !hasComments
    var next = Separator.line(body.group, blanks: 1)
    while current.kind != .rightBrace {
      try item(&self, body.group, next)
      let behind = current.kind == .comma ? ahead : current
      comma(behind.kind == .rightBrace ? nil : .flatComma)
      next = .item(body.group, blanks: 1)
    }
    try close(body, .rightBrace, blanks: isEmpty ? 0 : 1)
  }

  /// The items of a body that needs no commas.
  ///
  /// - Parameters:
  ///   - blanks: between two items on one line; nil if each has its own line.
  mutating func block(
    blanks: Int8?,
    _ item: (inout LayoutBuilder, _ separator: Separator) throws(ParserMismatch) -> Void
  ) throws(ParserMismatch) {
    let body = try open(.leftBrace, .space, keepsBreak: true)
    let isEmpty = current.kind == .rightBrace && !hasComments
    var count = 0
    while current.kind != .rightBrace {
      try item(
        &self,
        count == 0
          ? .line(body.group, blanks: 1) : .item(body.group, blanks: blanks ?? 1))
      count += 1
    }
    if blanks == nil, count > 1 { layout.force() }
    try close(body, .rightBrace, blanks: isEmpty ? 0 : 1)
  }
}
