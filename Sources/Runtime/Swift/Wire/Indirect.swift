//: output BasculeWire

/// Stores a field of a model that contains itself.
///
/// It is no property wrapper: Swift 6 takes no wrapped property in a type that is `nonisolated`.
@_spi(Generated)
public nonisolated indirect enum Indirect<Value: Sendable & Hashable>: Sendable, Hashable {
  case stored(Value)

  @_spi(Generated) public var value: Value {
    switch self {
    case .stored(let value): value
    }
  }
}
