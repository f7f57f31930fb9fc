package import Requests
package import Syntax
import Text

/// The place of a rule: the handler or chain, and the blocks around it.
private struct RuleContext {
  var isChain: Bool
  var blocks: [RuleBlock] = []
  var isInBlock = false
  /// The captures of the blocks.
  var scope = CaptureScope()
  /// False if the condition of a block has a fault.
  var isSound = true

  /// `otherwise` ends a chain or a block.
  var allowsOtherwise: Bool { isChain || isInBlock }
}

extension Resolver {
  mutating func resolveNavigation() {
    var next = (origin: 0, handler: 0, chain: 0)
    eachDeclaration { resolver, declaration in
      guard case .origin(let syntax) = declaration else { return }
      resolver.resolvePatterns(syntax, of: next.origin)
      next.origin += 1
    }
    resolveConditions()
    cache?.begin(trees.count, RuleScope(rules, doubtful: doubtful))
    for index in trees.indices {
      let bodies = cache?.known(index) ?? bodies(of: index)
      for body in bodies.handlers {
        put(body, intoHandler: next.handler)
        next.handler += 1
      }
      for (frames, body) in bodies.chains {
        put(frames, body, intoChain: next.chain)
        next.chain += 1
      }
      bodyUses.formUnion(bodies.uses)
      cache?.keep(bodies, index)
    }
    cutUseCycles()
    cutUnavailableUses()
  }

  /// Stores the resolved handlers and chains of a file.
  mutating func put(_ bodies: FileBodies, into file: FileID) {
    var next = 0
    for index in rules.handlers.indices where rules.handlers[index].declared.location.file == file {
      put(bodies.handlers[next], intoHandler: index)
      next += 1
    }
    next = 0
    for index in rules.chains.indices where rules.chains[index].declared.location.file == file {
      put(bodies.chains[next].frames, bodies.chains[next].body, intoChain: index)
      next += 1
    }
  }

  private mutating func put(_ body: BodyItems, intoHandler index: Int) {
    rules.handlers[index].items = body.items
    rules.handlers[index].isComplete = body.isComplete
    rules.handlers[index].limits = body.limits
  }

  private mutating func put(_ frames: FrameSet, _ body: BodyItems, intoChain index: Int) {
    rules.chains[index].frames = frames
    rules.chains[index].items = body.items
    rules.chains[index].isComplete = body.isComplete
  }

  /// Resolves the contents of a file's handlers and chains.
  mutating func bodies(of index: Int) -> FileBodies {
    file = FileID(index)
    var bodies = FileBodies()
    let before = (uses: uses, faults: faults.count)
    uses = Uses()
    for declaration in trees[index].declarations {
      switch declaration {
      case .handler(let header, let items):
        enter(nil)
        limits = HandlerLimits()
        var body = self.items(items, of: nil)
        body.limits = limits
        if isIncomplete(header) { body.isComplete = false }
        bodies.handlers.append(body)
      case .chain(let syntax):
        enter(syntax.kind)
        let faultCount = faults.count
        var frames = syntax.frames.map { self.frames($0, syntax.kind) } ?? .default(syntax.kind)
        // A `frames` line that could not be read may contain any frames.
        let isUnsure =
          faults.count > faultCount || syntax.frames == nil && isIncomplete(syntax.header)
        if isUnsure { frames = .all(syntax.kind) }
        var body = self.items(syntax.items, of: syntax.kind)
        if isUnsure || isIncomplete(syntax.header) { body.isComplete = false }
        bodies.chains.append((frames, body))
      default: break
      }
    }
    enter(.requests)
    bodies.uses = uses
    bodies.faults = Array(faults[before.faults...])
    uses = before.uses
    return bodies
  }

