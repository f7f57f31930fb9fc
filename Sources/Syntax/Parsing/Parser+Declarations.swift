import Text

/// The parts of a declaration before its keyword.
struct Prefix {
  var start: UInt32
  var documentation: String?
  var deprecated: String?
  var name = NameSyntax(text: "", span: Span(0, 0))
}

extension Parser {
  /// `@deprecated("why")`, with the documentation above it.
  mutating func attributes() throws(Abort) -> Prefix {
    var prefix = Prefix(start: current.start, documentation: documentation())
    var first: Span?
    while current.kind == .at {
      let start = current.start
      advance()
      guard current.keyword == .deprecated else {
        throw unexpectedWord("`deprecated`", [.deprecated])
      }
      advance()
      try expect(.leftParenthesis)
      let message = try string("the reason as a string")
      try expect(.rightParenthesis)
      let attribute = span(from: start)
      if let first {
        fault(.repeated(word: "@deprecated", first: first), attribute)
      } else {
        first = attribute
        prefix.deprecated = message.value
      }
      if prefix.documentation == nil { prefix.documentation = documentation() }
    }
    return prefix
  }

  static let isName: @Sendable (Parser) -> Bool = { $0.current.kind == .identifier }

  func header(_ prefix: Prefix) -> HeaderSyntax {
    HeaderSyntax(
      documentation: prefix.documentation, deprecated: prefix.deprecated, name: prefix.name,
      span: span(from: prefix.start))
  }

  mutating func declaration() throws(Abort) {
    var prefix = try attributes()
    let keyword = current
    let faultCount = tree.faults.count
    var meant = keyword.keyword
    if !meant.startsDeclaration {
      guard isAhead,
        let near = meantKeyword(Vocabulary.declarations, orNearly: Keyword.declarations)
      else {
        // The text may belong to the declaration before.
        if let lastDeclared { tree.incomplete.insert(lastDeclared) }
        if current.kind == .rightBrace {
          fault(.strayBracket, span(current))
          advance()
          return
        }
        throw unexpectedWord("a declaration", Keyword.declarations)
      }
      meant = near
    }
    advance()
    lastDeclared = nil
    if meant == .dispatch {
      tree.declarations.append(try dispatch(&prefix, keyword))
    } else {
      let testsResponses = meant == .test && takeResponses()
      prefix.name = try name("the name of the \(Self.noun(meant))")
      declaring = prefix.name.text
      tree.declarations.append(
        testsResponses
          ? .test(try test(prefix, isResponses: true)) : try declaration(meant, prefix))
    }
    lastDeclared = prefix.name.span.start
    if tree.faults.count > faultCount { tree.incomplete.insert(prefix.name.span.start) }
    unit(span(from: prefix.start))
  }

  static func noun(_ keyword: Keyword) -> String {
    keyword == .test ? "chain to test" : keyword.rawValue
  }

