import Syntax

extension LayoutBuilder {
  /// A declaration with its attributes and comments, on separate lines.
  mutating func declaration() throws(ParserMismatch) {
    let separator = try attributes(
      .item(Layout.root, blanks: 0), then: .line(Layout.root, blanks: 0))
    gap(separator)
    switch current.keyword {
    case .origin: try origin()
    case .flag:
      token(.done)
      try name(.space)
    case .value:
      token(.done)
      try name(.space)
      try token(.colon, .nothing)
      try type(.space)
    case .condition: try namedCondition()
    case .screen:
      token(.done)
      try name(.space)
      try parameters()
    case .action: try action()
    case .handler, .chain, .responses: try rules()
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
    default: throw ParserMismatch()
    }
  }

  // MARK: - Declarations of the app

  private mutating func origin() throws(ParserMismatch) {
    let room = layout.reserve()
    let group = layout.begin(at: room)
    token(.done)
    try name(.space)
    try token(.assign, .space)
    if current.kind == .identifier {
      try name(.space)
      return layout.end(group, begunAt: room)
    }
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

  private mutating func namedCondition() throws(ParserMismatch) {
    token(.done)
    try name(.space)
    try token(.assign, .space)
    layout.indent(2)
    try condition(.space)
    layout.indent(-2)
  }

  private mutating func action() throws(ParserMismatch) {
    token(.done)
    try name(.space)
    try parameters()
    if current.keyword == .async, ahead.kind == .arrow { token(.space) }
    guard current.kind == .arrow else { return }
    token(.space)
    if current.keyword == .async, ahead.kind == .identifier,
      !(ahead.startsLine && Keyword.declarations.contains(ahead.keyword))
    {
      token(.space)
    }
    try name(.space)
  }

  // MARK: - Messages

  /// A strategy, event or call; its keyword is the current token, and all tokens before it have been put.
  ///
  /// If it does not fit, each clause has its own line, unless a clause has a record that would still have to be
  /// broken.
  mutating func message(_ clauses: [Keyword]) throws(ParserMismatch) {
    let isStrategy = current.keyword == .strategy
    let isEvent = current.keyword == .event
    let isCall = current.keyword == .call
    let room = layout.reserve()
    let group = layout.begin(at: room)
    let outerForces = layout.forces - innerForces
    token(.done)
    try name(.space)
    if isCall, current.keyword == .function {
      token(.space)
      try string(.space)
      try parameters()
    } else {
      optionalString()
    }
    layout.add(.indentUnlessHugging, amount: 2, group: group)
    for clause in clauses where current.keyword == clause {
      hasRecord = false
      gap(.line(group, blanks: 1))
      let start = layout.width
      let forces = layout.forces
      token(.done)
      try type(.space)
      if isStrategy, current.keyword == .as {
        token(.space)
        token(.space)
      }
      if hasRecord {
        let need = forces == layout.forces ? 2 + layout.width - start : UInt32(Layout.lineWidth) * 2
        layout.hug(group, need: need)
      }
    }
    if isStrategy, current.keyword == .via {
      token(.line(group, blanks: 1))
      try name(.space)
    }
    if isStrategy, current.keyword == .from { try origins(.line(group, blanks: 1)) }
    for clause in [Keyword.frames, .world] where isStrategy && current.keyword == clause {
      token(.line(group, blanks: 1))
      try name(.space)
    }
    if isEvent, isWord("queue") {
      token(.line(group, blanks: 1))
      token(.space)
    }
    if !isStrategy, current.keyword == .to { try origins(.line(group, blanks: 1)) }
    layout.add(.indentUnlessHugging, amount: -2, group: group)
    if layout.forces - innerForces != outerForces { layout.neverHug(group) }
    layout.end(group, begunAt: room)
  }

  /// `from Store, Provider` and the like.
  private mutating func origins(_ separator: Separator) throws(ParserMismatch) {
    token(separator)
    try name(.space)
    while current.kind == .comma {
      comma(.comma)
      try name(.fill)
    }
  }

  private mutating func channel() throws(ParserMismatch) {
    token(.done)
    try name(.space)
    optionalString()
    try token(.by, .space)
    try string(.space)
    if current.keyword == .payload {
      token(.space)
      if current.keyword == .inline { token(.space) } else { try string(.space) }
    }
    for clause in [Keyword.via, .world] where current.keyword == clause {
      token(.space)
      try name(.space)
    }
    try block(blanks: nil) { (builder, separator) throws(ParserMismatch) in
      let next = try builder.attributes(separator, then: builder.continuation(separator))
      guard builder.current.keyword == .strategy else { throw ParserMismatch() }
      builder.gap(next)
      try builder.message([.receives, .replies])
    }
  }

  /// The same break point without a blank line.
  func continuation(_ separator: Separator) -> Separator {
    switch separator {
    case .item(let group, let blanks), .line(let group, let blanks): .line(group, blanks: blanks)
    default: separator
    }
  }

  private mutating func render() throws(ParserMismatch) {
    token(.done)
    try name(.space)
    try items(.space) { (builder, _, separator) throws(ParserMismatch) in
      try builder.name(separator)
      try builder.arguments()
    }
  }

  private mutating func dispatch() throws(ParserMismatch) {
    token(.done)
    let isNamed =
      !((current.keyword == .customEvent || current.keyword == .function)
      && (ahead.kind == .string || ahead.kind == .rawString))
    let room = layout.reserve()
    let group = layout.begin(at: room)
    if isNamed { try name(.space) }
    try name(.space)
    if current.kind == .identifier { try reference(.space) } else { try string(.space) }
    layout.indent(2)
    for clause in [Keyword.sends, .replies, .fails] where current.keyword == clause {
      token(.line(group, blanks: 1))
      try pageValues(.space)
    }
    layout.indent(-2)
    layout.end(group, begunAt: room)
  }

  // MARK: - Web views

  private mutating func script() throws(ParserMismatch) {
    token(.done)
    try name(.space)
    try parameters()
    for clause in [Keyword.at, .frames] where current.keyword == clause {
      token(.space)
      try name(.space)
    }
    if current.keyword == .on {
      layout.indent(2)
      try origins(.space)
      layout.indent(-2)
    }
    if current.keyword == .world {
      token(.space)
      try name(.space)
    }
    if current.keyword == .from { token(.space) }
    try string(.space)
  }

  private mutating func configuration() throws(ParserMismatch) {
    token(.done)
    try name(.space)
    if current.keyword == .extends {
      token(.space)
      try name(.space)
    }
    try block(blanks: 2) { (builder, separator) throws(ParserMismatch) in
      try builder.setting(separator)
    }
  }

  private mutating func setting(_ separator: Separator) throws(ParserMismatch) {
    let setting = current.keyword.setting
    try name(separator)
    layout.indent(2)
    switch setting?.form {
    case .text:
      if current.kind == .identifier { try name(.space) } else { try string(.space) }
    case .toggle:
      if setting?.toggleWords.contains(current.keyword) == true { token(.space) }
    case .names:
      try name(.space)
      while true {
        let isWritten = current.kind == .comma
        let next = isWritten ? ahead : current
        guard isWritten || current.startsLine, next.kind == .identifier, next.keyword.setting == nil
        else { break }
        comma(.comma)
        try name(.fill)
      }
    case .files:
      try token(.from, .space)
      try string(.space)
      while current.kind == .comma, ahead.kind == .string || ahead.kind == .rawString {
        comma(.comma)
        try string(.fill)
      }
    case .handler:
      try string(.space)
      try token(.handler, .space)
      try name(.space)
    case .name, .words, nil: try name(.space)
    }
    if setting?.hasOrigins == true, current.keyword == .from {
      token(.space)
      token(.space)
      while current.kind == .comma,
        ahead.kind == .string || ahead.kind == .rawString
          || ahead.kind == .identifier && ahead.keyword.setting == nil
      {
        comma(.comma)
        token(.fill)
      }
    }
    layout.indent(-2)
    while current.kind == .comma { comma(nil) }
  }
}
