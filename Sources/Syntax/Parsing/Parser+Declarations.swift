import Text

/// The parts of a declaration up to its name.
struct Prefix {
  var start: UInt32
  var keyword = Keyword.none
  var documentation: String?
  var deprecated: String?
  var name = NameSyntax(text: "", span: Span(0, 0))
}

extension Parser {
  /// Parses the attributes of a declaration, such as `@deprecated("why")`, and the documentation above them.
  mutating func attributes() throws(Abort) -> Prefix {
    var prefix = Prefix(start: current.start, documentation: documentation())
    var first: Span?
    while current.kind == .at {
      let start = current.start
      let node = beginNode(.attribute)
      advance()
      guard take(.deprecated) else { throw unexpectedWord("`deprecated`", [.deprecated]) }
      try expect(.leftParenthesis)
      let message = try string("the reason as a string")
      try expect(.rightParenthesis)
      endNode(node)
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

  /// Returns whether an item that begins with its name starts here: a case of an enum or a union, or a call.
  ///
  /// The keyword of a declaration with a name on its line is no such item. It ends a list without its brace.
  static let isItemName: @Sendable (Parser) -> Bool = {
    isName($0) && !($0.looksLikeDeclaration && !$0.ahead.startsLine)
  }

  func header(_ prefix: Prefix) -> HeaderSyntax {
    HeaderSyntax(
      keyword: prefix.keyword, documentation: prefix.documentation, deprecated: prefix.deprecated,
      name: prefix.name,
      span: span(from: prefix.start))
  }

  mutating func declaration() throws(Abort) {
    var prefix = try attributes()
    expects(.declaration(isAttributed: true))
    let keyword = current
    let faultCount = tree.faults.count
    var meant = keyword.keyword
    if !meant.startsDeclaration {
      guard isAhead, !ahead.keyword.startsDeclaration,
        let near = meantKeyword(Vocabulary.declarations, orNearly: Keyword.declarations)
      else {
        // The text may belong to the declaration above.
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
    prefix.keyword = meant
    let node = beginNode(.declaration)
    advance()
    lastDeclared = nil
    if meant == .dispatch {
      tree.declarations.append(try dispatch(&prefix, keyword))
    } else if meant == .defaults {
      prefix.name = NameSyntax(text: Keyword.defaults.rawValue, span: span(keyword))
      tree.declarations.append(.defaults(try defaults(prefix)))
    } else {
      let testsResponses = meant == .test && takeResponses()
      if meant == .test { expects(.name(of: testsResponses ? .responses : .chain)) }
      do throws(Abort) {
        if startsClause || isNextDeclaration {
          throw unexpected("the name of the \(Self.noun(meant))")
        }
        prefix.name = try name("the name of the \(Self.noun(meant))")
      } catch {
        tree.nameless.insert(meant)
        throw error
      }
      declaring = prefix.name.text
      recorder?.enter(
        CursorRecorder.Declaration(
          keyword: meant, name: prefix.name.text, testsResponses: testsResponses))
      tree.declarations.append(
        testsResponses
          ? .test(try test(prefix, isResponses: true)) : try declaration(meant, prefix))
    }
    endNode(node)
    lastDeclared = prefix.name.span.start
    if tree.faults.count > faultCount { tree.incomplete.insert(prefix.name.span.start) }
    unit(span(from: prefix.start))
  }

  /// True at the first word of a clause, where a declaration has no name: `at documentEnd`, `by "type"` and the like.
  private var startsClause: Bool {
    switch current.keyword {
    case .at: ahead.keyword == .documentStart || ahead.keyword == .documentEnd
    case .by:
      ahead.kind == .string && (second.kind == .leftBrace || second.keyword == .payload)
    case .receives, .replies, .sends: ahead.kind == .identifier && ahead.keyword == .none
    default: false
    }
  }

  /// True at the start of a declaration. Nowhere else does a name follow a keyword.
  private var isNextDeclaration: Bool {
    current.startsLine && isAtLeftMargin && looksLikeDeclaration && !ahead.startsLine
      && ahead.keyword == .none
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
      let type = try type(.ofValue)
      return .value(header(prefix), type)
    case .condition:
      try expect(.assign)
      let node = beginNode(.definition)
      let condition = try condition()
      endNode(node)
      return .condition(header(prefix), condition)
    case .screen:
      let parameters = try parameters(.ofParameter)
      return .screen(header(prefix), parameters)
    case .action: return .action(try action(prefix))
    case .handler:
      var items: [ChainItemSyntax] = []
      try body(.entries, startsItem: Self.canStartItem, nearly: Self.nearlyStartsItem) {
        parser throws(Abort) in
        items.append(try parser.chainItem(after: items))
      }
      return .handler(header(prefix), items)
    case .chain: return .chain(try chain(prefix, isResponses: false))
    case .responses: return .chain(try chain(prefix, isResponses: true))
    case .model:
      let fields = try fields(.members)
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
      } else if takeValueOfPage() {
        syntax.isValue = true
        syntax.identifier = try string("the path of a value, as in `\"page.theme\"`")
      } else {
        syntax.identifier = optionalString()
      }
      // A function takes its parameters as the payload, and a value takes none.
      let given: Keyword? = syntax.isFunction || syntax.isValue ? .sends : nil
      try clauses([.sends, .replies, .to], after: given) { parser, clause throws(Abort) in
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
    case .invariant: return .invariant(try invariant(prefix))
    default: return .test(try test(prefix, isResponses: false))
    }
  }

  /// Consumes `value` if a path follows. Otherwise the word begins the next declaration.
  private mutating func takeValueOfPage() -> Bool {
    expects(.keyword(.value))
    guard current.keyword == .value,
      ahead.kind == .string || ahead.kind == .rawString || isCursor(ahead)
    else { return false }
    advance()
    return true
  }

  /// Parses a function of the page: its path and its parameters.
  mutating func function(of syntax: inout CallSyntax) throws(Abort) {
    syntax.isFunction = true
    syntax.identifier = try string("the path of a function, as in `\"page.setTheme\"`")
    let start = current.start
    let parameters = try parameters(.ofField)
    if !parameters.isEmpty { syntax.sends = .record(parameters, span(from: start)) }
    if current.keyword == .sends {
      throw unexpected("parameters in parentheses after the path, as in `(theme: String)`")
    }
  }

  /// Parses clauses such as `receives TYPE` in the given order. Reports another order, and other words for the
  /// keywords.
  ///
  /// - Parameter given: the last clause that can no longer follow; those before it cannot either.
  mutating func clauses(
    _ order: [Keyword], after given: Keyword? = nil,
    _ parse: (inout Parser, Keyword) throws(Abort) -> Void
  ) throws(Abort) {
    var found: [(place: Int, span: Span)] = []
    while true {
      let start = current
      if isCursor(start) {
        let places = found.map { $0.place } + order.indices.filter { order[$0] == given }
        expects(anyOf: Array(order[((places.max() ?? -1) + 1)...]))
      }
      guard let keyword = clauseKeyword(order), let place = order.firstIndex(of: keyword) else {
        return
      }
      let node = beginNode(.clause, from: start.start)
      try parse(&self, keyword)
      endNode(node)
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

  /// Parses a clause such as `from Store, Provider`; empty if the clause is missing.
  mutating func origins(after keyword: Keyword) throws(Abort) -> [NameSyntax] {
    expects(.keyword(keyword))
    guard current.keyword == keyword else { return [] }
    let node = beginNode(.pages)
    advance()
    let origins = try originNames()
    endNode(node)
    return origins
  }

  mutating func originNames() throws(Abort) -> [NameSyntax] {
    var origins: [NameSyntax] = []
    expects(.keyword(.any))
    repeat {
      origins.append(try name(of: .origin, except: origins.map { $0.text }))
    } while take(.comma)
    return origins
  }

  /// Parses the value of the clause `queue`: the number of events kept for a page that does not listen yet.
  private mutating func queue() throws(Abort) -> QueueSyntax {
    let token = current
    expects(.queue)
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
    let node = beginNode(.patterns)
    expects(.originValue)
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
    endNode(node)
    return OriginSyntax(header: header(prefix), patterns: patterns)
  }

  private mutating func action(_ prefix: Prefix) throws(Abort) -> ActionSyntax {
    let parameters = try parameters(.ofParameter)
    expects(.keyword(.async))
    let isAsync = current.keyword == .async && (ahead.kind == .arrow || isCursor(ahead))
    if isAsync { advance() }
    var result: NameSyntax?
    if takeArrow() {
      let wordAsync =
        current.keyword == .async && isName(ahead)
        && !(ahead.startsLine && ahead.keyword.startsDeclaration)
      expects(.keyword(.async))
      if wordAsync { advance() }
      expects(.result)
      result = try name("`Bool`")
      return ActionSyntax(
        header: header(prefix), parameters: parameters, isAsync: isAsync || wordAsync,
        result: result)
    }
    return ActionSyntax(
      header: header(prefix), parameters: parameters, isAsync: isAsync, result: result)
  }

  /// Consumes `->`, or a sign or word of another language that means it.
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
    try body(.entries, startsItem: Self.canStartItem, nearly: Self.nearlyStartsItem) {
      parser throws(Abort) in
      if items.isEmpty, framesSpan == nil { parser.expects(.keyword(.frames)) }
      guard parser.current.keyword == .frames else {
        items.append(try parser.chainItem(after: items))
        return
      }
      let word = parser.span(parser.current)
      let node = parser.beginNode(.frames)
      parser.advance()
      let names = try parser.frameNames()
      parser.endNode(node)
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

  private mutating func frameNames() throws(Abort) -> [NameSyntax] {
    var names = [try word([.main, .new, .sub, .all])]
    while take(.comma) {
      let given = names
      expects(
        anyOf: [.main, .new, .sub].filter { word in !given.contains { $0.text == word.rawValue } })
      names.append(try name("`main`, `new` or `sub`"))
    }
    return names
  }

  private mutating func defaults(_ prefix: Prefix) throws(Abort) -> DefaultsSyntax {
    let clauses: [Keyword] = [.frames, .from, .to, .on]
    let isClause: @Sendable (Parser) -> Bool = { clauses.contains($0.current.keyword) }
    var syntax = DefaultsSyntax(header: header(prefix))
    var given: [(place: Int, span: Span)] = []
    try body(.settings, startsItem: isClause, nearly: Self.isName) { parser throws(Abort) in
      parser.expects(anyOf: Array(clauses[((given.map { $0.place }.max() ?? -1) + 1)...]))
      let word = parser.current
      guard let place = clauses.firstIndex(of: word.keyword) else {
        throw parser.unexpectedWord("`frames`, `from`, `to`, `on` or `}`", clauses)
      }
      let node = parser.beginNode(.setting)
      parser.advance()
      let names = try word.keyword == .frames ? parser.frameNames() : parser.originNames()
      parser.endNode(node)
      let clause = parser.span(from: word.start)
      if let first = given.first(where: { $0.place == place }) {
        parser.fault(.repeated(word: word.keyword.rawValue, first: first.span), parser.span(word))
      } else if let later = given.first(where: { $0.place > place }) {
        parser.fault(
          .misplacedClause(word.keyword.rawValue, before: later.span, of: clause), parser.span(word)
        )
      }
      given.append((place, clause))
      switch word.keyword {
      case .frames: syntax.frames = names
      case .from: syntax.from = names
      case .to: syntax.to = names
      default: syntax.on = names
      }
    }
    syntax.header = header(prefix)
    return syntax
  }

  mutating func enumCases() throws(Abort) -> [EnumCaseSyntax] {
    var cases: [EnumCaseSyntax] = []
    try body(.members, startsItem: Self.isItemName, nearly: Self.isName) { parser throws(Abort) in
      var prefix = try parser.attributes()
      let node = parser.beginNode(.member)
      if parser.word == "case", parser.isAhead {
        parser.foreign(parser.current, nil, "cases are written without a keyword")
        parser.advance()
      }
      prefix.name = try parser.name("the name of a case")
      var rawValue: StringSyntax?
      if parser.take(.assign) { rawValue = try parser.string("a string") }
      cases.append(EnumCaseSyntax(header: parser.header(prefix), rawValue: rawValue))
      parser.endNode(node)
      try parser.endOfItem()
    }
    return cases
  }

  mutating func union(_ prefix: Prefix) throws(Abort) -> UnionSyntax {
    let discriminator = take(.by) ? try string("the field's name as a string") : nil
    if discriminator == nil, current.kind != .leftBrace {
      throw unexpected("`{`, or `by` and the field that identifies the case")
    }
    var cases: [UnionCaseSyntax] = []
    try body(.members, startsItem: Self.isItemName, nearly: Self.isName) { parser throws(Abort) in
      var prefix = try parser.attributes()
      let node = parser.beginNode(.member)
      prefix.name = try parser.name("the name of a case")
      var item = UnionCaseSyntax(header: parser.header(prefix), fields: [])
      if discriminator == nil {
        item.type = try parser.typeOfCase()
      } else {
        item.wireName = parser.optionalString()
        item.fields = try parser.parameters(.ofField)
      }
      item.header = parser.header(prefix)
      cases.append(item)
      parser.endNode(node)
      try parser.endOfItem()
    }
    return UnionSyntax(header: header(prefix), discriminator: discriminator, cases: cases)
  }

  /// Parses the type of a case in parentheses.
  private mutating func typeOfCase() throws(Abort) -> TypeSyntax {
    let fieldsNeedBy = "or `by` and a field after the name of the union, if its cases have fields"
    guard current.kind == .leftParenthesis else {
      throw unexpected("`(` and the type of the case, \(fieldsNeedBy)")
    }
    advance()
    if current.kind == .identifier, ahead.kind == .colon {
      throw unexpected("a type, \(fieldsNeedBy)")
    }
    let type = try type(.ofKind)
    guard current.kind == .rightParenthesis else { throw unexpected("`)`") }
    advance()
    return type
  }
}
