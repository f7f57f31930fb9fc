//: output BasculeWire
//: needs WireValue

extension Optional: WireValue where Wrapped: WireValue {
  public init(json: JSON) throws {
    self = json == .null ? .none : .some(try Wrapped(json: json))
  }

  public var encodedJSON: JSON { self?.encodedJSON ?? .null }
  public static var whenAbsent: Self? { .some(nil) }
  public static var isReadFromText: Bool { Wrapped.isReadFromText }
  public var isLeftOut: Bool { self == nil }
}
