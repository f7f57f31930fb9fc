//: output BasculeWire
//: needs WireValue JSONText WireErrorPath

nonisolated extension Dictionary: WireValue where Key == String, Value: WireValue {
  public dynamic init(json: JSON) throws {
    guard case .object(let values) = json else {
      throw WireError(expected: "an object", found: json.kind)
    }
    self = [:]
    for (key, value) in values {
      do {
        self[key] = .some(try Value(json: value))
      } catch let error as WireError {
        throw error.below(key: key)
      }
    }
  }

  public dynamic var encodedJSON: JSON { .object(mapValues(\.encodedJSON)) }
}