  private mutating func resolvePatterns(_ syntax: OriginSyntax, of origin: Int) {
    if let name = syntax.value { rules.origins[origin].value = originValue(name, syntax.header) }
    for string in syntax.patterns {
      switch OriginPattern.parse(string.value) {
      case .success(let pattern):
        rules.origins[origin].patterns.append(pattern)
        rules.origins[origin].locations.append(at(string.span))
      case .failure(let patternFault):
        doubt(.origin, syntax.header.name.text)
        fault(.invalidOrigin(patternFault.message), string.span(patternFault.range))
      }
    }
  }

  private mutating func frames(_ names: [NameSyntax], _ kind: ChainKind) -> FrameSet {
    var frames = FrameSet(main: false, new: false, sub: false)
    for name in names {
      switch name.text {
      case "main": frames.main = true
      case "new" where kind == .responses: noNewFrame(name.span)
      case "new": frames.new = true
      case "sub": frames.sub = true
      case "all": frames = .all(kind)
      default:
        let words = kind == .responses ? ["main", "sub", "all"] : ["main", "new", "sub", "all"]
        let near = Nearest.names(to: name.text, among: words)
        fault(
          .unknownName(
            expected: "a frame", name: name.text, candidates: near.isEmpty ? words : near),
          name.span)
      }
    }
    return frames
  }

  /// Reports the frame `new` in responses.
  mutating func noNewFrame(_ span: Span) {
    fault(
      .unavailable(
        UnavailableValue(text: "new", handler: nil, candidates: ["main", "sub"]), in: .responses),
      span)
  }

  // MARK: - Rules

  /// - Parameter kind: of the chain; nil for a handler.
  private mutating func items(_ syntax: [ChainItemSyntax], of kind: ChainKind?) -> BodyItems {
    var body = BodyItems()
    let isChain = kind != nil
    body.items.reserveCapacity(syntax.count)
    add(syntax, in: RuleContext(isChain: isChain), to: &body)
    return body
  }

