//: output BasculeWire
//: needs WireValue

nonisolated extension Bool: WireValue {
  public init(json: JSON) throws {
    guard case .bool(let value) = json else {
      throw WireError(expected: "a Boolean", found: json.kind)
    }
    self = value
  }

  public var encodedJSON: JSON { .bool(self) }
}
