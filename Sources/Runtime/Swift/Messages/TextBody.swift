//: output BasculeMessages
//: needs JSONText

nonisolated extension JSON {
  /// The JSON value that is encoded in this string.
  @_spi(Generated) public var valueOfText: JSON {
    get throws {
      guard case .string(let text) = self else {
        throw WireError(expected: "JSON text", found: kind)
      }
      return try JSON(text: text)
    }
  }
}
