import Requests
import Syntax
import Text

/// The context of a rule: the handler or chain, and the enclosing blocks.
private struct RuleContext {
  var isChain: Bool
  var blocks: [RuleBlock] = []
  var isInBlock = false
  /// The captures of the enclosing blocks.
  var scope = CaptureScope()
  /// False if the condition of a block has a fault.
  var isSound = true

  /// True if `otherwise` is allowed, which ends a chain or a block.
  var allowsOtherwise: Bool { isChain || isInBlock }

  /// True if the rule is neither in a block nor in a handler.
  var isInChainItself: Bool { isChain && !isInBlock }
}

/// Resolves rules, blocks and `use` lines.
extension Resolver {
  /// Resolves the items of a handler or chain.
  ///
  /// - Parameter kind: the kind of the chain; nil for a handler.
  mutating func items(_ syntax: [ChainItemSyntax], of kind: ChainKind?) -> BodyItems {
    var body = BodyItems()
    let isChain = kind != nil
    body.items.reserveCapacity(syntax.count)
    add(syntax, in: RuleContext(isChain: isChain), to: &body)
    return body
  }

  /// Resolves the items of a body or block, in order.
  private mutating func add(
    _ syntax: [ChainItemSyntax], in context: RuleContext, to body: inout BodyItems
  ) {
    var otherwise: Location?
    var hasReported = false
    for item in syntax {
      if let otherwise, !hasReported {
        hasReported = true
        body.isComplete = false
        fault(.ruleAfterOtherwise(otherwise: otherwise), item.span)
      }
      // Items after `otherwise` have a fault, and are resolved to find their own faults.
      let isAfterOtherwise = otherwise != nil
      let count = body.items.count
      switch item {
      case .use(let name, let span):
        if let item = use(name, span, context) {
          body.items.append(item)
        } else {
          body.isComplete = false
        }
      case .block(let block):
        add(block, in: context, to: &body)
      case .rule(let rule):
        let isOtherwise = rule.condition == nil
        let isMisplaced = isOtherwise && !context.allowsOtherwise
        if isMisplaced {
          body.isComplete = false
          fault(.misplacedOtherwise, rule.keyword)
        } else if isOtherwise {
          otherwise = otherwise ?? at(rule.span)
        }
        if let resolved = self.rule(rule, in: context) {
          if !isMisplaced { body.items.append(.rule(resolved)) }
          if resolved.decision == .leave { body.hasLeaves = true }
        } else {
          body.isComplete = false
        }
      }
      if isAfterOtherwise { body.items.removeLast(body.items.count - count) }
    }
  }

  private mutating func add(
    _ block: BlockSyntax, in context: RuleContext, to body: inout BodyItems
  ) {
    var inner = context
    meetsDoubt = false
    if let condition = condition(block.condition, &inner.scope)
      .flatMap({ limited($0, "the condition", at(block.condition.span)) }), !meetsDoubt
    {
      inner.blocks.append(RuleBlock(condition: condition, location: at(block.span)))
    } else {
      inner.isSound = false
      body.isComplete = false
    }
    inner.isInBlock = true
    add(block.items, in: inner, to: &body)
  }

  /// Resolves a `use`; nil after a fault, or if it is uncertain which declaration is meant.
  private mutating func use(
    _ name: NameSyntax, _ span: Span, _ context: RuleContext
  ) -> ChainItem? {
    if let id = names.handlers[name.text] {
      uses.handlers.insert(id.index)
      recordName(name, .declaration(.handler, id.index))
      if context.isInBlock { return useInBlock(name, span) }
      return isDoubtful(.handler, name) ? nil : .useHandler(id, at(span))
    }
    guard let kind else {
      recordName(name, .unknown(.handler))
      unknown(name, expected: "a handler") { $0.handlers.names }
      return nil
    }
    if let id = names.chains(kind)[name.text] {
      uses.chains.insert(id.index)
      recordName(name, .declaration(Noun(kind), id.index))
      if context.isInBlock { return useInBlock(name, span) }
      return isDoubtful(Noun(kind), name) ? nil : .useChain(id, at(span))
    }
    recordName(name, .unknown(.handler))
    unknown(name, expected: "a handler or \(kind.rawValue)") {
      $0.handlers.names + $0.chains(kind).names
    }
    return nil
  }

