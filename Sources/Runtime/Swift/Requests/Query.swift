//: output BasculeRequest
//: needs PercentDecoding NavigationRequest WrittenParts

/// Iterates over the items of a query that are not empty, as written.
nonisolated struct QueryItems {
  private var index: Int
  private let end: Int

  /// - Parameter bytes: the bytes of the whole address.
  init(_ layout: AddressLayout, _ bytes: UnsafeBufferPointer<UInt8>) {
    let query = layout.query(bytes) ?? 0..<0
    index = query.lowerBound
    end = query.upperBound
  }

  /// Returns the name and value of the next item; nil at the end.
  ///
  /// - Parameter bytes: the bytes of the whole address.
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
  /// Returns the range after the `?`; nil if there is none.
  func query(_ bytes: UnsafeBufferPointer<UInt8>) -> Swift.Range<Int>? {
    guard pathEnd < end, bytes[pathEnd] == UInt8(ascii: "?") else { return nil }
    return (pathEnd + 1)..<numberSign(bytes)
  }
}

nonisolated extension AddressParts {
  var rawQuery: RequestText { part(text.withBytes { layout.query($0) }) }

  /// Returns the first value of a key; empty for `?key` and `?key=`.
  func query(_ key: StaticString) -> RequestText { key.withUTF8Buffer { query($0, .query) } }

  func query(_ key: UnsafeBufferPointer<UInt8>, _ decoding: PartDecoding) -> RequestText {
    let value = text.withBytes { bytes -> Swift.Range<Int>? in
      var items = QueryItems(layout, bytes)
      while let item = items.next(bytes) {
        if bytes.hasText(key, in: item.name, decoding) { return item.value }
      }
      return nil
    }
    return part(value).decoded(decoding)
  }
}

nonisolated extension UnsafeBufferPointer<UInt8> {
  /// Returns whether the decoded part equals the text.
  @inline(__always) func hasText(
    _ text: UnsafeBufferPointer<UInt8>, in part: Swift.Range<Int>, _ decoding: PartDecoding
  ) -> Bool {
    // A byte of the text takes at most three bytes if it is escaped.
    if part.count < text.count || part.count > 3 * text.count { return false }
    return withDecoded(part, decoding) { $0.count == text.count && $0.begins(with: text, at: 0) }
  }
}

extension NavigationRequest {
  @_spi(Generated) public var rawQuery: RequestText { parts.rawQuery }
  @_spi(Generated) public func query(_ key: StaticString) -> RequestText { parts.query(key) }
}
