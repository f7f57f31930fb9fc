//: output BasculeWire
//: needs WireError

nonisolated extension WireError {
  /// Returns the error with a field added to the front of its path.
  func below(field name: String) -> WireError {
    let bytes = Array(name.utf8)
    let isIdentifier = bytes.indices.allSatisfy { index in
      switch bytes[index] {
      case 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "$"): true
      case 0x30...0x39: index > 0
      default: false
      }
    }
    return isIdentifier && !bytes.isEmpty ? below(step: name) : below(key: name)
  }

  /// Returns the error with a key added to the front of its path.
  func below(key: String) -> WireError { below(step: "[\(Self.quoted(key))]") }

  /// Returns the error with an index added to the front of its path.
  func below(index: Int) -> WireError { below(step: "[\(index)]") }

  private func below(step: String) -> WireError {
    let isJoined = path.isEmpty || path.hasPrefix("[")
    return WireError(
      path: step + (isJoined ? "" : ".") + path, expected: expected, found: found)
  }

  /// Returns a string literal as JavaScript's `JSON.stringify` writes it.
  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\u{8}": result += "\\b"
      case "\u{C}": result += "\\f"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case "\0"..<" ":
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
