import Text

extension Parser {
  /// Returns whether a line may be meant as an item, as one that begins with `wehn`.
  static let nearlyStartsItem: @Sendable (Parser) -> Bool = {
    if canStartItem($0) { return true }
    guard $0.current.kind == .identifier, $0.current.end - $0.current.start < 12 else {
      return false
    }
    let word = $0.text($0.span($0.current))
    return !Nearest.names(to: word, among: Keyword.items.map { $0.rawValue }).isEmpty
  }

  static let canStartItem: @Sendable (Parser) -> Bool = {
    $0.current.keyword.startsRule || $0.current.keyword == .frames
  }

  /// Parses a rule (`when CONDITION STEP… DECISION`, `always STEP… DECISION` or `otherwise STEP… DECISION`), `use
  /// NAME`, or a block (`when CONDITION { … }`).
  ///
  /// - Parameter before: the earlier items in the same body.
  mutating func chainItem(after before: [ChainItemSyntax] = []) throws(Abort) -> ChainItemSyntax {
    let documentation = documentation()
    expects(.rule(isInBlock: depth > 0, isLast: before.contains { $0.isOtherwise }))
    let keyword = current
    let node = beginNode(keyword.keyword == .use ? .use : .rule)
    let item = try chainItem(documentation, keyword, node, after: before)
    if case .rule(let rule) = item, rule.decision == nil { return item }
    endNode(node)
    return item
  }

  private mutating func chainItem(
    _ documentation: String?, _ keyword: Token, _ node: Int, after before: [ChainItemSyntax]
  ) throws(Abort) -> ChainItemSyntax {
    switch try itemKeyword() {
    case .use:
      if [.handler, .chain, .responses, .use].contains(current.keyword), isAhead,
        !current.startsLine
      {
        foreign(current, nil, "`use` takes the name alone")
        advance()
      }
      expects(.used(except: before.compactMap { $0.usedName }))
      let name = try name("the name of a handler or chain")
      if current.kind == .leftParenthesis, ahead.kind == .rightParenthesis {
        foreign(Span(current.start, ahead.end), nil, "`use` takes the name alone")
        advance()
        advance()
      }
      return .use(name, span(from: keyword.start))
    case .when:
      let inner = beginNode(.condition)
      let condition = try condition()
      endNode(inner)
      if opensBlock {
        // A comment above a block applies to its condition, since its rules have comments of their own.
        unit(span(from: keyword.start))
        tree.nodes[node].kind = .block
        return .block(try block(span(keyword), condition))
      }
      return .rule(try rule(documentation, span(keyword), condition))
    case .otherwise:
      return .rule(try rule(documentation, span(keyword), nil))
    case .always:
      let word = span(keyword)
      return .rule(try rule(documentation, word, .constant(true, word)))
    case .attempt:
      let start = Span(keyword.start, keyword.start)
      return .rule(try rule(documentation, start, .constant(true, start)))
    default:
      throw unexpectedWord("`when`, `always`, `otherwise`, `use` or `}`", Keyword.items)
    }
  }

  /// True at a brace with rules inside. Braces around steps are a mistake, and their contents are read as one rule.
  private var opensBlock: Bool {
    guard current.kind == .leftBrace else { return false }
    if ahead.kind == .rightBrace || ahead.kind == .end || ahead.keyword.startsRule { return true }
    if ahead.keyword.isStepOrDecision, second.keyword == .when, !second.startsLine { return true }
    // Steps begin with a word.
    guard ahead.kind == .identifier else { return true }
    guard ahead.startsLine, !isStep(ahead) else { return false }
    let words: [Keyword] = Keyword.items + Keyword.stepsAndDecisions
    let near = Nearest.names(to: text(span(ahead)), among: words.lazy.map { $0.rawValue }, limit: 1)
    return near.first.flatMap { Keyword(rawValue: $0) }?.startsRule != false
  }

  private mutating func block(
    _ keyword: Span, _ condition: ConditionSyntax
  ) throws(Abort) -> BlockSyntax {
    var items: [ChainItemSyntax] = []
    try nested { parser throws(Abort) in
      try parser.body(.entries, startsItem: Self.canStartItem, nearly: Self.nearlyStartsItem) {
        parser throws(Abort) in
        items.append(try parser.chainItem(after: items))
      }
    }
    return BlockSyntax(
      keyword: keyword, condition: condition, items: items, span: span(from: keyword.start))
  }

