//: output BasculeRequest
//: needs PercentDecoding NavigationRequest WrittenParts

/// Iterates over the items of a query that are not empty, as written.
nonisolated struct QueryItems {
  private var index: Int
  private let end: Int

  /// - Parameter bytes: of the whole address.
  init(_ layout: AddressLayout, _ bytes: UnsafeBufferPointer<UInt8>) {
    let query = layout.query(bytes) ?? 0..<0
    index = query.lowerBound
    end = query.upperBound
  }

  /// - Parameter bytes: of the whole address.
  mutating func next(
    _ bytes: UnsafeBufferPointer<UInt8>
  ) -> (name: Swift.Range<Int>, value: Swift.Range<Int>)? {
    while index < end, bytes[index] == UInt8(ascii: "&") { index += 1 }
    if index >= end { return nil }
    let item = index..<bytes.firstIndex(of: UInt8(ascii: "&"), in: index..<end)
    let nameEnd = bytes.firstIndex(of: UInt8(ascii: "="), in: item)
    index = item.upperBound
    return (item.lowerBound..<nameEnd, min(nameEnd + 1, item.upperBound)..<item.upperBound)
  }
}

nonisolated extension AddressLayout {
  /// The range after the `?`; nil if there is none.
  func query(_ bytes: UnsafeBufferPointer<UInt8>) -> Swift.Range<Int>? {
    guard pathEnd < end, bytes[pathEnd] == UInt8(ascii: "?") else { return nil }
    return (pathEnd + 1)..<numberSign(bytes)
  }
}

nonisolated extension AddressParts {
  var rawQuery: RequestText { part(text.withBytes { layout.query($0) }) }

  /// The first value of a key; empty for `?key` and `?key=`.
  func query(_ key: StaticString) -> RequestText { query { $0.equals(key) } }

  func query(_ isKey: (RequestText) -> Bool) -> RequestText {
    var items = text.withBytes { QueryItems(layout, $0) }
    while let item = text.withBytes({ items.next($0) }) {
      if isKey(part(item.name).decodedQuery) { return part(item.value).decodedQuery }
    }
    return .missing
  }
}

nonisolated extension UnsafeBufferPointer<UInt8> {
  /// The first offset of `%` or `+` in the range; the end of the range if there is none.
  @inline(__always) func firstQueryEscape(in range: Swift.Range<Int>) -> Int {
    firstPlace(in: range, marks: { $0.marks(0x25...0x25) | $0.marks(0x2B...0x2B) }) { _ in true }
  }
}

nonisolated extension RequestText {
  /// The text of a key or value of a query, where `+` is a space.
  var decodedQuery: RequestText {
    if withBytes({ $0.firstQueryEscape(in: $0.indices) == $0.count }) { return self }
    return RequestText(
      withBytes { bytes in
        let bytes = bytes.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
        return bytes.withUnsafeBufferPointer { Self.decoded($0, keepsSlashes: false) }
      })
  }
}

extension NavigationRequest {
  @_spi(Generated) public var rawQuery: RequestText { parts.rawQuery }
  @_spi(Generated) public func query(_ key: StaticString) -> RequestText { parts.query(key) }
}
