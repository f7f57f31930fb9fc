import Requests
import Syntax
import Text
import WebURL

/// Resolves comparisons with `ignoring case`, such as `url hasPrefix endURL ignoring case`.
extension Resolver {
  /// The core tests of a comparison that ignores the case of letters; nil after a fault.
  ///
  /// - Parameter words: the span of `ignoring case`.
  mutating func caseless(
    _ syntax: ComparisonSyntax, _ words: Span, _ subject: RequestValue, _ scope: CaptureScope
  ) -> CoreCondition? {
    guard let relation = CaselessRelation(syntax.comparison), subject.asText.type == .string else {
      fault(
        .typeMismatch(
          expected: "a comparison of texts by `==`, `!=`, `hasPrefix`, `hasSuffix` or `contains`",
          found: "`ignoring case`", why: whyNot(syntax)), words)
      return nil
    }
    let other = operandReference(syntax.operand, subject)
    let test =
      if let other {
        caselessRelation(relation, subject, other, scope)
      } else {
        caselessText(relation, syntax, subject)
      }
    guard let test, syntax.comparison == .notEqual else { return test }
    var parts = [Self.present(subject)]
    if case .test(_, let core) = test, let value = core.comparand {
      parts.append(Self.present(value))
    }
    return .all(parts + [.not(test)])
  }

  private func whyNot(_ syntax: ComparisonSyntax) -> String? {
    switch syntax.comparison {
    case .matches: "write the flag `i` behind the expression, as in `/…/i`"
    case .isIn, .notIn: "compare each text by itself, as in `host == \"a\" ignoring case`"
    case .like: "in a regular expression, `/…/i` ignores case"
    default: nil
    }
  }

  /// The test of a relation to another value, ignoring case; nil after a fault.
  private mutating func caselessRelation(
    _ relation: CaselessRelation, _ subject: RequestValue, _ reference: ReferenceSyntax,
    _ scope: CaptureScope
  ) -> CoreCondition? {
    if relation != .whole {
      return self.relation(.ignoringCase(relation), subject, reference, scope)
    }
    guard
      case .test(_, .equal(let other))? = valueEquality(subject, reference, isNegated: false, scope)
    else { return nil }
    return .test(subject.asText, .related(.ignoringCase(.whole), to: other.asText))
  }

  /// The test of a relation to a string, ignoring case; nil after a fault.
  private mutating func caselessText(
    _ relation: CaselessRelation, _ syntax: ComparisonSyntax, _ subject: RequestValue
  ) -> CoreCondition? {
    guard let string = stringOperand(syntax, subject) else { return nil }
    var text = string.value
    if relation == .whole {
      if subject.type == .url {
        guard let url = url(string) else { return nil }
        text = url.normalized
      } else if [text, CaseVariants.folded(text), text.uppercased()]
        .allSatisfy({ subject.refusal(of: $0) != nil })
      {
        checkCanOccur(string, subject)
      }
    }
    let folded = ExactString(CaseVariants.folded(text))
    return .test(subject.asText, .member(of: .ignoringCase(relation, folded)))
  }
}

extension CaselessRelation {
  /// Finds the relation of an operator; fails for operators that cannot ignore case.
  fileprivate init?(_ comparison: ComparisonSyntax.Operator) {
    switch comparison {
    case .equal, .notEqual: self = .whole
    case .hasPrefix: self = .prefix
    case .hasSuffix: self = .suffix
    case .contains: self = .infix
    case .less, .lessOrEqual, .greater, .greaterOrEqual, .isIn, .notIn, .like, .matches: return nil
    }
  }
}
