//: output BasculeWire
//: needs JSONFoundation

nonisolated extension JSON {
  /// The maximum number of values in a JSON text.
  public static let maximalCount = 1_000_000

  /// Checks the number of values and the depth without decoding the text, since decoding takes long.
  static func checkSize(of text: String) throws {
    var (count, depth, isInString, isEscaped) = (1, 0, false, false)
    var last: UInt8 = 0
    for byte in Array(text.utf8) {
      if isInString {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): continue
      case UInt8(ascii: "\""): isInString = true
      case UInt8(ascii: ","): count += 1
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        count += 1
        depth += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        // The list or object is empty.
        if last == byte - 2 { count -= 1 }
        depth -= 1
      default: break
      }
      last = byte
      if depth > maximalDepth { throw WireError.tooDeep }
      if count > maximalCount + 1 { throw WireError.tooGreat }
    }
    if count > maximalCount { throw WireError.tooGreat }
  }
}

nonisolated extension WireError {
  static let tooGreat = WireError(
    expected: "JSON text of at most \(JSON.maximalCount) values", found: "a greater value")
}
