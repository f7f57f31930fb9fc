package import Semantics
package import Text

/// A part of a condition that does not hold, and why.
package struct FailedPart: Sendable {
  package struct Seen: Sendable {
    package var subject: RequestValue
    /// nil: missing.
    package var value: RequestConstant?
  }

  package var location: Location
  /// The values that the part asked about, each once.
  package var seen: [Seen]
}

/// Evaluates a condition for a request.
enum ConditionResult {
  /// With the captures of the patterns that made it hold.
  case holds(CapturedTexts)
  /// With the smallest parts that would have to hold.
  case fails([FailedPart])
}

/// Asks a condition about one request: left to right, and no further than needed.
struct ConditionEvaluation {
  let request: Request
  let rules: RuleSet
  /// Types of the rule's captures.
  let types: [ValueType]

  func result(_ condition: Condition) -> ConditionResult {
    switch condition {
    case .constant(let value, let location):
      return value ? .holds([:]) : .fails([FailedPart(location: location, seen: [])])
    case .test(let test):
      if let captures = captures(test.predicate, test.subject) { return .holds(captures) }
      return .fails([FailedPart(location: test.location, seen: seen(condition))])
    case .not(let inner, let location):
      guard case .holds = result(inner) else { return .holds([:]) }
      return .fails([FailedPart(location: location, seen: seen(inner))])
    case .all(let parts, _):
      var captures: CapturedTexts = [:]
      for part in parts {
        switch result(part) {
        case .holds(let more): captures.merge(more) { first, _ in first }
        case .fails(let failed): return .fails(failed)
        }
      }
      return .holds(captures)
    case .any(let parts, _):
      var failed: [FailedPart] = []
      for part in parts {
        switch result(part) {
        case .holds(let captures): return .holds(captures)
        case .fails(let more): failed += more
        }
      }
      return .fails(failed)
    }
  }

  /// The captures of the predicate; nil if it is false.
  private func captures(_ predicate: Predicate, _ subject: RequestValue) -> CapturedTexts? {
    guard let value = request.value(of: subject) else { return nil }
    switch predicate {
    case .like(let glob):
      guard case .string(let text) = value else { return nil }
      return GlobMatcher.captures(glob, in: text, types: types, rules)
    case .likeURL(let glob):
      return URLGlobMatcher.captures(glob, in: request.url, types: types, rules)
    default:
      return holds(predicate, value) ? [:] : nil
    }
  }

  private func holds(_ predicate: Predicate, _ value: RequestConstant) -> Bool {
    switch predicate {
    case .isTrue: return value == .bool(true)
    case .equal(let constant): return isSame(value, constant)
    case .notEqual(let constant): return !isSame(value, constant)
    case .oneOf(let constants): return constants.contains { isSame(value, $0) }
    case .noneOf(let constants): return !constants.contains { isSame(value, $0) }
    case .ordered(let order, let bound):
      guard case .int(let number) = value else { return false }
      return switch order {
      case .less: number < bound
      case .lessOrEqual: number <= bound
      case .greater: number > bound
      case .greaterOrEqual: number >= bound
      }
    case .hasPrefix(let prefix): return text(value)?.starts(with: prefix.utf8) ?? false
    case .hasSuffix(let suffix):
      return text(value)?.reversed().starts(with: suffix.utf8.reversed()) ?? false
    case .contains(let part): return text(value).map { contains($0, Array(part.utf8)) } ?? false
    case .matches(let expression):
      guard case .string(let text) = value else { return false }
      return RegularExpressionMatcher(expression).matches(text)
    case .exists: return true
    case .inOrigins(let origins): return URLGlobMatcher.isIn(origins, request.url, rules)
    case .notInOrigins(let origins): return !URLGlobMatcher.isIn(origins, request.url, rules)
    case .like, .likeURL: return false
    }
  }

  /// By their bytes: Swift's strings are equal where only their canonical forms are.
  private func isSame(_ a: RequestConstant, _ b: RequestConstant) -> Bool {
    switch (a, b) {
    case (.string(let a), .string(let b)), (.url(let a), .url(let b)):
      a.utf8.elementsEqual(b.utf8)
    default: a == b
    }
  }

  private func text(_ value: RequestConstant) -> [UInt8]? {
    if case .string(let text) = value { Array(text.utf8) } else { nil }
  }

  private func contains(_ text: [UInt8], _ part: [UInt8]) -> Bool {
    text.indices.contains { text[$0...].starts(with: part) } || part.isEmpty
  }

  /// The values that a condition asks about, each once.
  private func seen(_ condition: Condition) -> [FailedPart.Seen] {
    var subjects: [RequestValue] = []
    func collect(_ condition: Condition) {
      switch condition {
      case .constant: break
      case .test(let test):
        if !subjects.contains(test.subject) { subjects.append(test.subject) }
      case .not(let inner, _): collect(inner)
      case .all(let parts, _), .any(let parts, _): for part in parts { collect(part) }
      }
    }
    collect(condition)
    return subjects.map { FailedPart.Seen(subject: $0, value: request.value(of: $0)) }
  }
}
