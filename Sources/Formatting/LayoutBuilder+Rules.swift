import Syntax

extension LayoutBuilder {
  /// A handler, chain or responses.
  mutating func rules() throws(ParserMismatch) {
    let isChain = current.keyword != .handler
    token(.done)
    try name(.space)
    try block(blanks: nil) { (builder, separator) throws(ParserMismatch) in
      guard builder.current.keyword == .frames, isChain else {
        try builder.ruleOrUse(separator)
        return
      }
      builder.token(separator)
      try builder.name(.space)
      while builder.current.kind == .comma {
        builder.comma(.comma)
        try builder.name(.space)
      }
    }
  }

  private mutating func ruleOrUse(_ separator: Separator) throws(ParserMismatch) {
    switch current.keyword {
    case .use:
      token(separator)
      try name(.space)
    case .when, .otherwise:
      try rule(separator)
    default:
      throw ParserMismatch()
    }
  }

  mutating func test() throws(ParserMismatch) {
    token(.done)
    if current.keyword == .responses, ahead.kind == .identifier { token(.space) }
    try name(.space)
    try block(blanks: nil) { (builder, separator) throws(ParserMismatch) in
      try builder.testCase(separator)
    }
  }

  private mutating func rule(_ separator: Separator) throws(ParserMismatch) {
    let isConditional = current.keyword == .when
    if isConditional { gapWithComments(separator, item: true) } else { gap(separator) }
    let room = layout.reserve()
    let group = layout.begin(at: room)
    let start = layout.width
    let outerForces = layout.forces - innerForces
    token(.done)
    if isConditional {
      lastList = nil
      connectives = 0
      layout.add(.indentUnlessHugging, amount: 4, group: group)
      let forces = layout.forces
      try condition(.space)
      layout.add(.indentUnlessHugging, amount: -4, group: group)
      if lastList != nil, connectives == 0 {
        let isForced = forces != layout.forces
        layout.hug(group, need: isForced ? UInt32(Layout.lineWidth) * 2 : layout.width - start)
      }
      if current.kind == .leftBrace {
        layout.end(group, begunAt: room)
        return try block(blanks: nil) { (builder, separator) throws(ParserMismatch) in
          try builder.ruleOrUse(separator)
        }
      }
    }
    try stepsAndDecision(group)
    if layout.forces - innerForces != outerForces { layout.neverHug(group) }
    layout.end(group, begunAt: room)
  }

  private mutating func testCase(_ separator: Separator) throws(ParserMismatch) {
    gap(separator)
    let room = layout.reserve()
    let group = layout.begin(at: room)
    try string(.done)
    if current.keyword == .with {
      layout.indent(4)
      token(.fill)
      try setup(.space)
      while current.kind == .comma {
        comma(.comma)
        try setup(.fill)
      }
      layout.indent(-4)
    }
    try stepsAndDecision(group)
    layout.end(group, begunAt: room)
  }

  private mutating func setup(_ separator: Separator) throws(ParserMismatch) {
    var separator = separator
    let isNegated = current.kind == .not
    if isNegated {
      token(separator)
      separator = .nothing
    }
    if startsOpenURL {
      token(separator)
      return try reference(.space)
    }
    if isNegated { return try reference(separator) }
    try reference(separator)
    if current.kind == .equal {
      token(.space)
      try literal(.space)
    }
  }

  // MARK: - Steps

  /// The steps and decision after a condition: on the same line, on the next one, or one per line.
  private mutating func stepsAndDecision(_ rule: Int32) throws(ParserMismatch) {
    layout.indent(2)
    defer { layout.indent(-2) }
    if isDecision { return try decision(.line(rule, blanks: 1)) }
    gap(.line(rule, blanks: 1))
    let room = layout.reserve()
    let group = layout.begin(at: room)
    var separator = Separator.done
    repeat {
      try step(separator)
      separator = .line(group, blanks: 1)
    } while !isDecision
    // The decision is on the line of the last step, unless a comment ends that line.
    try decision(commentEndsLine ? .line(group, blanks: 1) : .space)
    layout.end(group, begunAt: room)
  }

  private var isDecision: Bool {
    switch current.keyword {
    case .allow, .cancel, .download, .popup, .continue: true
    default: false
    }
  }

  private mutating func decision(_ separator: Separator) throws(ParserMismatch) {
    let isPopup = current.keyword == .popup
    token(separator)
    if isPopup { try name(.space) }
  }

  /// True at `open url`; `open` alone is a name, of an action or a flag.
  private var startsOpenURL: Bool {
    current.keyword == .open && ahead.kind == .identifier && ahead.keyword == .none
  }

