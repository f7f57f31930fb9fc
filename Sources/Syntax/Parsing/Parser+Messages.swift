import Text

extension Parser {
  mutating func strategy(_ prefix: Prefix) throws(Abort) -> StrategySyntax {
    let identifier = optionalString()
    var syntax = StrategySyntax(
      header: header(prefix), identifier: identifier, receives: nil, replies: nil, origins: [],
      frames: nil)
    try clauses([.receives, .with, .replies, .via, .from, .frames, .world]) {
      parser, clause throws(Abort) in
      switch clause {
      case .receives:
        syntax.receives = try parser.type()
        syntax.receivesText = try parser.asText()
      case .with:
        let word = parser.current
        guard parser.take(.sender) else { throw parser.unexpectedWord("`sender`", [.sender]) }
        syntax.sender = parser.span(word)
      case .replies:
        syntax.replies = try parser.type()
        syntax.repliesText = try parser.asText()
      case .via: syntax.via = try parser.name(of: .dispatch)
      case .from: syntax.origins = try parser.originNames()
      case .frames: syntax.frames = try parser.word([.main, .all])
      default: syntax.world = try parser.word([.app])
      }
    }
    syntax.header = header(prefix)
    return syntax
  }

  /// Parses `as text` after a type; nil if it does not follow.
  private mutating func asText() throws(Abort) -> Span? {
    let start = current.start
    guard take(Keyword.as) else { return nil }
    guard take(.text) else { throw unexpectedWord("`text`", [.text]) }
    return span(from: start)
  }

  mutating func channel(_ prefix: Prefix) throws(Abort) -> ChannelSyntax {
    let identifier = optionalString()
    guard take(.by) else { throw unexpected("`by` and the field that identifies the strategy") }
    let discriminator = try string("the field's name as a string")
    let payload = take(.payload) ? try payload() : nil
    let via = take(.via) ? try name(of: .dispatch) : nil
    let world = take(.world) ? try word([.app]) : nil
    var strategies: [StrategySyntax] = []
    try body(
      .entries,
      startsItem: { $0.current.keyword == .strategy || $0.current.kind == .at },
      nearly: { $0.current.keyword == .strategy || $0.current.kind == .at }
    ) { parser throws(Abort) in
      var prefix = try parser.attributes()
      let node = parser.beginNode(.declaration)
      guard parser.take(.strategy) else {
        throw parser.unexpectedWord("`strategy` or `}`", [.strategy])
      }
      prefix.keyword = .strategy
      prefix.name = try parser.name("the name of the strategy")
      strategies.append(try parser.strategy(prefix))
      parser.endNode(node)
      parser.unit(parser.span(from: prefix.start))
    }
    return ChannelSyntax(
      header: header(prefix), identifier: identifier, discriminator: discriminator,
      payload: payload, via: via, world: world, strategies: strategies)
  }

  /// Parses the place of the payload in the messages of a channel.
  private mutating func payload() throws(Abort) -> PayloadSyntax {
    let token = current
    if take(.inline) { return .inline(span(token)) }
    guard token.kind == .string || token.kind == .rawString else {
      throw unexpectedWord("the field's name as a string, or `inline`", [.inline])
    }
    return .field(try string("the field's name as a string"))
  }

  mutating func renderItems() throws(Abort) -> [RenderItemSyntax] {
    var items: [RenderItemSyntax] = []
    try body(.members, startsItem: Self.isItemName, nearly: Self.isName) { parser throws(Abort) in
      let node = parser.beginNode(.member)
      let call = try parser.name(of: .call)
      let arguments = try parser.optionalArguments(of: .call, call)
      items.append(
        RenderItemSyntax(
          call: call, arguments: arguments, span: parser.span(from: call.span.start)))
      parser.endNode(node)
      try parser.endOfItem()
    }
    return items
  }

  mutating func dispatch(
    _ prefix: inout Prefix, _ keyword: Token
  ) throws(Abort) -> DeclarationSyntax {
    let isNamed =
      !((current.keyword == .customEvent || current.keyword == .function)
      && (ahead.kind == .string || ahead.kind == .rawString || isCursor(ahead)))
    prefix.name = NameSyntax(text: "default", span: span(keyword))
    let styles: [Keyword] = [.customEvent, .function]
    expects(anyOf: styles)
    if isNamed { prefix.name = try name("a name, `customEvent` or `function`") }
    expects(anyOf: styles)
    let style = current.keyword
    guard style == .customEvent || style == .function else {
      throw unexpectedWord("`customEvent` or `function`", styles)
    }
    advance()
    let target: DispatchSyntax.Target
    if style == .function, current.kind == .identifier {
      target = .functionNamed(try reference("a field of the message", .literal))
    } else {
      let text = try string("a string")
      target = style == .function ? .function(text) : .customEvent(text)
    }
    var syntax = DispatchSyntax(header: header(prefix), target: target)
    try clauses([.sends, .replies, .fails]) { parser, clause throws(Abort) in
      let arguments = try parser.pageArguments(of: clause)
      switch clause {
      case .sends: syntax.sends = arguments
      case .replies: syntax.replies = arguments
      default: syntax.fails = arguments
      }
    }
    syntax.header = header(prefix)
    return .dispatch(syntax)
  }
}
