//: output BasculeWire
//: needs WireValue JSONText WireErrorPath

nonisolated extension Array: WireValue where Element: WireValue {
  public dynamic init(json: JSON) throws {
    guard case .array(let values) = json else {
      throw WireError(expected: "an array", found: json.kind)
    }
    self = []
    reserveCapacity(values.count)
    for index in values.indices {
      do {
        append(try Element(json: values[index]))
      } catch let error as WireError {
        throw error.below(index: index)
      }
    }
  }

  public dynamic var encodedJSON: JSON { .array(map(\.encodedJSON)) }
}
