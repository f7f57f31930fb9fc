//: output BasculeWire

/// Stores a field of a model that contains itself.
@propertyWrapper
public nonisolated indirect enum Indirect<Value: Sendable & Hashable>: Sendable, Hashable {
  case value(Value)

  public init(wrappedValue: Value) { self = .value(wrappedValue) }

  public var wrappedValue: Value {
    get {
      switch self {
      case .value(let value): value
      }
    }
    set { self = .value(newValue) }
  }
}
