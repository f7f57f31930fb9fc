//: output BasculeRequest
//: needs TextSearch

nonisolated extension RequestText {
  /// Returns whether both texts are present and this text begins with the other one.
  @_spi(Generated) public func hasPrefix(_ other: RequestText) -> Bool {
    exists && other.exists && withBytes { bytes in other.withBytes { bytes.starts(with: $0) } }
  }

  /// Returns whether both texts are present and this text ends with the other one.
  @_spi(Generated) public func hasSuffix(_ other: RequestText) -> Bool {
    exists && other.exists
      && withBytes { bytes in other.withBytes { bytes.suffix($0.count).elementsEqual($0) } }
  }

  /// Returns whether both texts are present and this text contains the other one.
  @_spi(Generated) public func contains(_ other: RequestText) -> Bool {
    exists && other.exists && withBytes { bytes in other.withBytes { bytes.contains($0) } }
  }
}
