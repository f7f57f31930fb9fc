//: output BasculeWire
//: needs WireValue

nonisolated extension Optional: WireValue where Wrapped: WireValue {
  public dynamic init(json: JSON) throws {
    if case .null = json { self = .none } else { self = .some(try Wrapped(json: json)) }
  }

  public dynamic var encodedJSON: JSON { self?.encodedJSON ?? .null }
}
