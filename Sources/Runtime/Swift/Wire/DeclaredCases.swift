//: output BasculeWire
//: needs WireEnumeration RequestText

nonisolated extension WireEnumeration {
  /// nil unless the text is a declared value.
  @_spi(Generated) public init?(declared text: RequestText) {
    guard let text = text.value else { return nil }
    self.init(wire: text)
    if isUnknown { return nil }
  }
}
