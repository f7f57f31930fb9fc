//: output BasculeWire
//: needs WireEnumeration RequestText

nonisolated extension WireEnumeration {
  /// Creates the value of a text; nil if it is not a declared value.
  @_spi(Generated) public init?(declared text: RequestText) {
    guard text.exists else { return nil }
    self.init(wire: text.withBytes { String(decoding: $0, as: UTF8.self) })
    if isUnknown { return nil }
  }
}
