import Requests
import Syntax
import Text

extension Resolver {
  /// Resolves a condition; nil if a part of it has a fault.
  ///
  /// - Parameter scope: receives the captures, and the indices of those that are bound whenever the condition holds.
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
      return .test(
        Test(subject: subject, core: Self.present(subject), location: at(span)))
    case .not(let inner, let span):
      let before = scope.bound
      let resolved = condition(inner, &scope)
      scope.bound = before
      return resolved.map { .not($0, at(span)) }
    case .all(let parts, let span):
      var resolved: [Condition] = []
      resolved.reserveCapacity(parts.count)
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
    case .comparison(let written):
      if let meant = withoutRoot(written) { return comparison(meant, &scope) }
      return comparison(written, &scope)
    }
  }

  private mutating func comparison(
    _ syntax: ComparisonSyntax, _ scope: inout CaptureScope
  ) -> Condition? {
    noteParameters(syntax, &scope)
    guard case .value(let written) = conditionSubject(syntax.subject, scope) else {
      recordFaultyOperand(syntax, &scope)
      return nil
    }
    var subject = written
    // Before `in`, the word means the origin of the requesting page and not its frame.
    if written == .input(.source), case .names = syntax.operand {
      subject = .part(.whole, of: .source)
    }
    guard let core = core(syntax, subject, &scope)
    else {
      recordFaultyOperand(syntax, &scope)
      return nil
    }
    return .test(Test(subject: subject, core: core, location: at(syntax.span)))
  }

  static func present(_ subject: RequestValue) -> CoreCondition {
    subject.isAlwaysPresent ? .constant(true) : .test(subject, .present)
  }

  /// Resolves a value without an operator, which must be a `Bool`; nil after a fault.
  private mutating func truth(of reference: ReferenceSyntax, _ scope: CaptureScope) -> Condition? {
    if reference.accesses.isEmpty, let id = names.conditions[reference.base.text],
      schema.value(reference) == nil
    {
      recordName(reference.base, .declaration(.condition, id.index))
      return named(id, at(reference.span))
    }
    if let known = requestCondition(reference) { return truth(of: known, reference) }
    guard case .value(let subject) = conditionSubject(reference, scope) else { return nil }
    guard subject.type == .bool else {
      fault(
        .typeMismatch(
          expected: "a condition", found: "`\(text(reference))`, \(subject.type.described)",
          why: "compare it, or write `exists \(text(reference))`"), reference.span)
      return nil
    }
    return .test(
      Test(
        subject: subject, core: .test(subject, .choice(of: .isTrue)),
        location: at(reference.span)))
  }

  /// The predefined condition that the word means; nil if the reference means something else.
  func requestCondition(_ reference: ReferenceSyntax) -> RequestCondition? {
    guard reference.accesses.isEmpty, anyDeclaration(reference.base.text) == nil else { return nil }
    return RequestCondition(rawValue: reference.base.text)
  }

  private mutating func truth(
    of condition: RequestCondition, _ reference: ReferenceSyntax
  ) -> Condition? {
    let location = at(reference.span)
    if let kind, !condition.exists(in: kind) {
      unavailable(condition.rawValue, in: kind, reference.span)
      return nil
    }
    if kind == nil { limits.note(condition, at: location) }
    recordWords(reference)
    return .test(
      Test(subject: .input(condition.subject), core: condition.core, location: location))
  }

  /// Resolves the first operand of a condition. A capture is a fault, since only arguments can use captures.
  mutating func conditionSubject(
    _ reference: ReferenceSyntax, _ scope: CaptureScope
  ) -> Reference? {
    let name = reference.base.text
    // A fault has already been recorded for a capture with the name of another value.
    let isTaken = schema.words.contains(name) || declaredValue(name) != nil
    let resolved = resolve(reference, isTaken ? CaptureScope() : scope)
    if case .capture(let index) = resolved {
      fault(
        .typeMismatch(
          expected: "a value of the request", found: "the capture `\(scope.captures[index].name)`",
          why: "captures can only be used in the arguments of steps"), reference.span)
      return nil
    }
    return resolved
  }

  /// Replaces the index 0 in comparisons such as `path[0] == "shop"` by 1 and records the fault, since `path[0]` is
  /// always `"/"`. Returns nil for other comparisons.
  private mutating func withoutRoot(_ syntax: ComparisonSyntax) -> ComparisonSyntax? {
    guard case .index(0, let index) = syntax.subject.accesses.last,
      text(syntax.subject).hasSuffix("path[0]"), syntax.operand.isComponent
    else { return nil }
    var result = syntax
    result.subject.accesses[result.subject.accesses.count - 1] = .index(1, index)
    fault(
      .foreignName(meant: text(result.subject), why: "`path[0]` is always `\"/\"`"),
      syntax.subject.span)
    return result
  }
}

extension ComparisonSyntax.Operand {
  /// True for the name of a path component, or a list of such names.
  fileprivate var isComponent: Bool {
    switch self {
    case .literal(.string(let string)): !string.value.isEmpty && !string.value.contains("/")
    case .literal(.list(let items, _)):
      !items.isEmpty
        && items.allSatisfy {
          if case .string(let string) = $0 { !string.value.contains("/") } else { false }
        }
    default: false
    }
  }
}
