import Requests
import Syntax
import Text

extension Resolver {
  /// The core tests of the comparison; nil after a fault.
  mutating func core(
    _ syntax: ComparisonSyntax, _ subject: RequestValue, _ scope: inout CaptureScope
  ) -> CoreCondition? {
    func member(_ pattern: TextPattern) -> CoreCondition {
      .test(subject.asText, .member(of: pattern))
    }
    if subject.type == .strings || subject.type == .urls {
      wrongOperator(syntax, subject)
      return nil
    }
    if let span = syntax.ignoringCase { return caseless(syntax, span, subject, scope) }
    switch syntax.comparison {
    case .equal, .notEqual:
      let isNegated = syntax.comparison == .notEqual
      if let frame = syntax.otherFrame {
        return sameFrame(subject, frame, isNegated: isNegated, scope)
      }
      if let reference = operandReference(syntax.operand, subject) {
        return valueEquality(subject, reference, isNegated: isNegated, scope)
      }
      guard case .literal(let literal) = syntax.operand else { return nil }
      return equality([literal], subject, isNegated: isNegated)
    case .isIn, .notIn:
      return membership(syntax, subject)
    case .less: return order(syntax, subject) { $0 == .min ? nil : .min...($0 - 1) }
    case .lessOrEqual: return order(syntax, subject) { .min...$0 }
    case .greater: return order(syntax, subject) { $0 == .max ? nil : ($0 + 1)...(.max) }
    case .greaterOrEqual: return order(syntax, subject) { $0...(.max) }
    case .hasPrefix: return part(syntax, subject, .prefix, scope) { .prefix($0) }
    case .hasSuffix: return part(syntax, subject, .suffix, scope) { .suffix($0) }
    case .contains: return part(syntax, subject, .infix, scope) { .infix($0) }
    case .like:
      return globMembership(syntax, subject, &scope)
    case .matches:
      guard subject.asText.type == .string else {
        wrongOperator(syntax, subject)
        return nil
      }
      guard case .regex(let regex) = syntax.operand else { return nil }
      return self.regex(regex).map { member(.expression($0)) }
    }
  }

  /// Resolves `hasPrefix`, `hasSuffix` and `contains` with a string or another value; nil after a fault.
  mutating func part(
    _ syntax: ComparisonSyntax, _ subject: RequestValue, _ relation: TextRelation,
    _ scope: CaptureScope, _ pattern: (ExactString) -> TextPattern
  ) -> CoreCondition? {
    if case .value(let reference) = syntax.operand, subject.asText.type == .string {
      return self.relation(relation, subject, reference, scope)
    }
    return stringOperand(syntax, subject).map {
      .test(subject.asText, .member(of: pattern(ExactString($0.value))))
    }
  }

  /// The reference to a value that is the operand; nil for a literal.
  func operandReference(
    _ operand: ComparisonSyntax.Operand, _ subject: RequestValue
  ) -> ReferenceSyntax? {
    switch operand {
    case .value(let reference): return reference
    case .literal(.name(let name)):
      if case .choice = subject.type { return nil }
      return schema.words.contains(name.text) || names.flags[name.text] != nil
        || names.values[name.text] != nil
        ? ReferenceSyntax(base: name, accesses: [], span: name.span) : nil
    case .literal, .regex, .names: return nil
    }
  }

  /// Resolves `==` and `!=` with another value; nil after a fault. Both values must be present.
  mutating func valueEquality(
    _ subject: RequestValue, _ reference: ReferenceSyntax, isNegated: Bool, _ scope: CaptureScope
  ) -> CoreCondition? {
    guard case .value(let other) = conditionSubject(reference, scope) else { return nil }
    guard subject.isComparable(with: other) else {
      fault(
        .typeMismatch(
          expected: subject.isComparable
            ? "\(subject.type.described), or a literal" : subject.type.literal,
          found: "`\(text(reference))`, \(other.type.described)",
          why:
            "two values of type `String`, two URLs, or two numbers other than `path.count` can be compared"
        ),
        reference.span)
      return nil
    }
    if subject == other {
      fault(
        .typeMismatch(
          expected: "another value", found: "`\(text(reference))` again",
          why: "a value always equals itself; `exists` asks whether there is one"),
        reference.span)
      return nil
    }
    return .test(subject, isNegated ? .different(from: other) : .equal(to: other))
  }