  private mutating func declaration(
    _ keyword: Keyword, _ prefix: Prefix
  ) throws(Abort) -> DeclarationSyntax {
    switch keyword {
    case .origin: return .origin(try origin(prefix))
    case .flag: return .flag(header(prefix))
    case .value:
      try expect(.colon)
      let type = try type()
      return .value(header(prefix), type)
    case .condition:
      try expect(.assign)
      let condition = try condition()
      return .condition(header(prefix), condition)
    case .screen:
      let parameters = try parameters()
      return .screen(header(prefix), parameters)
    case .action: return .action(try action(prefix))
    case .handler:
      var items: [ChainItemSyntax] = []
      try body(startsItem: Self.canStartItem, nearly: Self.nearlyStartsItem) {
        parser throws(Abort) in
        items.append(try parser.chainItem())
      }
      return .handler(header(prefix), items)
    case .chain: return .chain(try chain(prefix, isResponses: false))
    case .responses: return .chain(try chain(prefix, isResponses: true))
    case .model:
      let fields = try fields()
      return .model(header(prefix), fields)
    case .enum:
      let cases = try enumCases()
      return .enumeration(header(prefix), cases)
    case .union: return .union(try union(prefix))
    case .strategy: return .strategy(try strategy(prefix))
    case .channel: return .channel(try channel(prefix))
    case .event:
      let identifier = optionalString()
      var syntax = EventSyntax(
        header: header(prefix), identifier: identifier, sends: nil, queue: nil, origins: [])
      try clauses([.sends, .queue, .to]) { parser, clause throws(Abort) in
        switch clause {
        case .sends: syntax.sends = try parser.type()
        case .queue: syntax.queue = try parser.queue()
        default: syntax.origins = try parser.originNames()
        }
      }
      syntax.header = header(prefix)
      return .event(syntax)
    case .call:
      var syntax = CallSyntax(
        header: header(prefix), identifier: nil, sends: nil, replies: nil, origins: [])
      if take(.function) {
        try function(of: &syntax)
      } else {
        syntax.identifier = optionalString()
      }
      try clauses([.sends, .replies, .to]) { parser, clause throws(Abort) in
        switch clause {
        case .sends: syntax.sends = try parser.type()
        case .replies: syntax.replies = try parser.type()
        default: syntax.origins = try parser.originNames()
        }
      }
      syntax.header = header(prefix)
      return .call(syntax)
    case .render:
      let items = try renderItems()
      return .render(header(prefix), items)
    case .script: return .script(try script(prefix))
    case .configuration: return .configuration(try configuration(prefix))
    default: return .test(try test(prefix, isResponses: false))
    }
  }

  /// A function of the page, by its path, and its parameters.
  private mutating func function(of syntax: inout CallSyntax) throws(Abort) {
    syntax.isFunction = true
    syntax.identifier = try string("the path of a function, as in `\"page.setTheme\"`")
    let start = current.start
    let parameters = try parameters()
    if !parameters.isEmpty { syntax.sends = .record(parameters, span(from: start)) }
    if current.keyword == .sends {
      throw unexpected("parameters in parentheses after the path, as in `(theme: String)`")
    }
  }

  /// `receives TYPE` and the like, in the given order; reports another order, and other words for the keywords.
  private mutating func clauses(
    _ order: [Keyword], _ parse: (inout Parser, Keyword) throws(Abort) -> Void
  ) throws(Abort) {
    var found: [(place: Int, span: Span)] = []
    while true {
      let start = current
      guard let keyword = clauseKeyword(order), let place = order.firstIndex(of: keyword) else {
        return
      }
      try parse(&self, keyword)
      let clause = span(from: start.start)
      if let first = found.first(where: { $0.place == place }) {
        fault(.repeated(word: keyword.rawValue, first: first.span), span(start))
      } else if let later = found.first(where: { $0.place > place }) {
        fault(
          .misplacedClause(keyword.rawValue, before: later.span, of: clause), span(start))
      }
      found.append((place, clause))
    }
  }

  /// Consumes the keyword of a clause; nil if none follows.
  private mutating func clauseKeyword(_ order: [Keyword]) -> Keyword? {
    if order.contains(current.keyword) {
      let keyword = current.keyword
      advance()
      return keyword
    }
    if current.kind == .arrow, order.contains(.replies) {
      foreign(current, Keyword.replies.rawValue)
      advance()
      return .replies
    }
    guard current.kind == .identifier, !current.startsLine, !ahead.startsLine,
      !current.keyword.startsDeclaration
    else { return nil }
    var keyword = Vocabulary.clauses[word]?.first { order.contains($0) }
    if let keyword { foreign(current, keyword.rawValue) } else { keyword = misspelled(order) }
    if keyword != nil { advance() }
    return keyword
  }

  /// `from Store, Provider` and the like; empty without the clause.
  private mutating func origins(after keyword: Keyword) throws(Abort) -> [NameSyntax] {
    take(keyword) ? try originNames() : []
  }

