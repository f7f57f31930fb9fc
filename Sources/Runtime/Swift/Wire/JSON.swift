//: output BasculeWire
//: needs WireError

/// Any JSON value.
public nonisolated indirect enum JSON: Sendable, Hashable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSON])
  case object([String: JSON])

  //: if WireObject
  public static func == (left: JSON, right: JSON) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.number(let left), .number(let right)): left == right
    case (.string(let left), .string(let right)): left == right
    case (.array(let left), .array(let right)): areEqual(left, right)
    case (.object(let left), .object(let right)): areEqual(left, right)
    default: false
    }
  }

  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .bool(let value): hasher.combine(value)
    case .number(let value): hasher.combine(value)
    case .string(let value): hasher.combine(value)
    case .array(let values): Self.combine(values, &hasher)
    case .object(let values): Self.combine(values, &hasher)
    }
  }

  // `dynamic` keeps the comparison of lists and objects from being compiled again.
  private dynamic static func areEqual<Value: Equatable>(_ left: Value, _ right: Value) -> Bool {
    left == right
  }

  private dynamic static func combine<Value: Hashable>(_ value: Value, _ hasher: inout Hasher) {
    hasher.combine(value)
  }

  //: end
  /// The kind of the value, for error messages.
  @_spi(Generated) public var kind: String {
    switch self {
    case .null: "null"
    case .bool: "a Boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}