  /// Resolves `==`, `!=`, `in` and `!in` with literals; nil after a fault. Negated tests require that the value is
  /// present.
  private mutating func equality(
    _ literals: [LiteralSyntax], _ subject: RequestValue, isNegated: Bool
  ) -> CoreCondition? {
    var constants: [RequestConstant] = []
    constants.reserveCapacity(literals.count)
    for literal in literals {
      if let constant = constant(literal, for: subject, isNegated: isNegated) {
        constants.append(constant)
      }
    }
    guard constants.count == literals.count else { return nil }
    switch subject.type {
    case .string, .url:
      let texts = constants.compactMap { constant in constant.text.map { ExactString($0) } }
      return .test(subject, .member(of: isNegated ? .noneOf(texts) : .oneOf(texts)))
    case .int:
      let numbers = IntegerSet(
        constants.compactMap { if case .int(let number) = $0 { number } else { nil } })
      return .test(subject, .number(in: isNegated ? numbers.complement : numbers))
    case .strings, .urls: return nil
    case .bool, .choice:
      let choices = ChoiceSet(constants.compactMap { $0.position })
      let count = subject.type.count ?? 0
      return .test(subject, .choice(of: isNegated ? choices.complement(count) : choices))
    }
  }

  /// Resolves `source == frame`: the requesting frame and the target frame are of the same kind. Returns nil after a
  /// fault.
  private mutating func sameFrame(
    _ subject: RequestValue, _ name: NameSyntax, isNegated: Bool, _ scope: CaptureScope
  ) -> CoreCondition? {
    let reference = ReferenceSyntax(base: name, accesses: [], span: name.span)
    guard case .value(let other) = conditionSubject(reference, scope) else { return nil }
    let isOfSource = subject == .input(.source)
    let (source, frame) = isOfSource ? (subject, other) : (other, subject)
    return .test(source, isNegated ? .different(from: frame) : .equal(to: frame))
  }

  private mutating func membership(
    _ syntax: ComparisonSyntax, _ subject: RequestValue
  ) -> CoreCondition? {
    let isNegated = syntax.comparison == .notIn
    switch syntax.operand {
    case .names(let references):
      if references.count == 1, references[0].accesses.isEmpty,
        names.origins[references[0].base.text] == nil,
        let list = names.values[references[0].base.text]
      {
        return listMembership(list, references[0], subject, isNegated: isNegated)
      }
      let origins = references
      guard subject.type == .url else {
        fault(
          .typeMismatch(
            expected: "a list `[…]`", found: "a name",
            why: "only a URL, such as `url` or `page.url`, and `source` can be in an origin"),
          syntax.operandSpan)
        return nil
      }
      var tests: [CoreCondition] = []
      for reference in origins {
        if let test = origin(reference, subject) { tests.append(.test(subject, test)) }
      }
      guard tests.count == origins.count else { return nil }
      let isIn = tests.count == 1 ? tests[0] : CoreCondition.any(tests)
      if !isNegated { return isIn }
      return subject.isAlwaysPresent
        ? .not(isIn) : .all([.test(subject, .present), .not(isIn)])
    case .literal(.list(let items, let span)):
      if items.isEmpty {
        fault(
          .typeMismatch(
            expected: "a list with a value", found: "an empty list",
            why: "an empty list contains no value"), span)
        return nil
      }
      return equality(items, subject, isNegated: isNegated)
    case .literal, .value, .regex:
      fault(
        .typeMismatch(expected: "a list `[…]`", found: "something else", why: nil),
        syntax.operandSpan)
      return nil
    }
  }

  /// The test of one name after `in`, which is a declared origin or `page.origin`; nil after a fault.
  private mutating func origin(
    _ reference: ReferenceSyntax, _ subject: RequestValue
  ) -> RequestTest? {
    if reference.accesses.isEmpty {
      let name = reference.base
      guard let id = find(name, .origin, in: { $0.origins }) else { return nil }
      uses.origins.insert(id.index)
      refer(to: .origin, name.text)
      return rules[id].value.map { origin(of: $0) }
        ?? .origin(of: OriginSet(name: rules[id].name, patterns: rules[id].patterns))
    }
    let roots = schema.roots.filter { $0.word != nil && $0 != subject.root }
    if case .member(let member) = reference.accesses[0], reference.accesses.count == 1,
      member.text == "origin", let root = roots.first(where: { $0.word == reference.base.text })
    {
      recordWords(reference)
      return .sameOrigin(as: root)
    }
    if let test = originOfValue(reference) {
      if case .sameOrigin(let root) = test, root == subject.root {
        fault(
          .typeMismatch(
            expected: "another origin", found: "`\(text(reference))`",
            why: "a URL always has its own origin"), reference.span)
        return nil
      }
      return test
    }
    let urls = rules.values.filter { $0.type == .url || $0.type == .urls }.map { $0.name }
    let known = (roots.compactMap { $0.word } + urls).map { "`\($0).origin`" }.joined(
      separator: ", ")
    fault(
      .typeMismatch(
        expected: "the name of an origin, or \(known)", found: "`\(text(reference))`", why: nil),
      reference.span)
    return nil
  }

