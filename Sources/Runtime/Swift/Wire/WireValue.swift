//: output BasculeWire
//: needs JSON

/// A value that app and page exchange as JSON.
public nonisolated protocol WireValue: Sendable {
  init(json: JSON) throws
  /// The value as JSON. A field of a model cannot have this name.
  var encodedJSON: JSON { get }
}
//: if JSONText

nonisolated extension WireValue {
  /// Creates the value of a message body that is an object, a list, or the JSON text of one.
  @_spi(Generated) public dynamic init(body: JSON) throws {
    if case .string(let text) = body {
      try self.init(json: JSON(text: text))
    } else {
      try self.init(json: body)
    }
  }
}
//: end