  private mutating func originNames() throws(Abort) -> [NameSyntax] {
    var origins: [NameSyntax] = []
    repeat { origins.append(try name("the name of an origin")) } while take(.comma)
    return origins
  }

  /// The clause `queue`: the number of events kept for a page that does not listen yet.
  private mutating func queue() throws(Abort) -> QueueSyntax {
    let token = current
    if token.kind == .integer {
      advance()
      return QueueSyntax(amount: .count(Int(text(span(token)))), span: span(token))
    }
    let amount: QueueSyntax.Amount
    switch token.keyword {
    case .newest: amount = .newest
    case .nothing: amount = .none
    default:
      throw unexpectedWord("a number of events, `newest` or `none`", [.newest, .nothing])
    }
    advance()
    return QueueSyntax(amount: amount, span: span(token))
  }

  private mutating func origin(_ prefix: Prefix) throws(Abort) -> OriginSyntax {
    try expect(.assign, " and the pages, as in `= \"https://example.com\"`")
    if current.kind == .identifier, ahead.kind != .colon, ahead.kind != .dot {
      let value = try name("the name of a value of the app")
      return OriginSyntax(header: header(prefix), patterns: [], value: value)
    }
    var patterns = [try string("an origin such as `\"https://example.com\"`")]
    while true {
      if current.kind == .comma {
        advance()
        if current.kind != .string { break }
      }
      guard current.kind == .string else { break }
      if lastEnd == patterns[patterns.count - 1].span.end, !current.startsLine {
        throw unexpected("`,` or a line end")
      }
      patterns.append(try string("an origin"))
    }
    return OriginSyntax(header: header(prefix), patterns: patterns)
  }

  private mutating func action(_ prefix: Prefix) throws(Abort) -> ActionSyntax {
    let parameters = try parameters()
    let isAsync = current.keyword == .async && ahead.kind == .arrow
    if isAsync { advance() }
    var result: NameSyntax?
    if takeArrow() {
      let wordAsync =
        current.keyword == .async && ahead.kind == .identifier
        && !(ahead.startsLine && ahead.keyword.startsDeclaration)
      if wordAsync { advance() }
      result = try name("`Bool`")
      return ActionSyntax(
        header: header(prefix), parameters: parameters, isAsync: isAsync || wordAsync,
        result: result)
    }
    return ActionSyntax(
      header: header(prefix), parameters: parameters, isAsync: isAsync, result: result)
  }

  /// Consumes `->`, or the sign or word of another language.
  private mutating func takeArrow() -> Bool {
    if take(.arrow) { return true }
    guard !current.startsLine, current.kind == .colon || word == "returns" else { return false }
    foreign(current, current.kind == .colon ? " ->" : "->")
    advance()
    return true
  }

  private mutating func chain(
    _ prefix: Prefix, isResponses: Bool
  ) throws(Abort) -> ChainSyntax {
    var frames: [NameSyntax]?
    var framesSpan: Span?
    var items: [ChainItemSyntax] = []
    try body(startsItem: Self.canStartItem, nearly: Self.nearlyStartsItem) { parser throws(Abort) in
      guard parser.current.keyword == .frames else {
        items.append(try parser.chainItem())
        return
      }
      let word = parser.span(parser.current)
      parser.advance()
      var names = [try parser.name("`main`, `new`, `sub` or `all`")]
      while parser.take(.comma) { names.append(try parser.name("`main`, `new` or `sub`")) }
      if let first = framesSpan {
        parser.fault(.repeated(word: "frames", first: first), word)
      } else if !items.isEmpty {
        parser.fault(
          .unexpected(expected: "a rule (`frames` must be first in a chain)", found: "`frames`"),
          word)
      } else {
        framesSpan = word
        frames = names
      }
    }
    return ChainSyntax(
      isResponses: isResponses, header: header(prefix), frames: frames, items: items)
  }

