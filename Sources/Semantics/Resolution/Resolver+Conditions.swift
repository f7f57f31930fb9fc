import Syntax
import Text

extension Resolver {
  /// The condition; nil where a part of it has a fault.
  ///
  /// - Parameter scope: gets the captures, and those bound wherever the condition holds.
  mutating func condition(_ syntax: ConditionSyntax, _ scope: inout CaptureScope) -> Condition? {
    switch syntax {
    case .constant(let value, let span):
      return .constant(value, at(span))
    case .parenthesized(let inner, _):
      return condition(inner, &scope)
    case .reference(let reference):
      return truth(of: reference, scope)
    case .exists(let reference, let span):
      guard case .value(let subject) = conditionSubject(reference, scope) else { return nil }
      return .test(Test(subject: subject, predicate: .exists, location: at(span)))
    case .not(let inner, let span):
      let before = scope.bound
      let resolved = condition(inner, &scope)
      scope.bound = before
      return resolved.map { .not($0, at(span)) }
    case .all(let parts, let span):
      var resolved: [Condition] = []
      for part in parts {
        if let condition = condition(part, &scope) { resolved.append(condition) }
      }
      return resolved.count == parts.count ? .all(resolved, at(span)) : nil
    case .any(let parts, let span):
      let before = scope.bound
      var common: Set<Int>?
      var resolved: [Condition] = []
      for part in parts {
        scope.bound = before
        if let condition = condition(part, &scope) { resolved.append(condition) }
        common = common.map { $0.intersection(scope.bound) } ?? scope.bound
      }
      scope.bound = common ?? before
      return resolved.count == parts.count ? .any(resolved, at(span)) : nil
    case .comparison(let comparison):
      guard case .value(let subject) = conditionSubject(comparison.subject, scope),
        let predicate = predicate(comparison, subject, &scope)
      else { return nil }
      let location = at(comparison.span)
      if case .negatedTruth = predicate {
        return .not(
          .test(Test(subject: subject, predicate: .isTrue, location: location)), location)
      }
      guard case .predicate(let predicate) = predicate else { return nil }
      return .test(Test(subject: subject, predicate: predicate, location: location))
    }
  }

  /// A value standing alone, which must be a Bool.
  private mutating func truth(of reference: ReferenceSyntax, _ scope: CaptureScope) -> Condition? {
    guard case .value(let subject) = conditionSubject(reference, scope) else { return nil }
    guard subject.kind == .bool else {
      fault(
        .typeMismatch(
          expected: "a condition", found: "`\(text(reference))`, \(describe(subject.kind))",
          why: "compare it, or ask `exists \(text(reference))`"), reference.span)
      return nil
    }
    return .test(Test(subject: subject, predicate: .isTrue, location: at(reference.span)))
  }

  /// Conditions ask about the request; captures are for arguments.
  private mutating func conditionSubject(
    _ reference: ReferenceSyntax, _ scope: CaptureScope
  ) -> Reference? {
    let resolved = resolve(reference, scope)
    if case .capture(let index) = resolved {
      fault(
        .typeMismatch(
          expected: "a value of the request", found: "the capture `\(scope.captures[index].name)`",
          why: "captures are for the arguments of steps"), reference.span)
      return nil
    }
    return resolved
  }

  func describe(_ kind: RequestValueKind) -> String {
    switch kind {
    case .string: "a `String`"
    case .int: "an `Int`"
    case .bool: "a `Bool`"
    case .url: "a `URL`"
    case .navigation: "a navigation type"
    case .frame: "a frame"
    }
  }

  // MARK: - Comparisons

  private enum Outcome {
    case predicate(Predicate)
    /// `flag == false`.
    case negatedTruth
  }

  private mutating func predicate(
    _ syntax: ComparisonSyntax, _ subject: RequestValue, _ scope: inout CaptureScope
  ) -> Outcome? {
    switch syntax.comparison {
    case .equal, .notEqual:
      return equality(syntax, subject)
    case .isIn, .notIn:
      return membership(syntax, subject).map { .predicate($0) }
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      return order(syntax, subject).map { .predicate($0) }
    case .hasPrefix, .hasSuffix, .contains:
      guard let text = stringOperand(syntax, subject) else { return nil }
      switch syntax.comparison {
      case .hasPrefix: return .predicate(.hasPrefix(text.value))
      case .hasSuffix: return .predicate(.hasSuffix(text.value))
      default: return .predicate(.contains(text.value))
      }
    case .like:
      return like(syntax, subject, &scope).map { .predicate($0) }
    case .matches:
      guard subject.kind == .string else {
        wrongOperator(syntax, subject)
        return nil
      }
      guard case .regex(let regex) = syntax.operand else { return nil }
      return self.regex(regex).map { .predicate(.matches($0)) }
    }
  }