  /// The rules of a body or block, in order.
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
      // Items after `otherwise` have been reported; their own faults are reported too.
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
    if let condition = condition(block.condition, &inner.scope), !meetsDoubt {
      inner.blocks.append(RuleBlock(condition: condition, location: at(block.span)))
    } else {
      inner.isSound = false
      body.isComplete = false
    }
    inner.isInBlock = true
    add(block.items, in: inner, to: &body)
  }

  /// nil after a fault, or if it is uncertain what is used.
  private mutating func use(
    _ name: NameSyntax, _ span: Span, _ context: RuleContext
  ) -> ChainItem? {
    if let id = names.handlers[name.text] {
      uses.handlers.insert(id.index)
      if context.isInBlock { return useInBlock(name, span) }
      return isDoubtful(.handler, name) ? nil : .useHandler(id, at(span))
    }
    guard let kind else {
      unknown(name, expected: "a handler") { $0.handlers.names }
      return nil
    }
    let table = NameTables.chains(kind)
    if let id = names[keyPath: table][name.text] {
      uses.chains.insert(id.index)
      if context.isInBlock { return useInBlock(name, span) }
      return isDoubtful(Noun(kind), name) ? nil : .useChain(id, at(span))
    }
    unknown(name, expected: "a handler or \(kind.rawValue)") {
      $0.handlers.names + $0[keyPath: table].names
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

  /// Resolves a rule; nil if a part of it has a fault, or refers to a declaration with one.
  private mutating func rule(_ syntax: RuleSyntax, in context: RuleContext) -> Rule? {
    meetsDoubt = false
    var scope = context.scope
    var condition: Condition?
    var isSound = context.isSound
    if let written = syntax.condition {
      condition = self.condition(written, &scope)
      if condition == nil { isSound = false }
    }
    var steps: [Step] = []
    steps.reserveCapacity(syntax.steps.count)
    for (index, step) in syntax.steps.enumerated() {
      guard let resolved = self.step(step, scope, conditionIsSound: isSound) else { continue }
      if resolved.kind.attempted != nil {
        if index > 0 {
          fault(
            .misplacedAttempt("`attempt` must be the first step of its rule"),
            step.span)
        } else if syntax.decision?.keyword == .continue {
          fault(
            .misplacedAttempt("a rule with `attempt` cannot end in `continue`"), step.span)
        }
      }
      steps.append(resolved)
    }
    guard let decision = syntax.decision.flatMap({ self.decision($0) }), isSound,
      steps.count == syntax.steps.count, !meetsDoubt
    else { return nil }
    return Rule(
      condition: condition, in: context.blocks, captures: scope.captures, steps: steps,
      decision: decision, location: at(syntax.span), documentation: syntax.documentation)
  }

  /// The decision of a rule or a test.
  mutating func decision(_ syntax: DecisionSyntax) -> Decision? {
    switch syntax.keyword {
    case .allow: return .allow
    case .cancel: return .cancel
    case .download: return .download
    case .popup:
      guard let name = syntax.configuration,
        let id = find(name, in: \.configurations, expected: "a configuration")
      else { return nil }
      refer(to: .configuration, name.text)
      return .popup(id)
    case .continue: return .continue
    default: return nil
    }
  }

  // MARK: - Steps

  /// - Parameter conditionIsSound: if it is false, captures may be missing from the scope, so that an unknown
  ///   name in an argument is not a fault.
  private mutating func step(
    _ syntax: StepSyntax, _ scope: CaptureScope, conditionIsSound: Bool
  ) -> Step? {
    let kind: Step.Kind
    switch syntax.kind {
    case .present(let name, let arguments):
      guard let (id, values) = screen(name, arguments, scope, conditionIsSound) else { return nil }
      kind = .present(id, values)
    case .push(let name, let arguments):
      guard let (id, values) = screen(name, arguments, scope, conditionIsSound) else { return nil }
      kind = .push(id, values)
    case .perform(let name, let arguments):
      guard let (id, values) = action(name, arguments, scope, conditionIsSound) else { return nil }
      kind = .perform(id, values)
    case .attempt(let name, _) where name.text == "open" && names.actions["open"] == nil:
      fault(
        .unknownName(
          expected: "an action", name: name.text, candidates: [Attempted.openURLName]), name.span)
      return nil
    case .attempt(let name, let arguments):
      guard let (id, values) = action(name, arguments, scope, conditionIsSound) else { return nil }
      if rules[id].result == .none {
        fault(
          .typeMismatch(
            expected: "an action `-> Bool`", found: "`\(name.text)`, which returns nothing",
            why: "an attempted action returns whether it handles the URL"), name.span)
        return nil
      }
      kind = .attempt(id, values)
    case .attemptOpen(let reference, let changes):
      guard isURL(reference, "attempt open"),
        let changes = arguments(changes, .open, scope, conditionIsSound)
      else { return nil }
      kind = .attemptOpenURL(changes)
    case .open(let reference, let changes):
      guard isURL(reference, "open"),
        let changes = arguments(changes, .open, scope, conditionIsSound)
      else { return nil }
      kind = .openURL(changes)
    case .load(let reference, let changes):
      guard isURL(reference, "load"),
        let changes = arguments(changes, .load, scope, conditionIsSound)
      else { return nil }
      kind = .loadURL(changes)
    case .dismiss:
      kind = .dismiss
    }
    return Step(kind: kind, location: at(syntax.span))
  }

  mutating func isURL(_ reference: ReferenceSyntax, _ word: String) -> Bool {
    if reference.base.text == "url", reference.accesses.isEmpty { return true }
    if let meant = ForeignNames.meaning(reference, schema), text(meant) == "url" {
      fault(.foreignName(meant: "url", why: nil), reference.span)
      return true
    }
    fault(
      .typeMismatch(
        expected: "`\(word) url`", found: "`\(text(reference))`",
        why: "`\(word)` applies only to the URL of the request"), reference.span)
    return false
  }

  private mutating func screen(
    _ name: NameSyntax, _ arguments: [ArgumentSyntax], _ scope: CaptureScope,
    _ conditionIsSound: Bool
  ) -> (ID<Screen>, [Argument])? {
    guard let id = find(name, in: \.screens, expected: "a screen") else { return nil }
    uses.screens.insert(id.index)
    refer(to: .screen, name.text)
    let screen = rules[id]
    guard
      let values = self.arguments(
        arguments, for: screen.parameters, of: "the screen `\(screen.name)`",
        declared: screen.declared.location, callSpan: name.span, scope, conditionIsSound)
    else { return nil }
    return (id, values)
  }

  private mutating func action(
    _ name: NameSyntax, _ arguments: [ArgumentSyntax], _ scope: CaptureScope,
    _ conditionIsSound: Bool
  ) -> (ID<Action>, [Argument])? {
    guard let id = find(name, in: \.actions, expected: "an action") else { return nil }
    uses.actions.insert(id.index)
    refer(to: .action, name.text)
    let action = rules[id]
    guard
      let values = self.arguments(
        arguments, for: action.parameters, of: "the action `\(action.name)`",
        declared: action.declared.location, callSpan: name.span, scope, conditionIsSound)
    else { return nil }
    return (id, values)
  }

  // MARK: - Arguments

  /// The values of changes.
  private mutating func arguments(
    _ syntax: [ChangeSyntax], _ verb: Keyword, _ scope: CaptureScope, _ conditionIsSound: Bool
  ) -> [RequestChange<Argument>]? {
    changes(syntax, verb) { resolver, argument, part in
      resolver.argument(argument, for: part == .port ? .int : .string, scope, conditionIsSound)
    }
  }

  private mutating func arguments(
    _ syntax: [ArgumentSyntax], for parameters: [Field], of callee: @autoclosure () -> String,
    declared: Location,
    callSpan: Span, _ scope: CaptureScope, _ conditionIsSound: Bool
  ) -> [Argument]? {
    guard
      let slots = match(
        syntax, to: parameters, of: callee(), declared: declared, callSpan: callSpan)
    else { return nil }
    var values: [Argument] = []
    values.reserveCapacity(parameters.count)
    for (parameter, slot) in zip(parameters, slots) {
      guard let slot else {
        if parameter.type == .invalid { return nil }
        let literal = parameter.defaultValue ?? .missing
        values.append(
          Argument(
            value: .literal(literal), conversion: .none, isRequired: false,
            location: at(callSpan)))
        continue
      }
      if let value = argument(syntax[slot], for: parameter.type, scope, conditionIsSound) {
        values.append(value)
      }
    }
    return values.count == parameters.count ? values : nil
  }

  /// For each parameter the argument with its label; nil for an optional one without an argument.
  /// Returns nil after a fault.
  mutating func match(
    _ arguments: [ArgumentSyntax], to parameters: [Field], of callee: @autoclosure () -> String,
    declared: Location,
    callSpan: Span
  ) -> [Int?]? {
    var labels: [String] { parameters.map { $0.declared.name } }
    let slotsByLabel =
      parameters.count > 32
      ? Dictionary(zip(labels, labels.indices), uniquingKeysWith: { first, _ in first }) : nil
    var slots = [Int?](repeating: nil, count: parameters.count)
    var isSound = true
    var misnamed = false
    for (index, argument) in arguments.enumerated() {
      guard let label = argument.label else {
        fault(.missingLabel(of: callee(), labels: labels), argument.span)
        isSound = false
        misnamed = true
        continue
      }
      let place =
        slotsByLabel.map { $0[label.text] }
        ?? parameters.firstIndex { $0.declared.name == label.text }
      guard let slot = place else {
        fault(
          .unknownArgument(of: callee(), label: label.text, labels: labels, declared: declared),
          label.span)
        isSound = false
        misnamed = true
        continue
      }
      if let first = slots[slot] {
        fault(.repeatedArgument(label: label.text, first: at(arguments[first].span)), label.span)
        isSound = false
        misnamed = true
      } else {
        slots[slot] = index
      }
    }
    var missing: [String] = []
    for (parameter, slot) in zip(parameters, slots) {
      guard slot == nil, parameter.defaultValue == nil else { continue }
      if case .optional = parameter.type { continue }
      if parameter.type != .invalid { missing.append(parameter.declared.name) }
    }
    if !missing.isEmpty, !misnamed {
      fault(.missingArgument(of: callee(), labels: missing, declared: declared), callSpan)
      isSound = false
    }
    return isSound ? slots : nil
  }

  private mutating func argument(
    _ syntax: ArgumentSyntax, for type: ValueType, _ scope: CaptureScope, _ conditionIsSound: Bool
  ) -> Argument? {
    let location = at(syntax.span)
    var target = type
    var isRequired = true
    if case .optional(let wrapped) = type {
      target = wrapped
      isRequired = false
    }
    if target == .invalid { return nil }
    if case .enumeration(let id) = target { refer(to: .enumeration, rules[id].name) }
    switch syntax.value {
    case .literal(let literal):
      return self.literal(literal, as: target, isSent: false).map {
        Argument(value: .literal($0), conversion: .none, isRequired: false, location: location)
      }
    case .reference(let reference):
      if case .enumeration = target, reference.accesses.isEmpty,
        !isKnownValue(reference.base.text, scope)
      {
        return self.literal(.name(reference.base), as: target, isSent: false).map {
          Argument(value: .literal($0), conversion: .none, isRequired: false, location: location)
        }
      }
      if !conditionIsSound, reference.accesses.isEmpty, !isKnownValue(reference.base.text, scope) {
        return nil
      }
      guard let resolved = resolve(reference, scope) else { return nil }
      let source: ValueType
      let value: Argument.Value
      switch resolved {
      case .capture(let index):
        source = scope.captures[index].type
        value = .capture(index)
      case .value(let subject):
        value = .request(subject)
        switch subject.type {
        case .string: source = .string
        case .int: source = .int
        case .bool: source = .bool
        case .url: source = .url
        case .strings: source = .array(.string)
        case .urls: source = .array(.url)
        case .choice:
          if target == .string {
            return Argument(
              value: value, conversion: .nameToString, isRequired: isRequired, location: location)
          }
          source = .json
        }
      }
      guard source != .invalid else { return nil }
      guard let conversion = conversion(from: source, to: target) else {
        let found: String
        if case .value(let subject) = resolved {
          found = subject.type.described
        } else {
          found = "a `\(describe(source))`"
        }
        fault(
          .typeMismatch(
            expected: "a `\(describe(target))`", found: "`\(text(reference))`, \(found)",
            why: nil), syntax.span)
        return nil
      }
      return Argument(
        value: value, conversion: conversion, isRequired: isRequired, location: location)
    }
  }

  private func isKnownValue(_ name: String, _ scope: CaptureScope) -> Bool {
    schema.words.contains(name) || names.flags[name] != nil || names.values[name] != nil
      || scope.captures.contains { $0.name == name }
  }

  private func conversion(from source: ValueType, to target: ValueType) -> Conversion? {
    if source == target { return Conversion.none }
    switch (source, target) {
    case (.string, .int): return .stringToInt
    case (.string, .double): return .stringToDouble
    case (.string, .bool): return .stringToBool
    case (.string, .url): return .stringToURL
    case (.string, .enumeration(let id)): return .stringToEnumeration(id)
    case (.int, .double): return .intToDouble
    case (.url, .string): return .urlToString
    default: return nil
    }
  }
}

extension NameTables {
  /// The names of the chains of that kind.
  static func chains(_ kind: ChainKind) -> WritableKeyPath<NameTables, NameTable<Chain>> {
    switch kind {
    case .requests: \.chains
    case .responses: \.responses
    }
  }
}

extension ChainSyntax {
  package var kind: ChainKind { isResponses ? .responses : .requests }
}

extension TestSyntax {
  package var kind: ChainKind { isResponses ? .responses : .requests }
}

extension Noun {
  package init(_ kind: ChainKind) {
    self =
      switch kind {
      case .requests: .chain
      case .responses: .responses
      }
  }
}
