//: output BasculeRequest
//: needs TextSearch

nonisolated extension RequestText {
  /// Both texts are present, and this one begins with the other one.
  @_spi(Generated) public func hasPrefix(_ other: RequestText) -> Bool {
    exists && other.exists && withBytes { bytes in other.withBytes { bytes.starts(with: $0) } }
  }

  /// Both texts are present, and this one ends with the other one.
  @_spi(Generated) public func hasSuffix(_ other: RequestText) -> Bool {
    exists && other.exists
      && withBytes { bytes in other.withBytes { bytes.suffix($0.count).elementsEqual($0) } }
  }

  /// Both texts are present, and this one contains the other one.
  @_spi(Generated) public func contains(_ other: RequestText) -> Bool {
    exists && other.exists && withBytes { bytes in other.withBytes { bytes.contains($0) } }
  }
}