  /// Consumes the keyword of the item, which may be missing, misspelled or foreign.
  ///
  /// - Returns: the keyword. For a rule that begins with `attempt`, that step's keyword, which is not consumed.
  private mutating func itemKeyword() throws(Abort) -> Keyword {
    let token = current
    if token.keyword.startsRule {
      advance()
      return token.keyword
    }
    if token.kind == .identifier, word == "else", ahead.kind == .identifier,
      text(span(ahead)) == "if"
    {
      foreign(Span(token.start, ahead.end), "when")
      advance()
      advance()
      return .when
    }
    if isCondition {
      fault(.missing("when "), Span(token.start, token.start))
      return .when
    }
    if token.kind == .identifier, token.keyword == .none,
      ahead.startsLine || ahead.kind == .rightBrace, word.first?.isUppercase == true
    {
      fault(.missing("use "), Span(token.start, token.start))
      return .use
    }
    if let abort = refuse() { throw abort }
    if token.keyword.isStepOrDecision, isConditionBehind {
      throw unexpected("`when`, `always`, `otherwise`, `use` or `}`")
    }
    if token.keyword.isStepOrDecision {
      // An attempt without a condition is followed by rules for the requests that it declines, so it is no
      // `otherwise`.
      let isAttempt = token.keyword == .attempt
      fault(.missing(isAttempt ? "always " : "otherwise "), Span(token.start, token.start))
      return isAttempt ? .attempt : .otherwise
    }
    if let keyword = meantKeyword(Vocabulary.rules, orNearly: Keyword.items) {
      advance()
      return keyword
    }
    throw unexpected("`when`, `always`, `otherwise`, `use` or `}`")
  }

  /// True if `when` follows on the current line.
  private var isConditionBehind: Bool {
    if ahead.startsLine { return false }
    if ahead.keyword == .when { return true }
    var lexer = lexer
    while true {
      let token = lexer.next()
      if token.kind == .end || token.startsLine { return false }
      if token.keyword == .when { return true }
    }
  }

  /// True if the current line is a condition without `when`.
  private var isCondition: Bool {
    if current.kind == .not || current.kind == .leftParenthesis { return true }
    if current.keyword == .exists, isAhead { return true }
    guard current.kind == .identifier else { return false }
    switch ahead.kind {
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .leftBracket, .and:
      return true
    case .dot: return !current.keyword.isStepOrDecision
    case .identifier: return ComparisonSyntax.Operator(ahead.keyword) != nil
    default: return false
    }
  }

  private mutating func rule(
    _ documentation: String?, _ keyword: Span, _ condition: ConditionSyntax?
  ) throws(Abort) -> RuleSyntax {
    let (steps, decision) = try stepsAndDecision(orElse: condition == nil ? nil : "an operator")
    let span = span(from: keyword.start)
    if decision == nil { fault(.missingDecision, span) }
    unit(span)
    return RuleSyntax(
      documentation: documentation, keyword: keyword, condition: condition, steps: steps,
      decision: decision, span: span)
  }

  /// Parses the steps and decision after a condition or after the URL of a test.
  ///
  /// - Parameter others: the words for what else can follow, for the message about an unexpected token.
  mutating func stepsAndDecision(
    orElse others: String?
  ) throws(Abort) -> ([StepSyntax], DecisionSyntax?) {
    skipArrow()
    let node = beginNode(.steps)
    let brace = openingBrace()
    let result = try stepsAndDecision(orElse: others, isInBraces: brace != nil)
    // Further steps may follow if there is no decision.
    if result.1 != nil { endNode(node) }
    guard let brace else { return result }
    if current.keyword.startsRule {
      try skipRules(after: brace)
    } else if result.0.isEmpty, result.1 == nil, current.kind == .rightBrace {
      // Without a step the braces may belong elsewhere, so only the missing decision is reported.
      advance()
    } else {
      close(brace)
    }
    return result
  }

