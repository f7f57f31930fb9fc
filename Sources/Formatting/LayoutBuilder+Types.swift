import Syntax

extension LayoutBuilder {
  mutating func type(_ separator: Separator) throws(ParserMismatch) {
    switch current.kind {
    case .identifier:
      token(separator)
    case .leftBracket:
      token(separator)
      try type(.nothing)
      if current.kind == .colon {
        token(.nothing)
        try type(.space)
      }
      try token(.rightBracket, .nothing)
    default:
      if ahead.kind != .rightBrace { hasRecord = true }
      gap(separator)
      let forces = layout.forces
      let inner = innerForces
      try fields(.done)
      innerForces = inner + layout.forces - forces
    }
    while current.kind == .question { token(.nothing) }
  }

  /// `{ name: Type, … }`.
  mutating func fields(_ separator: Separator) throws(ParserMismatch) {
    try items(separator) { (builder, group, separator) throws(ParserMismatch) in
      try builder.field(group, separator)
    }
  }

  /// `(name: Type, …)`, or nothing.
  mutating func parameters() throws(ParserMismatch) {
    guard current.kind == .leftParenthesis else { return }
    let list = try open(.leftParenthesis, .nothing, keepsBreak: false)
    var next = Separator.line(list.group, blanks: 0)
    while current.kind != .rightParenthesis {
      try field(list.group, next)
      let behind = current.kind == .comma ? ahead : current
      comma(behind.kind == .rightParenthesis ? nil : .comma)
      next = .line(list.group, blanks: 1)
    }
    try close(list, .rightParenthesis, blanks: 0)
  }

  private mutating func field(_ group: Int32, _ separator: Separator) throws(ParserMismatch) {
    let separator = try attributes(separator, then: .line(group, blanks: 1))
    try name(separator)
    optionalString()
    try token(.colon, .nothing)
    try type(.space)
    if current.kind == .assign {
      token(.space)
      try literal(.space)
    }
  }

  mutating func enumeration() throws(ParserMismatch) {
    token(.done)
    try name(.space)
    try items(.space) { (builder, group, separator) throws(ParserMismatch) in
      let separator = try builder.attributes(separator, then: .line(group, blanks: 1))
      try builder.name(separator)
      if builder.current.kind == .assign {
        builder.token(.space)
        try builder.string(.space)
      }
    }
  }

  mutating func union() throws(ParserMismatch) {
    token(.done)
    try name(.space)
    let hasFields = current.keyword == .by
    if hasFields {
      token(.space)
      try string(.space)
    }
    try items(.space) { (builder, group, separator) throws(ParserMismatch) in
      let separator = try builder.attributes(separator, then: .line(group, blanks: 1))
      try builder.name(separator)
      if hasFields {
        builder.optionalString()
        try builder.parameters()
      } else {
        try builder.token(.leftParenthesis, .nothing)
        try builder.type(.nothing)
        try builder.token(.rightParenthesis, .nothing)
      }
    }
  }

  // MARK: - Values

  mutating func literal(_ separator: Separator) throws(ParserMismatch) {
    switch current.kind {
    case .string, .rawString, .integer, .number, .identifier: token(separator)
    default: try list(separator)
    }
  }

  /// `[a, b]`, or `[:]`.
  mutating func list(_ separator: Separator) throws(ParserMismatch) {
    if ahead.kind == .colon {
      try token(.leftBracket, separator)
      try token(.colon, .nothing)
      try token(.rightBracket, .nothing)
      return
    }
    gap(separator)
    let forces = layout.forces
    let inner = innerForces
    let list = try open(.leftBracket, .done, keepsBreak: true)
    let fillsLines = fillsLines
    var next = Separator.line(list.group, blanks: 0)
    while current.kind != .rightBracket {
      try literal(next)
      let behind = current.kind == .comma ? ahead : current
      comma(behind.kind == .rightBracket ? nil : .comma)
      next = fillsLines ? .fill : .item(list.group, blanks: 1)
    }
    try close(list, .rightBracket, blanks: 0)
    lastList = list.group
    innerForces = inner + layout.forces - forces
  }

  /// The longest item of a list that has several items per line.
  private static let shortItem: UInt32 = 10

  /// True if a list that does not fit on one line has several items per line: if all are short, without comments
  /// or blank lines between them, and not each on a line of its own in the source. The current token is the first
  /// item.
  private var fillsLines: Bool {
    var (lexer, token, next) = (lexer, current, ahead)
    var end = lastEnd
    var isFirst = true
    var sharesLine = false
    while true {
      var trivia = Trivia()
      trivia.read(bytes, end..<Int(token.start))
      if !trivia.comments.isEmpty || trivia.newlines > 1 { return false }
      switch token.kind {
      case .rightBracket: return sharesLine
      case .comma: break
      case .string, .integer, .number, .identifier:
        if columns(token.start, token.end) > Self.shortItem { return false }
        if !isFirst, !token.startsLine { sharesLine = true }
        isFirst = false
      default: return false
      }
      end = Int(token.end)
      (token, next) = (next, lexer.next())
    }
  }

  mutating func reference(_ separator: Separator) throws(ParserMismatch) {
    try name(separator)
    while true {
      if current.kind == .dot {
        token(.nothing)
        try name(.nothing)
      } else if current.kind == .leftBracket, !current.startsLine {
        token(.nothing)
        guard current.kind == .integer || current.kind == .string else { throw ParserMismatch() }
        token(.nothing)
        try token(.rightBracket, .nothing)
      } else {
        return
      }
    }
  }
}
