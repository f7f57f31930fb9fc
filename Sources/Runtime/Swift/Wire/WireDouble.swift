//: output BasculeWire
//: needs WireValue

nonisolated extension Double: WireValue {
  public init(json: JSON) throws {
    guard case .number(let number) = json else {
      throw WireError(expected: "a number", found: json.kind)
    }
    guard number.isFinite else {
      throw WireError(expected: "a number", found: "a number that is not finite")
    }
    self = number
  }

  /// The number as JSON. Infinity and NaN become null, as in JavaScript.
  public var encodedJSON: JSON { isFinite ? .number(self) : .null }
}