  /// Consumes the other rules of a block that begins with a step, and records the fault.
  private mutating func skipRules(after brace: Token) throws(Abort) {
    fault(
      .foreign(
        ForeignSpelling(
          "{", nil, [],
          why: "braces contain rules: begin the first one with `when` or `otherwise` too")),
      span(brace))
    while current.keyword.startsRule { _ = try chainItem() }
    if current.kind == .rightBrace { advance() }
  }

  private mutating func stepsAndDecision(
    orElse others: String?, isInBraces: Bool
  ) throws(Abort) -> ([StepSyntax], DecisionSyntax?) {
    var steps: [StepSyntax] = []
    while true {
      let token = current
      var keyword = token.keyword
      if !keyword.isStepOrDecision {
        expects(.step(isFirst: steps.isEmpty))
        let isEnd =
          current.kind == .end || current.kind == .rightBrace || takeSeparatorBeforeLineEnd()
          || current.startsLine && !isInBraces && !isMisspelledStep
        if isEnd { return (steps, nil) }
        skipArrow()
        guard let meant = meantStep() else {
          if let abort = refuse() { throw abort }
          let before = steps.isEmpty ? others.map { $0 + ", " } : nil
          throw unexpected((before ?? "") + "a step or a decision")
        }
        keyword = meant
      }
      switch keyword {
      case .allow, .cancel, .download, .popup, .continue, .leave:
        let start = current.start
        let node = beginNode(.decision)
        advance()
        let configuration = keyword == .popup ? try popupName(span(token)) : nil
        let preferences = keyword == .allow ? try preferences() : []
        endNode(node)
        let decision = DecisionSyntax(
          keyword: keyword, configuration: configuration, preferences: preferences,
          span: span(from: start))
        if !current.startsLine, current.keyword.isStepOrDecision {
          fault(.stepAfterDecision(decision: decision.span), span(current))
          throw Abort()
        }
        return (steps, decision)
      default:
        steps.append(try step(keyword))
      }
    }
  }

  /// Parses the configuration after `popup`; nil if the next rule follows.
  private mutating func popupName(_ keyword: Span) throws(Abort) -> NameSyntax? {
    guard current.startsLine, current.keyword.startsRule else {
      return try name(of: .configuration)
    }
    fault(
      .unexpected(
        expected: "the name of a configuration after `popup`", found: "the end of the line"),
      keyword)
    return nil
  }

  /// The keyword of the current word, which may be misspelled or foreign; nil if the word is no step or decision.
  private mutating func meantStep() -> Keyword? {
    if current.keyword.isStepOrDecision { return current.keyword }
    return meantKeyword(Vocabulary.steps, orNearly: Keyword.stepsAndDecisions)
  }

  /// True at a word at the start of a line that is similar to a step or decision, and to no word that begins a rule.
  private var isMisspelledStep: Bool {
    guard current.kind == .identifier, current.keyword == .none, !ahead.startsLine else {
      return false
    }
    func isSimilar(to words: [Keyword]) -> Bool {
      !Nearest.names(to: word, among: words.lazy.map { $0.rawValue }, limit: 1).isEmpty
    }
    return isSimilar(to: Keyword.stepsAndDecisions) && !isSimilar(to: Keyword.items)
  }

  /// True at a comma or semicolon that ends the line.
  private func takeSeparatorBeforeLineEnd() -> Bool {
    (current.kind == .comma || current.kind == .invalid && word == ";")
      && (ahead.startsLine || ahead.kind == .rightBrace || ahead.kind == .end)
  }

  private mutating func step(_ keyword: Keyword) throws(Abort) -> StepSyntax {
    let token = current
    let node = beginNode(.step)
    advance()
    let kind: StepSyntax.Kind
    switch keyword {
    case .present, .push:
      let screen = try name(of: .screen)
      let arguments = try optionalArguments(of: .screen, screen)
      kind = keyword == .present ? .present(screen, arguments) : .push(screen, arguments)
    case .perform:
      let action = try name(of: .action)
      kind = .perform(action, try optionalArguments(of: .action, action))
    case .attempt where startsOpenURL:
      advance()
      kind = .attemptOpen(try reference("`url`", .url), try changes())
    case .attempt:
      expects(.attempted)
      let action = try name("the name of an action")
      kind = .attempt(action, try optionalArguments(of: .action, action))
    case .open: kind = .open(try stepURL(), try changes())
    case .load: kind = .load(try stepURL(), try changes())
    default: kind = .dismiss
    }
    endNode(node)
    return StepSyntax(kind: kind, span: span(from: token.start))
  }

