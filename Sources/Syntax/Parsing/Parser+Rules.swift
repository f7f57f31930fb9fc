import Text

extension Parser {
  /// A word like `wehn` at the start of a line.
  static let nearlyStartsItem: @Sendable (Parser) -> Bool = {
    if canStartItem($0) { return true }
    guard $0.current.kind == .identifier, $0.current.end - $0.current.start < 12 else {
      return false
    }
    let word = $0.text($0.span($0.current))
    return !Nearest.names(to: word, among: ["when", "otherwise", "use"]).isEmpty
  }

  static let canStartItem: @Sendable (Parser) -> Bool = {
    $0.current.keyword.startsRule || $0.current.keyword == .frames
  }

  /// `when CONDITION STEP… DECISION`, `otherwise STEP… DECISION` or `use NAME`.
  mutating func chainItem() throws(Abort) -> ChainItemSyntax {
    let documentation = documentation()
    let keyword = current
    switch keyword.keyword {
    case .use:
      advance()
      let name = try name("the name of a handler or chain")
      return .use(name, span(from: keyword.start))
    case .when:
      advance()
      let condition = try condition()
      return .rule(try rule(documentation, span(keyword), condition))
    case .otherwise:
      advance()
      return .rule(try rule(documentation, span(keyword), nil))
    default:
      throw unexpectedWord("`when`, `otherwise`, `use` or `}`", [.when, .otherwise, .use])
    }
  }

  private mutating func rule(
    _ documentation: String?, _ keyword: Span, _ condition: ConditionSyntax?
  ) throws(Abort) -> RuleSyntax {
    let (steps, decision) = try stepsAndDecision()
    let span = span(from: keyword.start)
    if decision == nil { fault(.missingDecision, span) }
    unit(span)
    return RuleSyntax(
      documentation: documentation, keyword: keyword, condition: condition, steps: steps,
      decision: decision, span: span)
  }

  /// The steps and decision after a condition or after the URL of a test.
  mutating func stepsAndDecision() throws(Abort) -> ([StepSyntax], DecisionSyntax?) {
    var steps: [StepSyntax] = []
    while true {
      let token = current
      switch token.keyword {
      case .present, .push, .perform, .attempt, .open, .load, .dismiss:
        steps.append(try step())
      case .allow, .cancel, .download, .continue:
        advance()
        let decision = DecisionSyntax(keyword: token.keyword, span: span(token))
        if !current.startsLine, isStepStart {
          fault(.stepAfterDecision(decision: decision.span), span(current))
          throw Abort()
        }
        return (steps, decision)
      default:
        if current.kind == .end || current.kind == .rightBrace || current.startsLine {
          return (steps, nil)
        }
        throw unexpectedWord(
          steps.isEmpty ? "an operator, a step or a decision" : "a step or a decision",
          [
            .present, .push, .perform, .attempt, .open, .load, .dismiss, .allow, .cancel, .download,
            .continue,
          ])
      }
    }
  }

  private var isStepStart: Bool {
    switch current.keyword {
    case .present, .push, .perform, .attempt, .open, .load, .dismiss, .allow, .cancel, .download,
      .continue:
      true
    default: false
    }
  }

  private mutating func step() throws(Abort) -> StepSyntax {
    let token = current
    advance()
    let kind: StepSyntax.Kind
    switch token.keyword {
    case .present: kind = .present(try name("the name of a screen"), try optionalArguments())
    case .push: kind = .push(try name("the name of a screen"), try optionalArguments())
    case .perform: kind = .perform(try name("the name of an action"), try optionalArguments())
    case .attempt: kind = .attempt(try name("the name of an action"), try optionalArguments())
    case .open: kind = .open(try reference("`url`"))
    case .load: kind = .load(try reference("`url`"))
    default: kind = .dismiss
    }
    return StepSyntax(kind: kind, span: span(from: token.start))
  }

  /// `(label: value, …)`, or nothing.
  mutating func optionalArguments() throws(Abort) -> [ArgumentSyntax] {
    guard current.kind == .leftParenthesis else { return [] }
    let opened = span(current)
    advance()
    var arguments: [ArgumentSyntax] = []
    while current.kind != .rightParenthesis {
      if current.kind == .end {
        fault(.unclosed(bracket: "(", opened: opened), opened)
        throw Abort()
      }
      arguments.append(try argument())
      if take(.comma) { continue }
      if current.kind != .rightParenthesis { throw unexpected("`,` or `)`") }
    }
    advance()
    return arguments
  }

  private mutating func argument() throws(Abort) -> ArgumentSyntax {
    let start = current.start
    var label: NameSyntax?
    if current.kind == .identifier, ahead.kind == .colon {
      label = try name("a label")
      advance()
    }
    let value: ArgumentSyntax.Value
    if current.kind == .identifier, current.keyword != .true, current.keyword != .false {
      value = .reference(try reference("a value"))
    } else {
      value = .literal(try literal("a value"))
    }
    return ArgumentSyntax(label: label, value: value, span: span(from: start))
  }

  /// Like `unexpected`, but suggests the expected word that is most similar.
  mutating func unexpectedWord(_ expected: String, _ words: [Keyword]) -> Abort {
    guard current.kind == .identifier else { return unexpected(expected) }
    let found = text(span(current))
    guard let near = Nearest.names(to: found, among: words.lazy.map(\.rawValue), limit: 1).first
    else { return unexpected(expected) }
    fault(.misspelled(found: found, expected: near), span(current))
    return Abort()
  }
}
