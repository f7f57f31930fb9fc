//: output BasculeWire
//: needs WireValue DateText

nonisolated extension JSON: WireValue {
  public init(json: JSON) throws {
    guard json.isFinite else {
      throw WireError(expected: "JSON", found: "a number that is not finite")
    }
    self = json
  }
  public var encodedJSON: JSON { self }

  /// True if JSON can represent all numbers in the value.
  private var isFinite: Bool {
    switch self {
    case .number(let value): value.isFinite
    case .array(let values): values.allSatisfy(\.isFinite)
    case .object(let values): values.values.allSatisfy(\.isFinite)
    case .null, .bool, .string: true
    }
  }
}
