import GeneratedNames
import Semantics

/// Turns conditions into Swift expressions; constants are folded.
struct SwiftCondition {
  let context: SwiftContext
  /// Captures of the rule, by number.
  let captures: [Capture]

  // MARK: Bool

  /// The condition as a Bool.
  func expression(
    _ condition: Condition, _ patterns: inout SwiftPatterns
  ) -> SwiftExpression {
    switch condition {
    case .constant(let value, _): .bool(value)
    case .test(let test): expression(test, &patterns)
    case .not(let inner, _): expression(inner, &patterns).negated
    case .all(let parts, _): .all(expressions(parts, upTo: false, &patterns))
    case .any(let parts, _): .any(expressions(parts, upTo: true, &patterns))
    }
  }

  /// - Parameter constant: decides the whole, so that the parts after it are not needed.
  private func expressions(
    _ parts: [Condition], upTo constant: Bool, _ patterns: inout SwiftPatterns
  ) -> [SwiftExpression] {
    var expressions: [SwiftExpression] = []
    for part in parts {
      let expression = expression(part, &patterns)
      expressions.append(expression)
      if expression == .bool(constant) { break }
    }
    return expressions
  }

  private func expression(_ test: Test, _ patterns: inout SwiftPatterns) -> SwiftExpression {
    let subject = SwiftRequestValue.accessor(test.subject, in: context.rules)
    switch test.predicate {
    case .isTrue: return subject
    case .equal(let constant): return comparison(test.subject, [constant], .equals)
    case .notEqual(let constant): return comparison(test.subject, [constant], .differs)
    case .oneOf(let constants): return comparison(test.subject, constants, .isOne)
    case .noneOf(let constants): return comparison(test.subject, constants, .isNone)
    case .ordered(let order, let number):
      return subject.calling(
        order.method.name, [SwiftArgument(order.method.label, .number(number))])
    case .hasPrefix(let text): return subject.calling("hasPrefix", .string(text))
    case .hasSuffix(let text): return subject.calling("hasSuffix", .string(text))
    case .contains(let text): return subject.calling("contains", .string(text))
    case .like(let glob): return subject.calling("isLike", patterns.name(glob, captures))
    case .likeURL(let glob):
      return SwiftRequestValue.request.calling("isLike", patterns.name(glob, captures))
    case .matches(let expression): return subject.calling("matches", patterns.name(expression))
    case .exists:
      return test.subject.isAlwaysPresent ? .bool(true) : .member(subject, "exists")
    case .inOrigins(let origins): return isIn(origins)
    case .notInOrigins(let origins): return isIn(origins).negated
    }
  }

  private func isIn(_ origins: [ID<Origin>]) -> SwiftExpression {
    SwiftRequestValue.request.calling(
      "isIn",
      origins.map {
        SwiftArgument(nil, .implicit(SwiftNames.afterDot(context.prefix + context.rules[$0].name)))
      })
  }

  // MARK: Comparisons

  private enum Comparison {
    case equals, differs, isOne, isNone

    var isNegated: Bool {
      switch self {
      case .equals, .isOne: false
      case .differs, .isNone: true
      }
    }

    /// The function of `RequestText` and `RequestNumber`, and the label of its first argument.
    var method: (name: String, label: String?) {
      switch self {
      case .equals: ("equals", nil)
      case .differs: ("differs", "from")
      case .isOne: ("isOne", "of")
      case .isNone: ("isNone", "of")
      }
    }
  }

  /// A comparison with constants; a missing value is neither equal nor different.
  private func comparison(
    _ subject: RequestValue, _ constants: [RequestConstant], _ comparison: Comparison
  ) -> SwiftExpression {
    let arguments = constants.map { SwiftArgument(nil, Self.literal($0)) }
    let value = SwiftRequestValue.accessor(subject, in: context.rules)
    switch subject.kind {
    case .navigation:
      let test = SwiftRequestValue.request.calling("isNavigation", arguments)
      return comparison.isNegated ? test.negated : test
    case .frame:
      let test = SwiftRequestValue.request.calling("isFrame", arguments)
      return comparison.isNegated ? test.negated : test
    case .bool:
      let holdsIfTrue = constants.contains(.bool(true)) != comparison.isNegated
      let holdsIfFalse = constants.contains(.bool(false)) != comparison.isNegated
      if holdsIfTrue == holdsIfFalse { return .bool(holdsIfTrue) }
      return holdsIfTrue ? value : value.negated
    case .string, .int, .url:
      var arguments = arguments
      if !arguments.isEmpty { arguments[0].label = comparison.method.label }
      return value.calling(comparison.method.name, arguments)
    }
  }

