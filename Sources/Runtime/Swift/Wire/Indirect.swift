//: output BasculeWire

/// Stores a field of a model that contains itself.
///
/// This type is no property wrapper, since Swift 6 does not accept wrapped properties in `nonisolated` types.
@_spi(Generated)
public nonisolated indirect enum Indirect<Value: Sendable & Hashable>: Sendable, Hashable {
  case stored(Value)

  @_spi(Generated) public var value: Value {
    switch self {
    case .stored(let value): value
    }
  }
}