  /// True at `open url`. Alone, `open` is the name of an action or a flag.
  var startsOpenURL: Bool {
    current.keyword == .open && isName(ahead) && ahead.keyword == .none
  }

  /// Parses `url`. If it is missing, it is assumed and a fault is recorded.
  private mutating func stepURL() throws(Abort) -> ReferenceSyntax {
    let isLastWord =
      ahead.startsLine || ahead.kind == .rightBrace || ahead.kind == .comma || ahead.kind == .end
    let isMissing =
      current.kind == .rightBrace || current.kind == .end
      || current.keyword.isStepOrDecision && isLastWord && !ahead.keyword.isStepOrDecision
        && ahead.kind != .dot && ahead.kind != .leftBracket
    guard isMissing else { return try reference("`url`", .url) }
    expects(.url)
    let place = Span(lastEnd, lastEnd)
    fault(.missing(" url"), place)
    return ReferenceSyntax(base: NameSyntax(text: "url", span: place), accesses: [], span: place)
  }

  /// Parses arguments such as `(label: value, …)`; empty if there are none.
  mutating func optionalArguments(
    of kind: Keyword, _ name: NameSyntax
  ) throws(Abort) -> [ArgumentSyntax] {
    guard current.kind == .leftParenthesis else {
      expects(.token(.leftParenthesis))
      return []
    }
    let opened = span(current)
    let node = beginNode(.parentheses)
    advance()
    let callee = ExpectedSyntax.Callee(kind: kind, name: name.text)
    var arguments: [ArgumentSyntax] = []
    while current.kind != .rightParenthesis {
      recorder?.enter(CursorRecorder.OpenCall(callee: callee, position: arguments.count))
      if current.kind == .end {
        expects(.label(callee, except: arguments.compactMap { $0.label?.text }))
        expects(.argument(callee, label: nil))
        fault(.unclosed(bracket: "(", opened: opened), opened)
        throw Abort()
      }
      arguments.append(try argument(of: callee, number: arguments.count))
      if take(.comma) { continue }
      expects(.token(.rightParenthesis))
      if current.kind != .rightParenthesis { throw unexpected("`,` or `)`") }
    }
    advance()
    endNode(node)
    recorder?.leaveCall()
    return arguments
  }

  private mutating func argument(
    of callee: ExpectedSyntax.Callee, number: Int
  ) throws(Abort) -> ArgumentSyntax {
    let start = current.start
    let node = beginNode(.member)
    var label: NameSyntax?
    if current.kind == .identifier, ahead.kind == .colon {
      label = try name("a label")
      advance()
    } else if current.kind == .identifier, ahead.kind == .assign {
      label = try name("a label")
      foreign(Span(lastEnd, current.end), ":", "a label ends in `:`")
      advance()
    }
    if let label {
      recorder?.enter(
        CursorRecorder.OpenCall(callee: callee, position: number, label: label.text))
    }
    let value = try argumentValue(.argument(callee, label: label?.text))
    if label == nil, ahead.kind != .comma { expects(.token(.colon)) }
    endNode(node)
    return ArgumentSyntax(label: label, value: value, span: span(from: start))
  }

  /// Parses the value of an argument, or a condition for a `Bool`.
  private mutating func argumentValue(
    _ expectation: @autoclosure () -> ExpectedSyntax
  ) throws(Abort) -> ArgumentSyntax.Value {
    let index = tree.nodes.count
    let isTruth = current.keyword == .true || current.keyword == .false
    if current.kind == .not || current.kind == .leftParenthesis
      || current.keyword == .exists && isName(ahead)
      || isTruth && (ahead.kind == .and || ahead.kind == .or)
    {
      return .condition(try condition())
    }
    let value = try value(expectation())
    guard case .reference(let reference) = value else { return value }
    let changes = try changes(isArgument: true)
    if !changes.isEmpty { return .changed(reference, changes) }
    return try condition(beginningWith: reference, at: index).map { .condition($0) } ?? value
  }