  /// Resolves a comparison of numbers by their order; nil after a fault.
  ///
  /// - Parameter range: returns the numbers for which the comparison with the operand holds; nil for none.
  private mutating func order(
    _ syntax: ComparisonSyntax, _ subject: RequestValue, _ range: (Int64) -> ClosedRange<Int64>?
  ) -> CoreCondition? {
    guard subject.type == .int else {
      wrongOperator(syntax, subject)
      return nil
    }
    guard case .literal(.integer(let value, let span)) = syntax.operand else {
      var why: String?
      if case .literal(.name) = syntax.operand {
        why =
          "only a number can be written here; a value of the app can be equal, with `==` or `!=`"
      }
      mismatch(syntax, "an `Int`", why)
      return nil
    }
    guard let value, isInReach(value, of: subject, span) else { return nil }
    return .test(subject, .number(in: IntegerSet(range(value))))
  }

  mutating func stringOperand(
    _ syntax: ComparisonSyntax, _ subject: RequestValue
  ) -> StringSyntax? {
    guard subject.asText.type == .string else {
      wrongOperator(syntax, subject)
      return nil
    }
    guard case .literal(.string(let string)) = syntax.operand else {
      mismatch(syntax, "a string")
      return nil
    }
    return string
  }

  mutating func mismatch(_ syntax: ComparisonSyntax, _ expected: String, _ why: String? = nil) {
    let found: String
    switch syntax.operand {
    case .literal(let literal): found = describe(literal)
    case .regex: found = "a regular expression"
    case .value(let reference): found = "`\(text(reference))`"
    case .names: found = "a name"
    }
    fault(.typeMismatch(expected: expected, found: found, why: why), syntax.operandSpan)
  }

  mutating func wrongOperator(_ syntax: ComparisonSyntax, _ subject: RequestValue) {
    let name = text(syntax.subject)
    let why: String
    switch subject.type {
    case .url where subject != .url:
      why = "use `==`, `!=` or `in`, or test a part, such as `\(name).host`"
    case .url:
      why =
        "write `\(name) like \"https://example.com/**\"`, `\(name) == \"…\"` or `\(name) in` an origin"
    case .int: why = "use `==`, `!=`, `<`, `<=`, `>`, `>=` or `in`"
    case .bool: why = "write `\(name)` or `!\(name)`"
    case .choice: why = "use `==`, `!=` or `in`"
    case .strings:
      why =
        "write `host in \(name)`, or another text of the request; for patterns `host like \(name)`"
    case .urls: why = "write `url in \(name)`"
    case .string:
      why = "use `==`, `in`, `hasPrefix`, `hasSuffix`, `contains`, `like` or `matches`"
    }
    fault(
      .typeMismatch(
        expected: "an operator for \(subject.type.described)",
        found: "`\(operatorText(syntax.comparison))`", why: why), syntax.operatorSpan)
  }

  private func operatorText(_ comparison: ComparisonSyntax.Operator) -> String {
    switch comparison {
    case .equal: "=="
    case .notEqual: "!="
    case .less: "<"
    case .lessOrEqual: "<="
    case .greater: ">"
    case .greaterOrEqual: ">="
    case .isIn: "in"
    case .notIn: "!in"
    case .hasPrefix: "hasPrefix"
    case .hasSuffix: "hasSuffix"
    case .contains: "contains"
    case .like: "like"
    case .matches: "matches"
    }
  }
}

extension ComparisonSyntax {
  /// The name `frame` in `source == frame`, or `source` in `frame == source`; nil for other comparisons.
  fileprivate var otherFrame: NameSyntax? {
    guard subject.accesses.isEmpty, case .literal(.name(let name)) = operand else { return nil }
    let words = [subject.base.text, name.text]
    return words == ["source", "frame"] || words == ["frame", "source"] ? name : nil
  }
}