  private mutating func equality(_ syntax: ComparisonSyntax, _ subject: RequestValue) -> Outcome? {
    guard case .literal(let literal) = syntax.operand,
      let constant = constant(literal, for: subject, isNegated: syntax.comparison == .notEqual)
    else { return nil }
    let isEqual = syntax.comparison == .equal
    if case .bool(let value) = constant {
      return value == isEqual ? .predicate(.isTrue) : .negatedTruth
    }
    return .predicate(isEqual ? .equal(constant) : .notEqual(constant))
  }

  private mutating func membership(
    _ syntax: ComparisonSyntax, _ subject: RequestValue
  ) -> Predicate? {
    let isNegated = syntax.comparison == .notIn
    switch syntax.operand {
    case .names(let origins):
      guard subject == .url else {
        fault(
          .typeMismatch(
            expected: "a list `[…]`", found: "a name",
            why: "only `url` can be asked whether it is in an origin"), syntax.operandSpan)
        return nil
      }
      var ids: [ID<Origin>] = []
      for name in origins {
        guard let id = find(name, in: \.origins, expected: "an origin") else { continue }
        uses.origins.insert(id.index)
        ids.append(id)
      }
      guard ids.count == origins.count else { return nil }
      return isNegated ? .notInOrigins(ids) : .inOrigins(ids)
    case .literal(.list(let items, let span)):
      if items.isEmpty {
        fault(
          .typeMismatch(
            expected: "a list with a value", found: "an empty list",
            why: "nothing is in an empty list"), span)
        return nil
      }
      var constants: [RequestConstant] = []
      for item in items {
        guard let constant = constant(item, for: subject, isNegated: isNegated) else { continue }
        constants.append(constant)
      }
      guard constants.count == items.count else { return nil }
      return isNegated ? .noneOf(constants) : .oneOf(constants)
    default:
      fault(
        .typeMismatch(expected: "a list `[…]`", found: "something else", why: nil),
        syntax.operandSpan)
      return nil
    }
  }

  private mutating func order(_ syntax: ComparisonSyntax, _ subject: RequestValue) -> Predicate? {
    guard subject.kind == .int else {
      wrongOperator(syntax, subject)
      return nil
    }
    guard case .literal(.integer(let value, _)) = syntax.operand else {
      mismatch(syntax, "an `Int`")
      return nil
    }
    guard let value else { return nil }
    let order: Order =
      switch syntax.comparison {
      case .less: .less
      case .lessOrEqual: .lessOrEqual
      case .greater: .greater
      default: .greaterOrEqual
      }
    return .ordered(order, value)
  }

  private mutating func like(
    _ syntax: ComparisonSyntax, _ subject: RequestValue, _ scope: inout CaptureScope
  ) -> Predicate? {
    if subject == .url {
      guard case .literal(.string(let pattern)) = syntax.operand else {
        mismatch(syntax, "a pattern as a string")
        return nil
      }
      switch URLGlob.parse(pattern.value) {
      case .failure(let patternFault):
        fault(.invalidPattern(patternFault.message), pattern.span(patternFault.range))
        return nil
      case .success(let parsed):
        guard let numbers = bind(parsed.captures, pattern, &scope) else { return nil }
        return .likeURL(parsed.glob.renumbered(numbers))
      }
    }
    guard let pattern = stringOperand(syntax, subject) else { return nil }
    let isHost = subject == .host || subject == .pageHost
    switch Glob.parse(pattern.value, separator: isHost ? "." : "/") {
    case .failure(let patternFault):
      fault(.invalidPattern(patternFault.message), pattern.span(patternFault.range))
      return nil
    case .success(let parsed):
      guard let numbers = bind(parsed.captures, pattern, &scope) else { return nil }
      checkCanOccur(parsed.glob, pattern, subject)
      return .like(parsed.glob.renumbered(numbers))
    }
  }

  /// The rule's numbers of a pattern's captures; nil after a fault.
  private mutating func bind(
    _ captures: [PatternCapture], _ pattern: StringSyntax, _ scope: inout CaptureScope
  ) -> [Int]? {
    var numbers: [Int] = []
    var isSound = true
    for capture in captures {
      let span = pattern.span(capture.nameRange)
      let type = captureType(capture, pattern)
      if type == .invalid { isSound = false }
      if Self.requestValues.contains(capture.name) || names.flags[capture.name] != nil {
        fault(
          .duplicateMember(
            "name", name: capture.name,
            first: names.flags[capture.name].map { rules[$0].declared.location } ?? at(span)), span)
        isSound = false
      }
      if let index = scope.captures.firstIndex(where: { $0.name == capture.name }) {
        let first = scope.captures[index]
        if scope.bound.contains(index) {
          fault(.duplicateMember("capture", name: capture.name, first: first.location), span)
          isSound = false
        } else if first.type != type, type != .invalid, first.type != .invalid {
          fault(
            .typeMismatch(
              expected: "`\(describe(first.type))`", found: "`\(describe(type))`",
              why: "the other patterns of the rule bind `\(capture.name)` with that type"), span)
          isSound = false
        }
        scope.bound.insert(index)
        numbers.append(index)
      } else {
        numbers.append(scope.captures.count)
        scope.bound.insert(scope.captures.count)
        scope.captures.append(Capture(name: capture.name, type: type, location: at(span)))
      }
    }
    return isSound ? numbers : nil
  }

