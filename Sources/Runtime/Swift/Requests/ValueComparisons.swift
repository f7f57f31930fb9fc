//: output BasculeRequest
//: needs RequestText RequestNumber

nonisolated extension RequestText {
  /// Returns whether both texts are present and equal.
  @_spi(Generated) public func equals(_ other: RequestText) -> Bool {
    exists && other.exists
      && withBytes { bytes in other.withBytes { bytes.elementsEqual($0) } }
  }

  /// Returns whether both texts are present and different.
  @_spi(Generated) public func differs(from other: RequestText) -> Bool {
    exists && other.exists && !equals(other)
  }
}

nonisolated extension RequestNumber {
  /// Returns whether both numbers are present and equal.
  @_spi(Generated) public func equals(_ other: RequestNumber) -> Bool {
    exists && value == other.value
  }

  /// Returns whether both numbers are present and different.
  @_spi(Generated) public func differs(from other: RequestNumber) -> Bool {
    exists && other.exists && value != other.value
  }
}