  private mutating func enumCases() throws(Abort) -> [EnumCaseSyntax] {
    var cases: [EnumCaseSyntax] = []
    try body(startsItem: Self.isName, nearly: Self.isName) { parser throws(Abort) in
      var prefix = try parser.attributes()
      if parser.word == "case", parser.isAhead {
        parser.foreign(parser.current, nil, "cases are written without a keyword")
        parser.advance()
      }
      prefix.name = try parser.name("the name of a case")
      var rawValue: StringSyntax?
      if parser.take(.assign) { rawValue = try parser.string("a string") }
      cases.append(EnumCaseSyntax(header: parser.header(prefix), rawValue: rawValue))
      try parser.endOfItem()
    }
    return cases
  }

  private mutating func union(_ prefix: Prefix) throws(Abort) -> UnionSyntax {
    guard take(.by) else { throw unexpected("`by` and the field that identifies the case") }
    let discriminator = try string("the field's name as a string")
    var cases: [UnionCaseSyntax] = []
    try body(startsItem: Self.isName, nearly: Self.isName) { parser throws(Abort) in
      var prefix = try parser.attributes()
      prefix.name = try parser.name("the name of a case")
      let wireName = parser.optionalString()
      let fields = try parser.parameters()
      cases.append(
        UnionCaseSyntax(header: parser.header(prefix), wireName: wireName, fields: fields))
      try parser.endOfItem()
    }
    return UnionSyntax(header: header(prefix), discriminator: discriminator, cases: cases)
  }

  private mutating func strategy(_ prefix: Prefix) throws(Abort) -> StrategySyntax {
    let identifier = optionalString()
    var syntax = StrategySyntax(
      header: header(prefix), identifier: identifier, receives: nil, replies: nil, origins: [],
      frames: nil)
    try clauses([.receives, .replies, .via, .from, .frames]) { parser, clause throws(Abort) in
      switch clause {
      case .receives:
        syntax.receives = try parser.type()
        syntax.receivesText = try parser.asText()
      case .replies:
        syntax.replies = try parser.type()
        syntax.repliesText = try parser.asText()
      case .via: syntax.via = try parser.name("the name of a dispatch")
      case .from: syntax.origins = try parser.originNames()
      default: syntax.frames = try parser.name("`main` or `all`")
      }
    }
    syntax.header = header(prefix)
    return syntax
  }

  /// `as text` after a type; nil without it.
  private mutating func asText() throws(Abort) -> Span? {
    let start = current.start
    guard take(Keyword.as) else { return nil }
    guard take(.text) else { throw unexpectedWord("`text`", [.text]) }
    return span(from: start)
  }

  private mutating func channel(_ prefix: Prefix) throws(Abort) -> ChannelSyntax {
    let identifier = optionalString()
    guard take(.by) else { throw unexpected("`by` and the field that identifies the strategy") }
    let discriminator = try string("the field's name as a string")
    let payload = take(.payload) ? try payload() : nil
    let via = take(.via) ? try name("the name of a dispatch") : nil
    var strategies: [StrategySyntax] = []
    try body(
      startsItem: { $0.current.keyword == .strategy || $0.current.kind == .at },
      nearly: { $0.current.keyword == .strategy || $0.current.kind == .at }
    ) { parser throws(Abort) in
      var prefix = try parser.attributes()
      guard parser.take(.strategy) else {
        throw parser.unexpectedWord("`strategy` or `}`", [.strategy])
      }
      prefix.name = try parser.name("the name of the strategy")
      strategies.append(try parser.strategy(prefix))
      parser.unit(parser.span(from: prefix.start))
    }
    return ChannelSyntax(
      header: header(prefix), identifier: identifier, discriminator: discriminator,
      payload: payload, via: via, strategies: strategies)
  }

  /// The place of the payload in the messages of a channel.
  private mutating func payload() throws(Abort) -> PayloadSyntax {
    let token = current
    if take(.inline) { return .inline(span(token)) }
    guard token.kind == .string || token.kind == .rawString else {
      throw unexpectedWord("the field's name as a string, or `inline`", [.inline])
    }
    return .field(try string("the field's name as a string"))
  }

