import Requests
import Syntax
import Text
import WebURL

extension Resolver {
  mutating func resolveTests() {
    eachDeclaration(in: .tests) { resolver, declaration in
      guard case .test(let syntax) = declaration else { return }
      resolver.enter(syntax.kind)
      defer { resolver.enter(.requests) }
      let chain = resolver.find(
        syntax.header.name, Noun(syntax.kind), in: { $0.chains(syntax.kind) })
      let cases = syntax.cases.compactMap { resolver.testCase($0) }
      guard let chain else { return }
      resolver.uses.chains.insert(chain.index)
      resolver.rules.tests.append(
        TestBlock(chain: chain, cases: cases, location: resolver.at(syntax.header.span)))
    }
  }

  private mutating func testCase(_ syntax: TestCaseSyntax) -> TestBlock.Case? {
    let url = url(syntax.url)
    var setup: [TestBlock.Setup] = []
    for item in syntax.setup {
      if let resolved = self.setup(item) {
        setup.append(resolved)
      } else if let value = item.value {
        recordFaulty(value)
      }
    }
    var steps: [TestBlock.TestStep] = []
    for step in syntax.steps {
      if let resolved = testStep(step, of: url) {
        steps.append(resolved)
      } else {
        recordFaulty(step, CaptureScope())
      }
    }
    let decision = syntax.decision.flatMap { self.decision($0) }
    guard url != nil, setup.count == syntax.setup.count, isComplete(setup, syntax.setup),
      steps.count == syntax.steps.count, let written = syntax.decision, let decision
    else { return nil }
    if !decision.isFinal {
      fault(
        .typeMismatch(
          expected: "`allow`, `cancel`, `download` or `popup`",
          found: "`\(written.keyword.rawValue)`",
          why: "a request always ends in a decision"), written.span)
      return nil
    }
    return TestBlock.Case(
      url: syntax.url.value, setup: setup, steps: steps, decision: decision,
      location: at(syntax.span))
  }

  // MARK: - Setup

  /// Returns false after a fault: if a value is set without another value that it requires.
  private mutating func isComplete(
    _ setup: [TestBlock.Setup], _ written: [TestSetupSyntax]
  ) -> Bool {
    let inputs = setup.map { item -> RequestInput? in
      if case .input(let input, _) = item { input } else { nil }
    }
    for (input, syntax) in zip(inputs, written) {
      guard let input, let required = input.required, !inputs.contains(required) else { continue }
      let name = required.row.name
      let choices = required.choices.map { "`\(name) == \($0)`" }
      fault(
        .typeMismatch(
          expected: "\(choices.joined(separator: " or ")) beside it",
          found: "`\(text(syntax.subject))` alone",
          why: "no request has `\(input.row.name)` without `\(name)`"), syntax.span)
      return false
    }
    return true
  }

  private mutating func setup(_ syntax: TestSetupSyntax) -> TestBlock.Setup? {
    if syntax.opens {
      guard isURL(syntax.subject, "open") else { return nil }
      return .attempt(.openURL, !syntax.isNegated)
    }
    let name = syntax.subject.base
    if syntax.subject.accesses.isEmpty {
      if let id = names.flags[name.text] {
        uses.flags.insert(id.index)
        recordName(name, .declaration(.flag, id.index))
        return truth(syntax).map { .input(.flag(ExactString(name.text)), .bool($0)) }
      }
      if let id = names.values[name.text] {
        uses.values.insert(id.index)
        recordName(name, .declaration(.value, id.index))
        return value(of: rules[id].input, syntax).map { .input(rules[id].input, $0) }
      }
      if let id = names.actions[name.text] {
        recordName(name, .declaration(.action, id.index))
        if rules[id].result == .none {
          fault(
            .typeMismatch(
              expected: "an action `-> Bool`", found: "`\(name.text)`, which returns nothing",
              why: nil), name.span)
          return nil
        }
        return truth(syntax).map { .attempt(.action(id), $0) }
      }
    }
    if let condition = requestCondition(syntax.subject), kind.map(condition.exists) ?? true {
      recordWords(syntax.subject)
      return truth(syntax).map { .input(condition.subject, .string(condition.text($0))) }
    }
    guard let (written, argument) = schema.named(syntax.subject),
      let input = schema.input(written, argument)
    else {
      // If `resolve` knows the value, it is a part of the URL. If not, `resolve` has recorded a fault.
      guard resolve(syntax.subject, CaptureScope()) != nil else { return nil }
      let inputs = schema.inputs.map { "`\($0.row.form)`" }.joined(separator: ", ")
      fault(
        .typeMismatch(
          expected: "a flag or value of the app, an attempted action or one of \(inputs)",
          found: "`\(text(syntax.subject))`", why: "the rest of the request is in its URL"),
        syntax.span)
      return nil
    }
    recordWords(syntax.subject)
    return value(of: input, syntax).map { .input(input, $0) }
  }

