//: output BasculeWire
//: needs WireValue IntegerRange

nonisolated extension Int: WireValue {
  public init(json: JSON) throws {
    guard case .number(let number) = json else {
      throw WireError(expected: "an integer", found: json.kind)
    }
    guard let value = Int(exactly: number), Self.rangeOnWire.contains(value) else {
      let isFraction = number.isFinite && number != number.rounded()
      let found = isFraction ? "with a fraction" : "beyond ±\(Self.rangeOnWire.upperBound)"
      throw WireError(expected: "an integer", found: "a number \(found)")
    }
    self = value
  }

  /// The number as JSON. Beyond ±(2^53−1), it becomes the nearest number in JavaScript.
  public var encodedJSON: JSON { .number(Double(self)) }
}