  private mutating func renderItems() throws(Abort) -> [RenderItemSyntax] {
    var items: [RenderItemSyntax] = []
    try body(startsItem: Self.isName, nearly: Self.isName) { parser throws(Abort) in
      let call = try parser.name("the name of a call")
      let arguments = try parser.optionalArguments()
      items.append(
        RenderItemSyntax(
          call: call, arguments: arguments, span: parser.span(from: call.span.start)))
      try parser.endOfItem()
    }
    return items
  }

  private mutating func dispatch(
    _ prefix: inout Prefix, _ keyword: Token
  ) throws(Abort) -> DeclarationSyntax {
    let isNamed =
      !((current.keyword == .customEvent || current.keyword == .function)
      && (ahead.kind == .string || ahead.kind == .rawString))
    prefix.name = NameSyntax(text: "default", span: span(keyword))
    if isNamed { prefix.name = try name("a name, `customEvent` or `function`") }
    let style = current.keyword
    guard style == .customEvent || style == .function else {
      throw unexpectedWord("`customEvent` or `function`", [.customEvent, .function])
    }
    advance()
    let target: DispatchSyntax.Target
    if style == .function, current.kind == .identifier {
      target = .functionNamed(try reference("a field of the message"))
    } else {
      let text = try string("a string")
      target = style == .function ? .function(text) : .customEvent(text)
    }
    var syntax = DispatchSyntax(header: header(prefix), target: target)
    try clauses([.sends, .replies, .fails]) { parser, clause throws(Abort) in
      let arguments = try parser.pageArguments()
      switch clause {
      case .sends: syntax.sends = arguments
      case .replies: syntax.replies = arguments
      default: syntax.fails = arguments
      }
    }
    syntax.header = header(prefix)
    return .dispatch(syntax)
  }

  private mutating func script(_ prefix: Prefix) throws(Abort) -> ScriptSyntax {
    var moment: NameSyntax?
    if take(Keyword.at) { moment = try name("`documentStart` or `documentEnd`") }
    var frames: NameSyntax?
    if take(.frames) { frames = try name("`main` or `all`") }
    let origins = try origins(after: .on)
    let world = take(.world) ? try name("`app`") : nil
    let source: ScriptSyntax.Source
    if take(.from) {
      source = .file(try string("the path of a JavaScript file as a string"))
    } else {
      source = .text(try string("the script as `\"\"\"…\"\"\"`, or `from` and a file"))
    }
    return ScriptSyntax(
      header: header(prefix), moment: moment, frames: frames, origins: origins, world: world,
      source: source)
  }

  // MARK: - Configurations

  private mutating func configuration(_ prefix: Prefix) throws(Abort) -> ConfigurationSyntax {
    var extends: NameSyntax?
    if take(.extends) { extends = try name("the name of a configuration") }
    var settings: [SettingSyntax] = []
    try body(
      startsItem: { $0.current.keyword.isSetting || $0.isSingularSetting }, nearly: Self.isName
    ) { parser throws(Abort) in
      let setting = try parser.setting()
      if let first = settings.first(where: { $0.setting == setting.setting }) {
        parser.fault(.repeated(word: setting.name.text, first: first.name.span), setting.name.span)
      }
      settings.append(setting)
      _ = parser.take(.comma)
    }
    return ConfigurationSyntax(header: header(prefix), extends: extends, settings: settings)
  }

  /// True at `strategy Page` in a configuration, where `strategies Page` is meant.
  var isSingularSetting: Bool {
    switch current.keyword {
    case .strategy, .channel, .script: !isAtLeftMargin
    default: false
    }
  }

