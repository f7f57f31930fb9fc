//: output BasculeRequest
//: needs Query

nonisolated extension AddressParts {
  /// The first value of a key; empty for `?key` and `?key=`. A `+` is no space.
  func rawQuery(_ key: StaticString) -> RequestText {
    var items = text.withBytes { QueryItems(layout, $0) }
    while let item = text.withBytes({ items.next($0) }) {
      guard part(item.name).decoded(keepsSlashes: false).equals(key) else { continue }
      return part(item.value).decoded(keepsSlashes: false)
    }
    return .missing
  }
}

extension NavigationRequest {
  @_spi(Generated) public func rawQuery(_ key: StaticString) -> RequestText { parts.rawQuery(key) }
}
