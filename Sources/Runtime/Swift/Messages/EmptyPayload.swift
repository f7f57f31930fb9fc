//: output BasculeMessages
//: needs JSON

nonisolated extension JSON {
  /// The payload of a message; an object without fields if the message has none.
  @_spi(Generated) public var orEmpty: JSON {
    if case .null = self { .object([:]) } else { self }
  }
}
