//: output BasculeWire
//: needs WireValue

nonisolated extension String: WireValue {
  public init(json: JSON) throws {
    guard case .string(let text) = json else {
      throw WireError(expected: "a string", found: json.kind)
    }
    self = text
  }

  public var encodedJSON: JSON { .string(self) }
}
