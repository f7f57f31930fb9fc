import GeneratedNames
import Requests
import Semantics

/// Translates conditions to Swift expressions, with constants folded.
struct SwiftCondition {
  let context: SwiftContext
  /// The captures of the rule, by number.
  let captures: [Capture]

  func accessor(_ value: RequestValue) -> SwiftExpression {
    SwiftRequestValue(context: context).accessor(value)
  }

  // MARK: Bool

  /// Returns the condition as an expression of type `Bool`.
  func expression(
    _ condition: CoreCondition, _ patterns: inout SwiftPatterns
  ) -> SwiftExpression {
    switch condition {
    case .constant(let value): .bool(value)
    case .test(let value, let test): expression(value, test, &patterns)
    case .not(let inner): expression(inner, &patterns).negated
    case .all(let parts): .all(expressions(parts, upTo: false, &patterns))
    case .any(let parts): origins(parts) ?? .any(expressions(parts, upTo: true, &patterns))
    }
  }

  /// Translates the parts up to the first one that is the given constant.
  ///
  /// - Parameter constant: the value that determines the result, so that later parts are not needed.
  private func expressions(
    _ parts: [CoreCondition], upTo constant: Bool, _ patterns: inout SwiftPatterns
  ) -> [SwiftExpression] {
    var expressions: [SwiftExpression] = []
    for part in parts {
      let expression = expression(part, &patterns)
      expressions.append(expression)
      if expression == .bool(constant) { break }
    }
    return expressions
  }

  private func expression(
    _ value: RequestValue, _ test: RequestTest, _ patterns: inout SwiftPatterns
  ) -> SwiftExpression {
    switch test {
    case .present:
      if value.isAlwaysPresent {
        .bool(true)
      } else if case .choice(let type) = value.type {
        expression(value, ChoiceSet(Array(type.names.indices)))
      } else {
        .member(accessor(value), "exists")
      }
    case .member(let pattern): expression(accessor(value), pattern, &patterns)
    case .number(let set): expression(accessor(value), set)
    case .choice(let set): expression(value, set)
    case .origin(let origin): isIn([origin], value)
    case .equal(let other): isEqual(value, other)
    case .different(let other): differs(value, other)
    case .sameOrigin(let root):
      address(of: value).calling(
        "hasSameOrigin",
        [SwiftArgument("as", SwiftRequestValue(context: context).address(of: root))])
    case .related(.ignoringCase(let relation), let other):
      ignoringCase(accessor(value)).calling(relation.method, ignoringCase(accessor(other)))
    case .related(let relation, let other):
      accessor(value).calling(relation.method, accessor(other))
    case .listed(let list): accessor(value).calling("isListed", listed(list))
    case .likeListed(let list):
      accessor(value).calling(
        "isLike", [SwiftArgument("anyOf", SwiftRequestValue(context: context).accessor(list))])
    case .originListed(let list):
      address(of: value).calling("hasOrigin", listed(list))
    }
  }

  private func isEqual(_ value: RequestValue, _ other: RequestValue) -> SwiftExpression {
    guard case .choice(let type) = value.type else {
      return accessor(value).calling("equals", accessor(other))
    }
    return SwiftRequestValue.request.calling(type.method, accessor(other))
  }

  private func differs(_ value: RequestValue, _ other: RequestValue) -> SwiftExpression {
    guard case .choice(let type) = value.type else {
      return accessor(value).calling("differs", [SwiftArgument("from", accessor(other))])
    }
    return .all([
      expression(value, ChoiceSet(Array(type.names.indices))), isEqual(value, other).negated,
    ])
  }

  /// Returns the expression for the parts of the URL that a value belongs to.
  private func address(of value: RequestValue) -> SwiftExpression {
    SwiftRequestValue(context: context).address(of: value.root ?? .request)
  }

  private func listed(_ list: AppValueKey) -> [SwiftArgument] {
    [SwiftArgument("in", SwiftRequestValue(context: context).accessor(list))]
  }

  // MARK: Texts

  private func expression(
    _ text: SwiftExpression, _ pattern: TextPattern, _ patterns: inout SwiftPatterns
  ) -> SwiftExpression {
    switch pattern {
    case .oneOf(let texts): isOne(text, texts.map { .string($0.string) })
    case .noneOf(let texts): isNone(text, texts.map { .string($0.string) })
    case .prefix(let prefix): text.calling("hasPrefix", .string(prefix.string))
    case .suffix(let suffix): text.calling("hasSuffix", .string(suffix.string))
    case .infix(let part): text.calling("contains", .string(part.string))
    case .glob(let glob): text.calling("isLike", patterns.name(glob, captures, of: text))
    case .expression(let expression): text.calling("matches", context.expressions.name(expression))
    case .ignoringCase(let relation, let other):
      ignoringCase(text).calling(relation.method, .string(other.string))
    }
  }

  private func ignoringCase(_ text: SwiftExpression) -> SwiftExpression {
    .member(text, "ignoringCase")
  }

  private func isOne(
    _ value: SwiftExpression, _ constants: [SwiftExpression]
  ) -> SwiftExpression {
    constants.count == 1
      ? value.calling("equals", constants[0])
      : value.calling("isOne", Self.list("of", constants))
  }

  /// Returns the test that a value is present and differs from the constants. A missing value is neither equal nor
  /// different.
  private func isNone(
    _ value: SwiftExpression, _ constants: [SwiftExpression]
  ) -> SwiftExpression {
    constants.count == 1
      ? value.calling("differs", Self.list("from", constants))
      : value.calling("isNone", Self.list("of", constants))
  }