  private mutating func captureType(
    _ capture: PatternCapture, _ pattern: StringSyntax
  ) -> ValueType {
    guard let typeName = capture.typeName else { return .string }
    let span = pattern.span(capture.typeRange ?? capture.range)
    let type = namedType(NameSyntax(text: typeName, span: span))
    switch type {
    case .string, .int, .double, .bool, .url, .enumeration, .invalid:
      return type
    default:
      fault(
        .typeMismatch(
          expected: "`String`, `Int`, `Double`, `Bool`, `URL` or an enum",
          found: "`\(typeName)`", why: "text converts to no other type"), span)
      return .invalid
    }
  }

  private mutating func regex(_ syntax: RegexSyntax) -> RegularExpression? {
    if syntax.flags != "" && syntax.flags != "i" {
      let start = syntax.span.end - UInt32(syntax.flags.utf8.count)
      fault(
        .unsupportedRegex("the only flag is `i`, for letters of either case"),
        Span(start, syntax.span.end))
      return nil
    }
    switch RegularExpression.parse(syntax.pattern, ignoreCase: syntax.flags == "i") {
    case .success(let expression): return expression
    case .failure(let patternFault):
      let start = Int(syntax.span.start) + 1
      let range = patternFault.range
      let span = Span(start + range.lowerBound, start + max(range.upperBound, range.lowerBound + 1))
      fault(
        patternFault.kind == .invalid
          ? .invalidRegex(patternFault.message) : .unsupportedRegex(patternFault.message), span)
      return nil
    }
  }

  // MARK: - Operands

  private mutating func stringOperand(
    _ syntax: ComparisonSyntax, _ subject: RequestValue
  ) -> StringSyntax? {
    guard subject.kind == .string else {
      wrongOperator(syntax, subject)
      return nil
    }
    guard case .literal(.string(let string)) = syntax.operand else {
      mismatch(syntax, "a string")
      return nil
    }
    return string
  }

  private mutating func mismatch(_ syntax: ComparisonSyntax, _ expected: String) {
    let found: String
    switch syntax.operand {
    case .literal(let literal): found = describe(literal)
    case .regex: found = "a regular expression"
    case .names: found = "a name"
    }
    fault(.typeMismatch(expected: expected, found: found, why: nil), syntax.operandSpan)
  }

  private mutating func wrongOperator(_ syntax: ComparisonSyntax, _ subject: RequestValue) {
    let name = text(syntax.subject)
    let why: String
    switch subject.kind {
    case .url:
      why =
        "ask `\(name) like \"https://example.com/**\"`, `\(name) == \"…\"` or `\(name) in` an origin"
    case .int: why = "ask with `==`, `!=`, `<`, `<=`, `>`, `>=` or `in`"
    case .bool: why = "write `\(name)` or `!\(name)`"
    case .navigation, .frame: why = "ask with `==`, `!=` or `in`"
    case .string:
      why = "ask with `==`, `in`, `hasPrefix`, `hasSuffix`, `contains`, `like` or `matches`"
    }
    fault(
      .typeMismatch(
        expected: "an operator for \(describe(subject.kind))",
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

extension Glob {
  /// The same with each capture called by its number in the rule.
  func renumbered(_ numbers: [Int]) -> Glob {
    var copy = self
    copy.elements = elements.map { element in
      switch element {
      case .capture(let index): .capture(numbers[index])
      case .captureRest(let index): .captureRest(numbers[index])
      default: element
      }
    }
    return copy
  }
}

extension URLGlob {
  func renumbered(_ numbers: [Int]) -> URLGlob {
    switch self {
    case .hierarchical(let scheme, let host, let port, let path, let query, let fragment):
      .hierarchical(
        scheme: scheme, host: host.renumbered(numbers), port: port,
        path: path.renumbered(numbers), query: query?.renumbered(numbers),
        fragment: fragment?.renumbered(numbers))
    case .opaque(let scheme, let rest):
      .opaque(scheme: scheme, rest: rest.renumbered(numbers))
    }
  }
}
