//: output BasculeWire
//: needs WireValue JSONText WireErrorPath

/// A union whose cases have different kinds of JSON.
public nonisolated protocol WireKinds: WireValue {
  init(from json: JSON) throws
  func write(to json: inout JSON)
}

nonisolated extension WireKinds {
  public dynamic init(json: JSON) throws { try self.init(from: json) }

  public dynamic var encodedJSON: JSON {
    var json = JSON.null
    write(to: &json)
    return json
  }

  // `Codable` needs this initializer in an app that declares the conformance.

  public dynamic init(from decoder: any Decoder) throws {
    try self.init(json: JSON(from: decoder))
  }

  public dynamic func encode(to encoder: any Encoder) throws {
    try encodedJSON.encode(to: encoder)
  }
}
