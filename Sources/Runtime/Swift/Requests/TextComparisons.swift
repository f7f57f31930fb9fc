//: output BasculeRequest
//: needs RequestText

nonisolated extension RequestText {
  @_spi(Generated) public func differs(from other: StaticString) -> Bool {
    exists && !equals(other)
  }

  @_spi(Generated) public func isOne(of others: StaticString...) -> Bool {
    others.contains { equals($0) }
  }

  @_spi(Generated) public func isNone(of others: StaticString...) -> Bool {
    exists && !others.contains { equals($0) }
  }

  /// Returns whether the text is present and has the same bytes as the other text.
  func isSame(as other: String) -> Bool {
    exists && withBytes { bytes in other.withBytes { bytes.elementsEqual($0) } }
  }
}
