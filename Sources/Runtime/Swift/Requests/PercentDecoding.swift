//: output BasculeRequest
//: needs RequestText

extension RequestText {
  /// Decodes percent escapes once; a malformed escape, or one that is not UTF-8, is kept.
  func decoded(keepsSlashes: Bool) -> RequestText {
    let hasNone = withBytes { $0.firstIndex(of: UInt8(ascii: "%"), in: 0..<$0.count) == $0.count }
    if hasNone { return self }
    return RequestText(withBytes { Self.decoded(Array($0), keepsSlashes: keepsSlashes) })
  }

  static func decoded(_ bytes: [UInt8], keepsSlashes: Bool) -> String {
    var output: [UInt8] = []
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let scalar = escapedScalar(in: bytes, at: index)
      let isKept = keepsSlashes && (scalar == [UInt8(ascii: "/")] || scalar == [UInt8(ascii: "\\")])
      if scalar.isEmpty || isKept {
        output.append(bytes[index])
        index += 1
      } else {
        output += scalar
        index += 3 * scalar.count
      }
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// The UTF-8 bytes of the escaped scalar at an offset; empty if there is none.
  private static func escapedScalar(in bytes: [UInt8], at start: Int) -> [UInt8] {
    var scalar: [UInt8] = []
    var index = start
    while scalar.count < 4, index + 2 < bytes.endIndex, bytes[index] == UInt8(ascii: "%"),
      let high = hexDigit(bytes[index + 1]), let low = hexDigit(bytes[index + 2])
    {
      scalar.append(high << 4 | low)
      index += 3
      if String(decoding: scalar, as: UTF8.self).utf8.elementsEqual(scalar) { return scalar }
    }
    return []
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