  private mutating func value(
    _ expectation: @autoclosure () -> ExpectedSyntax
  ) throws(Abort) -> ArgumentSyntax.Value {
    if current.kind == .identifier, current.keyword != .true, current.keyword != .false {
      return .reference(try reference("a value", expectation()))
    }
    return .literal(try literal("a value", expectation()))
  }

  /// Parses `setting PART = VALUE, …` and `removing PART, …`; empty if neither follows.
  ///
  /// - Parameter isArgument: true if further arguments can follow after a comma.
  private mutating func changes(isArgument: Bool = false) throws(Abort) -> [ChangeSyntax] {
    var changes: [ChangeSyntax] = []
    while true {
      expects(anyOf: [.setting, .removing])
      guard current.keyword == .setting || current.keyword == .removing else { return changes }
      let sets = current.keyword == .setting
      let node = beginNode(.changes)
      advance()
      repeat {
        let start = current.start
        let part = try reference(
          "a part of the request",
          .changedPart(isSet: sets, except: changes.compactMap { $0.wholePart }))
        if sets, !take(.assign) {
          guard current.kind == .equal || current.kind == .colon else { throw unexpected("`=`") }
          foreign(current, "=", "a part is set with `=`")
          advance()
        }
        let value = sets ? try value(.changedValue(part: part.base.text)) : nil
        let ifMissing = sets ? try ifMissing(part) : nil
        changes.append(
          ChangeSyntax(
            part: part, value: value, ifMissing: ifMissing, span: span(from: start)))
      } while (!isArgument || isChangeBehindComma(sets)) && take(.comma)
      endNode(node)
    }
  }

  /// True if the comma is followed by a change and not by an argument. A change is `PART =`, or a part without the
  /// colon that follows a label.
  private func isChangeBehindComma(_ sets: Bool) -> Bool {
    guard current.kind == .comma, let token = tokenAfterNextReference else { return false }
    if sets { return token.kind == .assign }
    return token.kind != .colon && ChangeSyntax.removableWords.contains(text(span(ahead)))
  }

  /// The token after the reference that follows the current token; nil if no name follows.
  var tokenAfterNextReference: Token? {
    guard ahead.kind == .identifier else { return nil }
    var lexer = lexer
    var token = lexer.next()
    while token.kind == .dot || token.kind == .leftBracket {
      // A name follows, or a key or number and its bracket.
      let isKey = token.kind == .leftBracket
      token = lexer.next()
      token = lexer.next()
      if isKey, token.kind == .rightBracket { token = lexer.next() }
    }
    return token
  }

  /// Parses `if missing`; nil if it does not follow. At the start of a line, another `if` is meant as `when`.
  private mutating func ifMissing(_ part: ReferenceSyntax) throws(Abort) -> Span? {
    expects(.ifMissing(part: part.base.text))
    guard current.keyword == .if,
      !current.startsLine || ahead.keyword == .missing || isCursor(ahead)
    else { return nil }
    let start = current.start
    advance()
    guard take(.missing) else { throw unexpectedWord("`missing` after `if`", [.missing]) }
    return span(from: start)
  }

  /// Records an unexpected token, and suggests the expected word that is most similar.
  mutating func unexpectedWord(_ expected: String, _ words: [Keyword]) -> Abort {
    guard current.kind == .identifier else { return unexpected(expected) }
    let found = text(span(current))
    guard let near = Nearest.names(to: found, among: words.lazy.map { $0.rawValue }, limit: 1).first
    else { return unexpected(expected) }
    fault(.misspelled(found: found, expected: near), span(current))
    return Abort()
  }
}

extension ChainItemSyntax {
  fileprivate var isOtherwise: Bool {
    if case .rule(let rule) = self { rule.condition == nil } else { false }
  }

  fileprivate var usedName: String? {
    if case .use(let name, _) = self { name.text } else { nil }
  }
}

extension ChangeSyntax {
  /// The first words of the parts that can be removed.
  fileprivate static let removableWords: Set<String> = [
    "query", "fragment", "header", "user", "port",
  ]

  /// The text of a part that can be changed only once; nil if other keys of the part can still be changed.
  fileprivate var wholePart: String? { part.accesses.isEmpty ? part.base.text : nil }
}
