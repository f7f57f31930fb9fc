import Syntax

extension Typesetter {
  /// A declaration with what stands above it, on lines of its own.
  mutating func declaration() throws(Divergence) {
    let separator = try attributes(
      .item(Layout.root, blanks: 0), then: .line(Layout.root, blanks: 0))
    gap(separator)
    switch current.keyword {
    case .origin: try origin()
    case .flag:
      token(.done)
      try name(.space)
    case .screen:
      token(.done)
      try name(.space)
      try parameters()
    case .action: try action()
    case .handler, .chain: try rules()
    case .model:
      token(.done)
      try name(.space)
      try fields(.space)
    case .enum: try enumeration()
    case .union: try union()
    case .strategy: try message([.receives, .replies])
    case .event: try message([.sends])
    case .call: try message([.sends, .replies])
    case .channel: try channel()
    case .render: try render()
    case .dispatch: try dispatch()
    case .script: try script()
    case .configuration: try configuration()
    case .test: try test()
    default: throw Divergence()
    }
  }

  /// `@deprecated("why")`, if it stands here.
  ///
  /// - Parameter next: the separator behind it.
  /// - Returns: the separator of what comes next.
  mutating func attributes(
    _ separator: Separator, then next: Separator
  ) throws(Divergence) -> Separator {
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

  /// The items of a body on lines of their own, or all on one line, separated by commas.
  ///
  /// - Parameters:
  ///   - separator: what stands before the opening brace.
  ///   - item: reads one.
  mutating func items(
    _ separator: Separator,
    _ item: (inout Typesetter, _ group: Int32, _ separator: Separator) throws(Divergence) -> Void
  ) throws(Divergence) {
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
  ///   - blanks: between two items on one line; nil where each has a line of its own.
  mutating func block(
    blanks: Int8?,
    _ item: (inout Typesetter, _ separator: Separator) throws(Divergence) -> Void
  ) throws(Divergence) {
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

  // MARK: - What the app supplies

  private mutating func origin() throws(Divergence) {
    let room = layout.reserve()
    let group = layout.begin(at: room)
    token(.done)
    try name(.space)
    try token(.assign, .space)
    layout.indent(2)
    let isBroken = current.startsLine
    try string(.line(group, blanks: 1))
    var count = 1
    while true {
      let behind = current.kind == .comma ? ahead : current
      if behind.kind != .string {
        if current.kind == .comma { comma(nil) }
        break
      }
      comma(.comma)
      try string(.line(group, blanks: 1))
      count += 1
    }
    if isBroken, count > 1 { layout.force() }
    layout.indent(-2)
    layout.end(group, begunAt: room)
  }

  private mutating func action() throws(Divergence) {
    token(.done)
    try name(.space)
    try parameters()
    if current.keyword == .async, ahead.kind == .arrow { token(.space) }
    guard current.kind == .arrow else { return }
    token(.space)
    if current.keyword == .async, ahead.kind == .identifier, !ahead.startsLine { token(.space) }
    try name(.space)
  }

  // MARK: - Messages

  /// A strategy, event or call; its keyword is the current token, what stands before it has been put.
  ///
  /// Where it does not fit, each clause has a line of its own, unless a clause has a record that would
  /// have to be broken even so.
  mutating func message(_ clauses: [Keyword]) throws(Divergence) {
    let isStrategy = current.keyword == .strategy
    let isEvent = current.keyword == .event
    let room = layout.reserve()
    let group = layout.begin(at: room)
    let outerForces = layout.forces - innerForces
    token(.done)
    try name(.space)
    optionalString()
    layout.add(.indentUnlessHugging, amount: 2, group: group)
    for clause in clauses where current.keyword == clause {
      hasRecord = false
      gap(.line(group, blanks: 1))
      let start = layout.width
      let forces = layout.forces
      token(.done)
      try type(.space)
      if hasRecord {
        let need = forces == layout.forces ? 2 + layout.width - start : UInt32(Self.lineWidth) * 2
        layout.hug(group, need: need)
      }
    }
    if isStrategy, current.keyword == .from {
      token(.line(group, blanks: 1))
      try name(.space)
      while current.kind == .comma {
        comma(.comma)
        try name(.fill)
      }
    }
    if isStrategy, current.keyword == .frames {
      token(.line(group, blanks: 1))
      try name(.space)
    }
    if isEvent, isWord("queue") {
      token(.line(group, blanks: 1))
      token(.space)
    }
    layout.add(.indentUnlessHugging, amount: -2, group: group)
    if layout.forces - innerForces != outerForces { layout.neverHug(group) }
    layout.end(group, begunAt: room)
  }

  private mutating func channel() throws(Divergence) {
    token(.done)
    try name(.space)
    optionalString()
    try token(.by, .space)
    try string(.space)
    try block(blanks: nil) { (typesetter, separator) throws(Divergence) in
      let next = try typesetter.attributes(separator, then: typesetter.continuation(separator))
      guard typesetter.current.keyword == .strategy else { throw Divergence() }
      typesetter.gap(next)
      try typesetter.message([.receives, .replies])
    }
  }

  /// A place for a line end like that, without a blank line.
  func continuation(_ separator: Separator) -> Separator {
    switch separator {
    case .item(let group, let blanks), .line(let group, let blanks): .line(group, blanks: blanks)
    default: separator
    }
  }

  private mutating func render() throws(Divergence) {
    token(.done)
    try name(.space)
    try items(.space) { (typesetter, _, separator) throws(Divergence) in
      try typesetter.name(separator)
      try typesetter.arguments()
    }
  }

  private mutating func dispatch() throws(Divergence) {
    token(.done)
    let isNamed =
      !((current.keyword == .customEvent || current.keyword == .function) && ahead.kind == .string)
    if isNamed { try name(.space) }
    try name(.space)
    try string(.space)
  }

  // MARK: - Web views

  private mutating func script() throws(Divergence) {
    token(.done)
    try name(.space)
    for clause in [Keyword.at, .frames] where current.keyword == clause {
      token(.space)
      try name(.space)
    }
    if current.keyword == .from { token(.space) }
    try string(.space)
  }

  private mutating func configuration() throws(Divergence) {
    token(.done)
    try name(.space)
    if current.keyword == .extends {
      token(.space)
      try name(.space)
    }
    try block(blanks: 2) { (typesetter, separator) throws(Divergence) in
      try typesetter.setting(separator)
    }
  }

  private mutating func setting(_ separator: Separator) throws(Divergence) {
    let keyword = current.keyword
    try name(separator)
    layout.indent(2)
    switch keyword {
    case .userAgent: try string(.space)
    case .inspectable, .inlineMedia, .backForwardGestures, .bounces:
      if current.keyword == .true || current.keyword == .false { token(.space) }
    case .strategies, .channels, .scripts:
      try name(.space)
      while true {
        let isWritten = current.kind == .comma
        let next = isWritten ? ahead : current
        guard isWritten || current.startsLine, next.kind == .identifier, !isSetting(next.keyword)
        else { break }
        comma(.comma)
        try name(.fill)
      }
    default: try name(.space)
    }
    layout.indent(-2)
    while current.kind == .comma { comma(nil) }
  }

  private func isSetting(_ keyword: Keyword) -> Bool {
    keyword != .none && Keyword.settings.contains(keyword)
  }
}
