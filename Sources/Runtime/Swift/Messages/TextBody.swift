//: output BasculeMessages
//: needs JSONText

nonisolated extension JSON {
  /// The value whose JSON text this is.
  @_spi(Generated) public var valueOfText: JSON {
    get throws {
      guard case .string(let text) = self else {
        throw WireError(expected: "JSON text", found: kind)
      }
      return try JSON(text: text)
    }
  }
}
