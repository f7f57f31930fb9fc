//: output BasculeWire
//: needs JSON

/// A value that app and page exchange as JSON.
public protocol WireValue: Sendable, Hashable {
  init(json: JSON) throws
  /// The value as JSON. A model's field cannot have this name.
  var encodedJSON: JSON { get }
  //: if WireObject
  /// The value of an absent field; nil if the field is required.
  static var whenAbsent: Self? { get }
  /// True if a field with this value is omitted.
  var isLeftOut: Bool { get }
  //: end
  //: if JSONText
  /// True if a message body can also be the JSON text of a value.
  static var isReadFromText: Bool { get }
  //: end
}
//: if JSONText

extension WireValue {
  //: if WireObject
  public static var whenAbsent: Self? { nil }
  public var isLeftOut: Bool { false }
  //: end
  public static var isReadFromText: Bool { false }

  /// The value of a message body: the value itself, or its JSON text.
  @_spi(Generated) public dynamic init(body: JSON) throws {
    if case .string(let text) = body, Self.isReadFromText {
      try self.init(json: JSON(text: text))
    } else {
      try self.init(json: body)
    }
  }
}
//: end