  private static func literal(_ constant: RequestConstant) -> SwiftExpression {
    switch constant {
    case .string(let text), .url(let text): .string(text)
    case .int(let number): .number(number)
    case .bool(let value): .bool(value)
    case .navigation(let kind): .implicit(kind.rawValue)
    case .frame(let kind): .implicit(kind.rawValue)
    }
  }

  // MARK: Captures

  /// The numbers of what the condition captures where it holds.
  static func captures(of condition: Condition) -> Set<Int> {
    switch condition {
    case .constant, .not: []
    case .test(let test): Set(test.predicate.captures)
    case .all(let parts, _), .any(let parts, _):
      parts.reduce(into: []) { $0.formUnion(captures(of: $1)) }
    }
  }

  /// The condition as an optional `Captures`, nil where it does not hold.
  func capturing(
    _ condition: Condition, _ patterns: inout SwiftPatterns
  ) -> SwiftExpression {
    switch condition {
    case .any(let parts, _):
      var alternatives: [SwiftExpression] = []
      for part in parts { alternatives.append(capturing(part, &patterns)) }
      return .infix(.coalescing, alternatives)
    case .all(let parts, _):
      var both = capturing(parts[0], &patterns)
      for part in parts.dropFirst() { both = both.calling("and", capturing(part, &patterns)) }
      return both
    case .test(let test):
      if let captures = captures(of: test, &patterns) { return captures }
    case .constant, .not: break
    }
    return SwiftExpression.name("Captures").calling("when", expression(condition, &patterns))
  }

  /// nil for a test that captures nothing.
  private func captures(of test: Test, _ patterns: inout SwiftPatterns) -> SwiftExpression? {
    if test.predicate.captures.isEmpty { return nil }
    switch test.predicate {
    case .like(let glob):
      return SwiftRequestValue.accessor(test.subject, in: context.rules)
        .calling("captures", patterns.name(glob, captures))
    case .likeURL(let glob):
      return SwiftRequestValue.request.calling("captures", patterns.name(glob, captures))
    case .isTrue, .equal, .notEqual, .oneOf, .noneOf, .ordered, .hasPrefix, .hasSuffix, .contains,
      .matches, .exists, .inOrigins, .notInOrigins:
      return nil
    }
  }
}

extension Order {
  /// The function of `RequestNumber`, and the label of its argument.
  fileprivate var method: (name: String, label: String?) {
    switch self {
    case .less: ("isLess", "than")
    case .lessOrEqual: ("isAtMost", nil)
    case .greater: ("isGreater", "than")
    case .greaterOrEqual: ("isAtLeast", nil)
    }
  }
}

extension Predicate {
  /// The numbers of what the patterns capture.
  fileprivate var captures: [Int] {
    switch self {
    case .like(let glob): glob.captures
    case .likeURL(.hierarchical(_, let host, _, let path, let query, let fragment)):
      host.captures + path.captures + (query?.captures ?? []) + (fragment?.captures ?? [])
    case .likeURL(.opaque(_, let rest)): rest.captures
    case .isTrue, .equal, .notEqual, .oneOf, .noneOf, .ordered, .hasPrefix, .hasSuffix, .contains,
      .matches, .exists, .inOrigins, .notInOrigins:
      []
    }
  }
}

extension Glob {
  fileprivate var captures: [Int] {
    elements.compactMap { element in
      switch element {
      case .capture(let number), .captureRest(let number): number
      case .literal, .run, .anything, .components: nil
      }
    }
  }
}
