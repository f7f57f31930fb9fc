package import Requests
package import Text

/// The limits of a handler: for each kind of chain, the first value that the handler names and such chains do not
/// have.
package struct HandlerLimits: Hashable, Sendable {
  package struct Value: Hashable, Sendable {
    package var text: String
    package var location: Location
  }

  private var missing: [ChainKind: Value] = [:]

  package init() {}

  /// The first value that chains of the kind do not have; nil if they have all values.
  package subscript(kind: ChainKind) -> Value? { missing[kind] }

  /// Returns whether the same kinds of chains have all values.
  func hasSameKinds(as other: HandlerLimits) -> Bool {
    ChainKind.allCases.allSatisfy { (self[$0] == nil) == (other[$0] == nil) }
  }

  func moved(_ transform: (Location) -> Location) -> HandlerLimits {
    var moved = self
    moved.missing = missing.mapValues { Value(text: $0.text, location: transform($0.location)) }
    return moved
  }

  /// Adds the limits of a named condition that is used at the location.
  mutating func note(_ other: HandlerLimits, at location: Location) {
    for (kind, value) in other.missing where missing[kind] == nil {
      missing[kind] = Value(text: value.text, location: location)
    }
  }

  mutating func note(_ condition: RequestCondition, at location: Location) {
    note(condition.rawValue, at: location) { condition.exists(in: $0) }
  }

  mutating func note(_ value: RequestValue, at location: Location) {
    note(value.text, at: location) { value.exists(in: $0) }
  }

  /// Adds a value that only some kinds of chains have.
  ///
  /// - Parameter exists: returns whether chains of the kind have the value.
  mutating func note(
    _ text: @autoclosure () -> String, at location: Location, where exists: (ChainKind) -> Bool
  ) {
    for kind in ChainKind.allCases where !exists(kind) && missing[kind] == nil {
      missing[kind] = Value(text: text(), location: location)
    }
  }
}