  private mutating func useInBlock(_ name: NameSyntax, _ span: Span) -> ChainItem? {
    fault(.useInBlock(name: name.text), span)
    return nil
  }

  private func isDoubtful(_ noun: Noun, _ name: NameSyntax) -> Bool {
    doubtful.contains(DoubtfulName(noun: noun, name: name.text))
  }

  /// Resolves a rule; nil if a part of it has a fault, or refers to a declaration with a fault.
  private mutating func rule(_ syntax: RuleSyntax, in context: RuleContext) -> Rule? {
    meetsDoubt = false
    var scope = context.scope
    var condition: Condition?
    var isSound = context.isSound
    if let written = syntax.condition {
      condition = self.condition(written, &scope)
        .flatMap { limited($0, "the condition", at(written.span)) }
      if condition == nil { isSound = false }
    }
    var steps: [Step] = []
    steps.reserveCapacity(syntax.steps.count)
    for (index, step) in syntax.steps.enumerated() {
      guard let resolved = self.step(step, scope, conditionIsSound: isSound) else {
        recordFaulty(step, scope)
        continue
      }
      if resolved.kind.attempted != nil {
        if index > 0 {
          fault(
            .misplacedAttempt("`attempt` must be the first step of its rule"),
            step.span)
        } else if let keyword = syntax.decision?.keyword, keyword == .continue || keyword == .leave
        {
          fault(
            .misplacedAttempt("a rule with `attempt` cannot end in `\(keyword.rawValue)`"),
            step.span)
        }
      }
      steps.append(resolved)
    }
    if let decision = syntax.decision, decision.keyword == .leave, context.isInChainItself {
      fault(.misplacedLeave, decision.span)
      isSound = false
    }
    guard let decision = syntax.decision.flatMap({ self.decision($0) }), isSound,
      steps.count == syntax.steps.count, !meetsDoubt
    else { return nil }
    return Rule(
      condition: condition, in: context.blocks, captures: scope.captures, steps: steps,
      decision: decision, location: at(syntax.span), documentation: syntax.documentation)
  }

  /// Resolves the decision of a rule or a test; nil after a fault.
  mutating func decision(_ syntax: DecisionSyntax) -> Decision? {
    switch syntax.keyword {
    case .allow: return allow(syntax)
    case .cancel: return .cancel
    case .download: return .download
    case .popup:
      guard let name = syntax.configuration,
        let id = find(name, .configuration, in: { $0.configurations })
      else { return nil }
      refer(to: .configuration, name.text)
      return .popup(id)
    case .continue: return .continue
    case .leave: return .leave
    default: return nil
    }
  }

  /// Resolves `allow` or `allow with …`; nil after a fault. Only chains of requests have preferences of pages.
  private mutating func allow(_ syntax: DecisionSyntax) -> Decision? {
    guard let first = syntax.preferences.first, let last = syntax.preferences.last else {
      return .allow
    }
    let span = Span(first.span.start, last.span.end)
    if let kind, kind != .requests {
      fault(
        .unavailable(
          UnavailableValue(text: first.name.text, handler: nil, candidates: []), in: kind), span)
      return nil
    }
    if kind == nil { limits.note(first.name.text, at: at(span)) { $0 == .requests } }
    var preferences = PagePreferences()
    for setting in syntax.preferences {
      switch value(of: setting) {
      case .javaScript(let isOn)?: preferences.allowsJavaScript = isOn
      case .contentMode(let mode)?: preferences.contentMode = mode
      default: return nil
      }
    }
    return .allowWith(preferences)
  }
}
