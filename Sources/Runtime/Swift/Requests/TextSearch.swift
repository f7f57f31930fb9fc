//: output BasculeRequest
//: needs RequestText

nonisolated extension RequestText {
  @_spi(Generated) public func hasSuffix(_ suffix: StaticString) -> Bool {
    exists
      && withBytes { bytes in
        suffix.withUTF8Buffer { bytes.begins(with: $0, at: bytes.count - $0.count) }
      }
  }

  @_spi(Generated) public func contains(_ part: StaticString) -> Bool {
    exists && withBytes { bytes in part.withUTF8Buffer { bytes.contains($0) } }
  }
}

nonisolated extension UnsafeBufferPointer<UInt8> {
  /// Returns whether the bytes contain the part, in linear time (Knuth, Morris and Pratt).
  func contains(_ part: UnsafeBufferPointer<UInt8>) -> Bool {
    if part.isEmpty || part.count > count { return part.isEmpty }
    return withUnsafeTemporaryAllocation(of: Int.self, capacity: part.count) { borders in
      // For each number of bytes, less one: the length of the longest border of that prefix.
      borders.initialize(repeating: 0)
      /// Returns the length of the longest prefix of the part at the end of the text, after one more byte of the text.
      func advance(_ matched: Int, _ byte: UInt8) -> Int {
        var matched = matched
        while matched > 0, part[matched] != byte { matched = borders[matched - 1] }
        return part[matched] == byte ? matched + 1 : 0
      }
      for index in part.indices.dropFirst() {
        borders[index] = advance(borders[index - 1], part[index])
      }
      var matched = 0
      return contains { byte in
        matched = advance(matched, byte)
        return matched == part.count
      }
    }
  }
}
