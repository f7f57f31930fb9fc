//: output BasculeRequest
//: needs RequestText

nonisolated extension RequestText {
  /// Decodes percent escapes once; a malformed escape, or one that is not UTF-8, is kept.
  func decoded(keepsSlashes: Bool) -> RequestText {
    let hasNone = withBytes { $0.firstIndex(of: UInt8(ascii: "%"), in: 0..<$0.count) == $0.count }
    if hasNone { return self }
    return RequestText(withBytes { Self.decoded($0, keepsSlashes: keepsSlashes) })
  }

  static func decoded(_ bytes: UnsafeBufferPointer<UInt8>, keepsSlashes: Bool) -> String {
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      if bytes[index] != UInt8(ascii: "%") {
        let end = bytes.firstIndex(of: UInt8(ascii: "%"), in: index..<bytes.count)
        output.append(contentsOf: bytes[index..<end])
        index = end
        continue
      }
      var escapes = Escapes(bytes: bytes, index: index)
      if let byte = escapes.next(), byte < 0x80 {
        if keepsSlashes, byte == UInt8(ascii: "/") || byte == UInt8(ascii: "\\") {
          output.append(contentsOf: bytes[index..<index + 3])
        } else {
          output.append(byte)
        }
        index += 3
        continue
      }
      var parser = Unicode.UTF8.ForwardParser()
      escapes = Escapes(bytes: bytes, index: index)
      if case .valid(let scalar) = parser.parseScalar(from: &escapes) {
        output += scalar
        index += 3 * scalar.count
      } else {
        output.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: output, as: UTF8.self)
  }
}

/// Iterates over the bytes of escapes that follow each other.
private nonisolated struct Escapes: IteratorProtocol {
  let bytes: UnsafeBufferPointer<UInt8>
  var index: Int

  mutating func next() -> UInt8? {
    guard index + 2 < bytes.count, bytes[index] == UInt8(ascii: "%"),
      let high = Self.hexDigit(bytes[index + 1]), let low = Self.hexDigit(bytes[index + 2])
    else { return nil }
    index += 3
    return high << 4 | low
  }

  private static func hexDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
