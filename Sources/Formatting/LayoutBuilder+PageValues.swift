import Syntax

/// Values that are built for the page.
extension LayoutBuilder {
  /// Values in parentheses.
  mutating func pageValues(_ separator: Separator) throws(ParserMismatch) {
    let list = try open(.leftParenthesis, separator, keepsBreak: false)
    var next = Separator.line(list.group, blanks: 0)
    while current.kind != .rightParenthesis {
      try pageValue(next)
      let behind = current.kind == .comma ? ahead : current
      comma(behind.kind == .rightParenthesis ? nil : .comma)
      next = .line(list.group, blanks: 1)
    }
    try close(list, .rightParenthesis, blanks: 0)
  }

  private mutating func pageValue(_ separator: Separator) throws(ParserMismatch) {
    switch current.kind {
    case .leftBrace: try pageFields(separator)
    case .identifier where current.keyword != .true && current.keyword != .false:
      try reference(separator)
    default: try literal(separator)
    }
  }

  private mutating func pageFields(_ separator: Separator) throws(ParserMismatch) {
    try items(separator) { (builder, _, separator) throws(ParserMismatch) in
      if builder.current.kind == .identifier {
        try builder.name(separator)
      } else {
        try builder.string(separator)
      }
      try builder.token(.colon, .nothing)
      try builder.pageValue(.space)
    }
  }
}
