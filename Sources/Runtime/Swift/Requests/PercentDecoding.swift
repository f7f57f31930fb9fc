//: output BasculeRequest
//: needs RequestText

/// The decoding of escapes in a part of a URL.
nonisolated enum PartDecoding {
  /// Keeps `%2F` and `%5C` escaped, since they do not separate components.
  case path
  /// Decodes `+` as a space.
  case query
  case plain
}

nonisolated extension RequestText {
  /// Decodes percent escapes once. A malformed escape, or one that is not UTF-8, is kept.
  func decoded(_ decoding: PartDecoding) -> RequestText {
    if withBytes({ !$0.hasEscapes($0.indices, decoding) }) { return self }
    return RequestText(
      withBytes { bytes in
        String(unsafeUninitializedCapacity: bytes.count) {
          bytes.decode(bytes.indices, decoding, into: $0)
        }
      })
  }
}

nonisolated extension UnsafeBufferPointer<UInt8> {
  //: if Query
  /// Calls `body` with the decoded bytes of a part. Bytes without escapes are not copied.
  @inline(__always) func withDecoded<Result>(
    _ part: Swift.Range<Int>, _ decoding: PartDecoding,
    _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    if !hasEscapes(part, decoding) { return body(UnsafeBufferPointer(rebasing: self[part])) }
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: part.count) { decoded in
      let count = decode(part, decoding, into: decoded)
      return body(UnsafeBufferPointer(rebasing: decoded[..<count]))
    }
  }

  //: end
  @inline(__always) func hasEscapes(
    _ part: Swift.Range<Int>, _ decoding: PartDecoding
  ) -> Bool {
    let end =
      switch decoding {
      case .query:
        firstPlace(in: part, marks: { $0.marks(0x25...0x25) | $0.marks(0x2B...0x2B) }) { _ in true }
      case .path, .plain: firstIndex(of: UInt8(ascii: "%"), in: part)
      }
    return end < part.upperBound
  }

  /// Writes the decoded bytes of a part, and returns their number, which is at most the length of the part.
  fileprivate func decode(
    _ part: Swift.Range<Int>, _ decoding: PartDecoding,
    into output: UnsafeMutableBufferPointer<UInt8>
  ) -> Int {
    var (index, count) = (part.lowerBound, 0)
    while index < part.upperBound {
      let byte = self[index]
      if byte == UInt8(ascii: "%"), let scalar = escapedScalar(at: index, to: part.upperBound),
        decoding != .path || scalar.first != UInt8(ascii: "/") && scalar.first != UInt8(ascii: "\\")
      {
        for byte in scalar {
          output[count] = byte
          count += 1
        }
        index += 3 * scalar.count
      } else {
        let isSpace = byte == UInt8(ascii: "+") && decoding == .query
        output[count] = isSpace ? UInt8(ascii: " ") : byte
        count += 1
        index += 1
      }
    }
    return count
  }

  private func escapedScalar(at index: Int, to end: Int) -> Unicode.UTF8.EncodedScalar? {
    var escapes = Escapes(bytes: self, index: index, end: end)
    var parser = Unicode.UTF8.ForwardParser()
    guard case .valid(let scalar) = parser.parseScalar(from: &escapes) else { return nil }
    return scalar
  }
}

/// Iterates over the bytes of consecutive escapes.
private nonisolated struct Escapes: IteratorProtocol {
  let bytes: UnsafeBufferPointer<UInt8>
  var index: Int
  let end: Int

  @inline(__always) mutating func next() -> UInt8? {
    guard index + 2 < end, bytes[index] == UInt8(ascii: "%"),
      let high = Self.hexDigit(bytes[index + 1]), let low = Self.hexDigit(bytes[index + 2])
    else { return nil }
    index += 3
    return high << 4 | low
  }

  @inline(__always) private static func hexDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