  private mutating func step(_ separator: Separator) throws(ParserMismatch) {
    switch current.keyword {
    case .attempt where ahead.keyword == .open:
      token(separator)
      guard startsOpenURL else {
        try name(.space)
        return try arguments()
      }
      token(.space)
      try handedURL()
    case .present, .push, .perform, .attempt:
      token(separator)
      try name(.space)
      try arguments()
    case .open, .load:
      token(separator)
      try handedURL()
    case .dismiss:
      token(separator)
    default:
      throw ParserMismatch()
    }
  }

  /// The URL of a step, with its changes.
  private mutating func handedURL() throws(ParserMismatch) {
    try reference(.space)
    layout.indent(4)
    while current.keyword == .setting || current.keyword == .removing {
      let sets = current.keyword == .setting
      token(.fill)
      var next = Separator.space
      while true {
        try reference(next)
        if sets {
          try token(.assign, .space)
          try value(.space)
        }
        guard current.kind == .comma else { break }
        comma(.comma)
        next = .fill
      }
    }
    layout.indent(-4)
  }

  /// `(label: value, …)`, or nothing.
  mutating func arguments() throws(ParserMismatch) {
    guard current.kind == .leftParenthesis else { return }
    let list = try open(.leftParenthesis, .nothing, keepsBreak: false)
    var next = Separator.line(list.group, blanks: 0)
    while current.kind != .rightParenthesis {
      if current.kind == .identifier, ahead.kind == .colon {
        token(next)
        token(.nothing)
        next = .space
      }
      try value(next)
      let behind = current.kind == .comma ? ahead : current
      comma(behind.kind == .rightParenthesis ? nil : .comma)
      next = .line(list.group, blanks: 1)
    }
    try close(list, .rightParenthesis, blanks: 0)
  }

  /// A reference or a constant.
  private mutating func value(_ separator: Separator) throws(ParserMismatch) {
    if current.kind == .identifier, current.keyword != .true, current.keyword != .false {
      try reference(separator)
    } else {
      try literal(separator)
    }
  }

  // MARK: - Conditions

  /// Operators begin the lines of a broken condition; tighter operators are indented further.
  mutating func condition(_ separator: Separator) throws(ParserMismatch) {
    gap(separator)
    let room = layout.reserve()
    let indent = layout.reserve()
    try conjunction(.done)
    let outdent = layout.reserve()
    guard current.kind == .or else { return }
    let group = layout.begin(at: room)
    layout.indent(2, at: indent)
    layout.indent(-2, at: outdent)
    connectives += 1
    while current.kind == .or {
      gapWithComments(.line(group, blanks: 1))
      token(.done)
      layout.indent(2)
      try conjunction(.space)
      layout.indent(-2)
    }
    layout.end(group, begunAt: room)
  }

  private mutating func conjunction(_ separator: Separator) throws(ParserMismatch) {
    gap(separator)
    let room = layout.reserve()
    try negation(.done)
    guard current.kind == .and else { return }
    let group = layout.begin(at: room)
    connectives += 1
    while current.kind == .and {
      gapWithComments(.line(group, blanks: 1))
      token(.done)
      try negation(.space)
    }
    layout.end(group, begunAt: room)
  }

  private mutating func negation(_ separator: Separator) throws(ParserMismatch) {
    guard current.kind == .not else { return try primary(separator) }
    token(separator)
    connectives += 1
    try negation(.nothing)
  }

  private mutating func primary(_ separator: Separator) throws(ParserMismatch) {
    if current.kind == .leftParenthesis {
      connectives += 1
      token(separator)
      layout.indent(2)
      try condition(.nothing)
      layout.indent(-2)
      try token(.rightParenthesis, .nothing)
      return
    }
    switch current.keyword {
    case .true, .false: token(separator)
    case .exists:
      token(separator)
      try reference(.space)
    default:
      try reference(separator)
      try comparison()
    }
  }

  /// An operator and its operand, if present.
  private mutating func comparison() throws(ParserMismatch) {
    switch current.kind {
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual:
      token(.space)
      return try value(.space)
    case .not where ahead.keyword == .in:
      token(.space)
      token(.nothing)
    default:
      switch current.keyword {
      case .in:
        token(.space)
      case .hasPrefix, .hasSuffix, .contains, .like:
        token(.space)
        return current.kind == .identifier ? try reference(.space) : try string(.space)
      case .matches:
        token(.space)
        return try token(.regex, .space)
      default:
        return
      }
    }
    if current.kind == .leftBracket { return try list(.space) }
    try reference(.space)
    while current.kind == .comma, ahead.kind == .identifier {
      comma(.comma)
      try reference(.fill)
    }
  }
}