  /// - Parameter label: the label of the first argument.
  private static func list(_ label: String, _ values: [SwiftExpression]) -> [SwiftArgument] {
    values.enumerated().map { SwiftArgument($0.offset == 0 ? label : nil, $0.element) }
  }

  // MARK: Numbers

  /// The largest number of values that a test lists one by one.
  private static let listedNumbers = 16

  private func expression(_ number: SwiftExpression, _ set: IntegerSet) -> SwiftExpression {
    if set.ranges.isEmpty { return .bool(false) }
    if let numbers = set.numbers(upTo: Self.listedNumbers) {
      return isOne(number, numbers.map { .number($0) })
    }
    if let numbers = set.complement.numbers(upTo: Self.listedNumbers), !numbers.isEmpty {
      return isNone(number, numbers.map { .number($0) })
    }
    return .any(
      set.ranges.map { range in
        var bounds: [SwiftExpression] = []
        if range.lowerBound > .min {
          bounds.append(number.calling("isAtLeast", .number(range.lowerBound)))
        }
        if range.upperBound < .max {
          bounds.append(number.calling("isAtMost", .number(range.upperBound)))
        }
        return bounds.isEmpty ? .member(number, "exists") : .all(bounds)
      })
  }

  // MARK: Choices

  private func expression(_ value: RequestValue, _ set: ChoiceSet) -> SwiftExpression {
    switch value.type {
    case .bool:
      switch (set.contains(true), set.contains(false)) {
      case (true, true): return .bool(true)
      case (true, false): return accessor(value)
      case (false, true): return accessor(value).negated
      case (false, false): return .bool(false)
      }
    case .choice(let type):
      if set.positions.isEmpty { return .bool(false) }
      let others = value.isAlwaysPresent ? set.complement(type.names.count) : set
      let isLarge = set.positions.count > others.positions.count
      let named = (isLarge ? others : set).positions.map { type.names[$0] }
      if named.isEmpty { return .bool(isLarge) }
      let test = SwiftRequestValue.request.calling(
        type.method, named.map { SwiftArgument(nil, .implicit($0)) })
      return isLarge ? test.negated : test
    case .string, .int, .url, .strings, .urls: return .bool(false)
    }
  }

  // MARK: Origins

  private func isIn(_ origins: [OriginSet], _ value: RequestValue) -> SwiftExpression {
    address(of: value).calling(
      "isIn",
      origins.map {
        SwiftArgument(nil, .implicit(SwiftNames.afterDot(context.prefix + $0.name)))
      })
  }

  /// Returns one call that tests several origins; nil for other conditions.
  private func origins(_ parts: [CoreCondition]) -> SwiftExpression? {
    guard case .test(let value, .origin)? = parts.first else { return nil }
    let origins = parts.compactMap { part in
      if case .test(value, .origin(let origin)) = part { origin } else { nil }
    }
    return origins.count == parts.count ? isIn(origins, value) : nil
  }

  // MARK: Captures

  /// Returns the condition as an expression of type `Captures?`, which is nil if the condition is false.
  func capturing(
    _ condition: CoreCondition, _ patterns: inout SwiftPatterns
  ) -> SwiftExpression {
    if condition.captures.isEmpty {
      return SwiftExpression.name("Captures").calling("when", expression(condition, &patterns))
    }
    switch condition {
    case .any(let parts):
      var alternatives: [SwiftExpression] = []
      for part in parts { alternatives.append(capturing(part, &patterns)) }
      return .infix(.coalescing, alternatives)
    case .all(let parts):
      var all: [SwiftExpression] = []
      for part in Self.runs(parts) { all.append(capturing(part, &patterns)) }
      return all.dropFirst().reduce(all[0]) { $0.calling("and", $1) }
    case .test(let value, .member(.glob(let glob))):
      let text = accessor(value)
      return text.calling("captures", patterns.name(glob, captures, of: text))
    case .test, .constant, .not: preconditionFailure("captures nothing")
    }
  }

  /// Returns the parts in their order, with consecutive parts without captures combined.
  private static func runs(_ parts: [CoreCondition]) -> [CoreCondition] {
    var runs: [CoreCondition] = []
    var plain: [CoreCondition] = []
    func close() {
      if !plain.isEmpty { runs.append(plain.count == 1 ? plain[0] : .all(plain)) }
      plain = []
    }
    for part in parts {
      if part.captures.isEmpty {
        plain.append(part)
      } else {
        close()
        runs.append(part)
      }
    }
    close()
    return runs
  }
}

extension ChoiceSet {
  fileprivate func contains(_ value: Bool) -> Bool { contains(value ? 1 : 0) }
}

extension ChoiceType {
  /// The method of a request that tests the choice.
  fileprivate var method: String {
    switch self {
    case .navigation: "isNavigation"
    case .frame: "isFrame"
    case .source: "isFromSource"
    }
  }
}

extension TextRelation {
  /// The method of a text that tests the relation.
  fileprivate var method: String {
    switch self {
    case .prefix: "hasPrefix"
    case .suffix: "hasSuffix"
    case .infix: "contains"
    case .pattern: "isLike"
    case .ignoringCase(let relation): relation.method
    }
  }
}

extension CaselessRelation {
  /// The method of a text that tests the relation.
  fileprivate var method: String { withCase?.method ?? "equals" }
}
