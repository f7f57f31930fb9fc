//: output BasculeRequest
//: needs Query

nonisolated extension AddressParts {
  /// Returns the first value of a key; empty for `?key` and `?key=`. A `+` is not decoded.
  func rawQuery(_ key: StaticString) -> RequestText { key.withUTF8Buffer { query($0, .plain) } }
}

extension NavigationRequest {
  @_spi(Generated) public func rawQuery(_ key: StaticString) -> RequestText { parts.rawQuery(key) }
}