  private mutating func value(
    of input: RequestInput, _ syntax: TestSetupSyntax
  ) -> RequestConstant? {
    switch input.kind.type {
    case .bool: return truth(syntax).map { .bool($0) }
    case .string: return stringValue(syntax).map { .string($0.value) }
    case .url: return stringValue(syntax).flatMap { url($0) }.map { .url($0.href) }
    case .strings, .urls: return listValue(input, syntax)
    case .int, .choice:
      guard let literal = syntax.value, !syntax.isNegated else {
        missingValue(syntax)
        return nil
      }
      return constant(literal, for: .input(input), isNegated: false)
    }
  }

  private mutating func truth(_ syntax: TestSetupSyntax) -> Bool? {
    switch syntax.value {
    case nil: return !syntax.isNegated
    case .bool(let value, _): return value
    case .some(let other):
      fault(
        .typeMismatch(expected: "`true` or `false`", found: describe(other), why: nil), other.span)
      return nil
    }
  }

  private mutating func stringValue(_ syntax: TestSetupSyntax) -> StringSyntax? {
    guard let literal = syntax.value else {
      missingValue(syntax)
      return nil
    }
    if case .string(let string) = literal { return string }
    fault(.typeMismatch(expected: "a string", found: describe(literal), why: nil), literal.span)
    return nil
  }

  private mutating func listValue(
    _ input: RequestInput, _ syntax: TestSetupSyntax
  ) -> RequestConstant? {
    guard let literal = syntax.value else {
      missingValue(syntax)
      return nil
    }
    guard case .list(let items, _) = literal else {
      fault(
        .typeMismatch(expected: input.kind.type.literal, found: describe(literal), why: nil),
        literal.span)
      return nil
    }
    var constants: [RequestConstant] = []
    for item in items {
      guard case .string(let string) = item else {
        fault(
          .typeMismatch(expected: "a string", found: describe(item), why: nil), item.span)
        continue
      }
      if input.kind.type == .strings {
        constants.append(.string(string.value))
      } else if let url = url(string) {
        constants.append(.url(url.normalized))
      }
    }
    return constants.count == items.count ? .list(constants) : nil
  }

  private mutating func missingValue(_ syntax: TestSetupSyntax) {
    fault(
      .typeMismatch(
        expected: "a value, as in `\(text(syntax.subject)) == …`",
        found: "`\(text(syntax.subject))` alone", why: nil), syntax.span)
  }

  // MARK: - Expected steps

  /// The request that the step opens or loads for the URL of the test; nil after a fault.
  private mutating func handed(
    _ changes: [ChangeSyntax], _ verb: Keyword, _ url: WebURL?, _ span: Span
  ) -> HandedRequest? {
    guard let changes = literalChanges(changes, verb), let url else { return nil }
    let needsPage = needsWebPage(changes, loads: verb == .load)
    if let handed = Request(url: url).handed(changes, needsWebPage: needsPage) { return handed }
    fault(
      .invalidChange(
        "this step changes only `http` and `https` URLs",
        help: "a rule with such a step does not match the URL of this test"
      ), span)
    return nil
  }

