//: output BasculeMessages
//: needs JSON

nonisolated extension JSON {
  /// An object without fields if a message has no payload; else the payload.
  @_spi(Generated) public var orEmpty: JSON {
    if case .null = self { .object([:]) } else { self }
  }
}
