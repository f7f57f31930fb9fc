package import Requests
package import Text

/// A condition of a rule as written; its tests are lowered to core tests.
package indirect enum Condition: Sendable {
  case constant(Bool, Location)
  case test(Test)
  case not(Condition, Location)
  /// Two or more, in source order.
  case all([Condition], Location)
  /// Two or more, in source order.
  case any([Condition], Location)

  package var location: Location {
    switch self {
    case .constant(_, let location), .not(_, let location), .all(_, let location),
      .any(_, let location):
      location
    case .test(let test): test.location
    }
  }

  /// The operands of the outermost `&&`, or the condition itself.
  package var operands: [Condition] {
    guard case .all(let parts, _) = self else { return [self] }
    return parts.flatMap(\.operands)
  }

  /// The condition over core tests.
  package var core: CoreCondition {
    switch self {
    case .constant(let value, _): .constant(value)
    case .test(let test): test.core
    case .not(let inner, _): .not(inner.core)
    case .all(let parts, _): .all(parts.map(\.core))
    case .any(let parts, _): .any(parts.map(\.core))
    }
  }
}

/// A written predicate on one value of the request.
package struct Test: Sendable {
  /// The value that is written.
  package var subject: RequestValue
  package var core: CoreCondition
  package var location: Location
}

/// A name bound by `{name}` in a `like` pattern.
package struct Capture: Hashable, Sendable {
  package var name: String
  /// `string` unless `{name: Type}` is written; the pattern matches only text that converts.
  package var type: ValueType
  package var location: Location
}