  /// Resolves an expected step; nil after a fault.
  ///
  /// - Parameter url: the URL of the request.
  private mutating func testStep(
    _ syntax: StepSyntax, of url: WebURL?
  ) -> TestBlock.TestStep? {
    let kind: TestBlock.TestStep.Kind
    switch syntax.kind {
    case .present(let name, let arguments):
      guard let (id, values) = screen(name, arguments) else { return nil }
      kind = .present(id, values)
    case .push(let name, let arguments):
      guard let (id, values) = screen(name, arguments) else { return nil }
      kind = .push(id, values)
    case .perform(let name, let arguments):
      guard let (id, values) = action(name, arguments) else { return nil }
      kind = .perform(id, values)
    case .attempt(let name, let arguments):
      guard let (id, values) = action(name, arguments) else { return nil }
      kind = .attempt(id, values)
    case .attemptOpen(let reference, let changes):
      guard isURL(reference, "attempt open"), let handed = handed(changes, .open, url, syntax.span)
      else {
        return nil
      }
      kind = .attemptOpenURL(handed)
    case .open(let reference, let changes):
      guard isURL(reference, "open"), let handed = handed(changes, .open, url, syntax.span) else {
        return nil
      }
      kind = .openURL(handed)
    case .load(let reference, let changes):
      guard isURL(reference, "load"), let handed = handed(changes, .load, url, syntax.span) else {
        return nil
      }
      kind = .loadURL(handed)
    case .dismiss: kind = .dismiss
    }
    return TestBlock.TestStep(kind: kind, location: at(syntax.span))
  }

  private mutating func screen(
    _ name: NameSyntax, _ arguments: [ArgumentSyntax]
  ) -> (ID<Screen>, [Literal])? {
    guard let id = find(name, .screen, in: { $0.screens }) else { return nil }
    let screen = rules[id]
    return literals(
      arguments, screen.parameters, "the screen `\(name.text)`",
      .declaration(.screen, id.index), screen.declared, name
    ).map { (id, $0) }
  }

  private mutating func action(
    _ name: NameSyntax, _ arguments: [ArgumentSyntax]
  ) -> (ID<Action>, [Literal])? {
    guard let id = find(name, .action, in: { $0.actions }) else { return nil }
    let action = rules[id]
    return literals(
      arguments, action.parameters, "the action `\(name.text)`",
      .declaration(.action, id.index), action.declared, name
    ).map { (id, $0) }
  }

  private mutating func literals(
    _ arguments: [ArgumentSyntax], _ parameters: [Field], _ callee: String, _ target: NameTarget,
    _ declared: Declared, _ name: NameSyntax
  ) -> [Literal]? {
    guard
      let slots = match(
        arguments, to: parameters, of: callee, target, declared: declared.location,
        callSpan: name.span)
    else { return nil }
    var values: [Literal] = []
    for (parameter, slot) in zip(parameters, slots) {
      guard let slot else {
        values.append(parameter.defaultValue ?? .missing)
        continue
      }
      switch arguments[slot].value {
      case .literal(let literal):
        guard let value = self.literal(literal, as: parameter.type, isSent: false) else {
          return nil
        }
        values.append(value)
      case .reference(let reference)
      where reference.accesses.isEmpty && reference.base.text != "url":
        guard let value = literal(.name(reference.base), as: parameter.type, isSent: false) else {
          return nil
        }
        values.append(value)
      case .reference(let reference):
        fault(
          .typeMismatch(
            expected: "the value that is expected, as a literal", found: "`\(text(reference))`",
            why: nil), reference.span)
        return nil
      case .condition(let condition):
        fault(
          .typeMismatch(
            expected: "the value that is expected, as a literal", found: "a condition",
            why: "write `true` or `false`"), condition.span)
        return nil
      case .changed(let reference, _):
        fault(
          .typeMismatch(
            expected: "the value that is expected, as a literal", found: "a changed URL",
            why: "write the URL with its changes"), reference.span)
        return nil
      }
    }
    return values
  }
}
