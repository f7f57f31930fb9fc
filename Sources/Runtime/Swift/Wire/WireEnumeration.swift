//: output BasculeWire
//: needs WireValue WireString

/// A string with declared values, which keeps unknown values too.
public nonisolated protocol WireEnumeration: WireValue, Codable, Hashable, RawRepresentable,
  CustomStringConvertible
where RawValue == String {
  init(wire text: String)
  var wireText: String { get }
  var isUnknown: Bool { get }
}

nonisolated extension WireEnumeration {
  public init(rawValue: String) { self.init(wire: rawValue) }
  public var rawValue: String { wireText }
  public var description: String { wireText }

  public dynamic init(json: JSON) throws { self.init(wire: try String(json: json)) }
  public dynamic var encodedJSON: JSON { .string(wireText) }

  public dynamic static func == (left: Self, right: Self) -> Bool {
    left.wireText == right.wireText
  }
  public dynamic func hash(into hasher: inout Hasher) { hasher.combine(wireText) }

  public dynamic init(from decoder: any Decoder) throws {
    self.init(wire: try decoder.singleValueContainer().decode(String.self))
  }

  public dynamic func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(wireText)
  }
}