  private mutating func setting() throws(Abort) -> SettingSyntax {
    let setting: Setting
    if let written = current.keyword.setting {
      setting = written
    } else {
      guard isAhead || ahead.kind == .colon || ahead.kind == .assign || ahead.kind == .string,
        let near = misspelled(Keyword.settings)?.setting
      else { throw unexpectedWord("a setting or `}`", Keyword.settings) }
      setting = near
    }
    let word = try name("a setting")
    if current.kind == .colon || current.kind == .assign {
      foreign(current, nil, "the value directly follows the setting")
      advance()
    }
    let value: SettingSyntax.Value
    switch setting.form {
    case .text:
      if current.kind == .identifier {
        value = .names([try name("a value")])
      } else {
        value = .string(try string("a string or the name of a value of the app"))
      }
    case .toggle:
      if current.keyword == .true || current.keyword == .false {
        value = .names([try name("a value")])
      } else {
        value = .none
      }
    case .names:
      var names = [try name("a name")]
      while true {
        // A comma after the last name ends the setting.
        let isSeparated = current.kind == .comma
        let next = isSeparated ? ahead : current
        guard isSeparated || next.startsLine, next.kind == .identifier, !next.keyword.isSetting
        else { break }
        if isSeparated { advance() }
        names.append(try name("a name"))
      }
      value = .names(names)
    case .files:
      guard take(.from) else { throw unexpectedWord("`from` and the path of a file", [.from]) }
      var files = [try string("the path of a file as a string")]
      while current.kind == .comma, ahead.kind == .string || ahead.kind == .rawString {
        advance()
        files.append(try string("the path of a file as a string"))
      }
      value = .files(files)
    case .name, .words:
      value = .names([try name("a value")])
    }
    var origins: [SettingSyntax.OriginReference] = []
    if setting.hasOrigins, take(.from) {
      origins.append(try settingOrigin())
      while current.kind == .comma, startsSettingOrigin(ahead) {
        advance()
        origins.append(try settingOrigin())
      }
    }
    return SettingSyntax(setting: setting, name: word, value: value, origins: origins)
  }

  private func startsSettingOrigin(_ token: Token) -> Bool {
    token.kind == .string || token.kind == .rawString
      || token.kind == .identifier && !token.keyword.isSetting
  }

  private mutating func settingOrigin() throws(Abort) -> SettingSyntax.OriginReference {
    if current.kind != .identifier { return .text(try string("an origin")) }
    return .name(try name("the name of an origin, or an origin as a string"))
  }

  // MARK: - Tests

  /// Takes the word of `test responses Main {`; in `test responses {` it is the name of a chain.
  private mutating func takeResponses() -> Bool {
    guard current.keyword == .responses, ahead.kind == .identifier else { return false }
    advance()
    return true
  }

  private mutating func test(_ prefix: Prefix, isResponses: Bool) throws(Abort) -> TestSyntax {
    var cases: [TestCaseSyntax] = []
    try body(
      startsItem: { $0.current.kind == .string }, nearly: { $0.current.kind == .string }
    ) { parser throws(Abort) in
      let start = parser.current.start
      let url = try parser.string("a URL as a string")
      var setup: [TestSetupSyntax] = []
      if parser.take(.with) {
        repeat { setup.append(try parser.setup()) } while parser.take(.comma)
      }
      let (steps, decision) = try parser.stepsAndDecision()
      let span = parser.span(from: start)
      if decision == nil { parser.fault(.missingDecision, span) }
      parser.unit(span)
      cases.append(
        TestCaseSyntax(url: url, setup: setup, steps: steps, decision: decision, span: span))
    }
    return TestSyntax(isResponses: isResponses, header: header(prefix), cases: cases)
  }

  private mutating func setup() throws(Abort) -> TestSetupSyntax {
    let start = current.start
    let isNegated = take(.not)
    let opens = startsOpenURL
    if opens { advance() }
    let subject = try reference(opens ? "`url`" : "a flag or a value of the request")
    var value: LiteralSyntax?
    if !isNegated, !opens, take(.equal) { value = try literal("a value") }
    return TestSetupSyntax(
      isNegated: isNegated, opens: opens, subject: subject, value: value, span: span(from: start))
  }
}
