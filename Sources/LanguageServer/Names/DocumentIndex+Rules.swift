import Requests
import Semantics
import Syntax
import Text

extension DocumentIndex {
  mutating func add(
    _ items: [ChainItemSyntax], of owner: String, _ key: NameKey, _ kind: NameDeclaration.Kind,
    captures outer: [String: UInt32] = [:]
  ) {
    for item in items {
      switch item {
      case .use(let name, let span):
        let target = NameKey.chain(name.text, isResponses: kind == .responses)
        use(name, target)
        uses.append(
          UseEntry(name: name, span: span, target: target, owner: owner, ownerKey: key))
      case .rule where isOutline, .block where isOutline: break
      case .rule(let rule):
        rules.append(RuleEntry(syntax: rule, owner: owner, ownerKey: key, ownerKind: kind))
        var captures = outer
        if let condition = rule.condition { add(condition, &captures, rule: rule.span.start) }
        add(rule.steps, captures: captures)
        add(rule.decision)
      case .block(let block):
        var captures = outer
        add(block.condition, &captures, rule: block.span.start)
        add(block.items, of: owner, key, kind, captures: captures)
      }
    }
  }

  mutating func add(
    _ condition: ConditionSyntax, _ captures: inout [String: UInt32], rule: UInt32
  ) {
    switch condition {
    case .constant: break
    case .reference(let reference), .exists(let reference, _):
      add(reference, captures: [:])
    case .not(let inner, _), .parenthesized(let inner, _): add(inner, &captures, rule: rule)
    case .all(let parts, _), .any(let parts, _):
      for part in parts { add(part, &captures, rule: rule) }
    case .comparison(let comparison):
      add(comparison.subject, captures: [:])
      switch comparison.operand {
      case .names(let names): for name in names { add(origin: name) }
      case .value(let reference): add(reference, captures: [:])
      case .regex: break
      case .literal(let literal):
        if comparison.comparison == .like, case .string(let pattern) = literal {
          add(pattern, comparison.subject, &captures, rule: rule)
        } else {
          words(literal)
        }
      }
    }
  }

  /// The name of an origin, or `page.origin`.
  mutating func add(origin: ReferenceSyntax) {
    if origin.accesses.isEmpty {
      use(origin.base, .declaration(.origin, origin.base.text))
    } else {
      add(origin, captures: [:])
      if case .member(let name)? = origin.accesses.last, name.text == "origin" {
        use(name, .word("\(origin.base.text).origin"))
      }
    }
  }

  mutating func words(_ literal: LiteralSyntax) {
    switch literal {
    case .name(let name): use(name, .operand(name.text))
    case .list(let items, _): for item in items { words(item) }
    default: break
    }
  }

  mutating func add(
    _ pattern: StringSyntax, _ subject: ReferenceSyntax, _ captures: inout [String: UInt32],
    rule: UInt32
  ) {
    for capture in Self.captures(of: pattern, subject) {
      let rule = captures[capture.name] ?? rule
      captures[capture.name] = rule
      guard pattern.isVerbatim else { continue }
      let name = NameSyntax(text: capture.name, span: pattern.span(capture.nameRange))
      let key = NameKey.capture(rule: rule, capture.name)
      var type: TypeSyntax?
      if let typeName = capture.typeName, let range = capture.typeRange {
        let written = NameSyntax(text: typeName, span: pattern.span(range))
        type = .named(written)
        add(type, below: key)
      }
      declarations.append(
        NameDeclaration(
          key: key, kind: .capture, name: name.text, nameSpan: name.span,
          span: pattern.span(capture.range), type: type))
      occurrences.append(
        NameOccurrence(key: key, name: name.text, span: name.span, isDeclaration: true))
    }
  }

  /// The captures of a pattern; none if it is not valid.
  static func captures(of pattern: StringSyntax, _ subject: ReferenceSyntax) -> [PatternCapture] {
    if subject.base.text == "url" {
      if case .success(let parsed) = URLGlob.parse(pattern.value) { return parsed.captures }
      return []
    }
    let separator = RequestSchema.all.value(subject)?.separator ?? "/"
    if case .success(let parsed) = Glob.parse(pattern.value, separator: separator) {
      return parsed.captures
    }
    return []
  }

  mutating func add(
    _ reference: ReferenceSyntax, captures: [String: UInt32], value: NameKey? = nil
  ) {
    let base = reference.base
    if reference.accesses.isEmpty, let rule = captures[base.text] {
      use(base, .capture(rule: rule, base.text))
    } else if Self.isRequestValue(base.text) {
      use(base, .word(base.text))
      for access in reference.accesses {
        if case .member(let name) = access {
          let word = "\(base.text).\(name.text)"
          if !RequestSchema.all.values(of: word).isEmpty { use(name, .word(word)) }
        }
      }
    } else if let value {
      use(base, .value(of: value, base.text))
    } else {
      use(base, .declaration(.flag, base.text))
    }
  }

  mutating func add(_ steps: [StepSyntax], captures: [String: UInt32]) {
    for step in steps {
      switch step.kind {
      case .present(let name, let arguments), .push(let name, let arguments):
        use(name, .declaration(.screen, name.text))
        add(arguments, of: .declaration(.screen, name.text), captures: captures)
      case .perform(let name, let arguments), .attempt(let name, let arguments):
        use(name, .declaration(.action, name.text))
        add(arguments, of: .declaration(.action, name.text), captures: captures)
      case .attemptOpen(let reference, let changes), .open(let reference, let changes),
        .load(let reference, let changes):
        add(reference, captures: captures)
        for change in changes {
          if change.part.base.text != ChangedPart.userWord {
            add(change.part, captures: captures)
          }
          if case .reference(let value)? = change.value { add(value, captures: captures) }
        }
      case .dismiss: break
      }
    }
  }

  mutating func add(_ decision: DecisionSyntax?) {
    guard let name = decision?.configuration else { return }
    use(name, .declaration(.configuration, name.text))
  }

  mutating func add(
    _ arguments: [ArgumentSyntax], of callee: NameKey, captures: [String: UInt32]
  ) {
    for argument in arguments {
      guard let label = argument.label else { continue }
      let key = NameKey.member(callee, label.text)
      use(label, key)
      add(argument.value, of: key, captures: captures)
    }
  }

  mutating func add(
    _ value: ArgumentSyntax.Value, of parameter: NameKey, captures: [String: UInt32]
  ) {
    switch value {
    case .reference(let reference):
      add(reference, captures: captures, value: parameter)
    case .literal(let literal): add(literal, valueOf: parameter)
    }
  }

  mutating func add(_ literal: LiteralSyntax, valueOf parameter: NameKey) {
    switch literal {
    case .name(let name): use(name, .value(of: parameter, name.text))
    case .list(let items, _): for item in items { add(item, valueOf: parameter) }
    default: break
    }
  }
}
