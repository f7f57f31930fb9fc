/// Quotes text: one function for each context of each format.
///
/// A reader of a data format gets the same text back; a format for people hides nothing. All functions use the same
/// set of hidden characters, `Unicode.Scalar.isHidden`.
package enum Quoting {
  /// Replaces each scalar for which `escape` returns a text.
  static func replace(
    _ text: String, quote: String = "", _ escape: (Unicode.Scalar) -> String?
  ) -> String {
    var bytes = Array(quote.utf8)
    bytes.reserveCapacity(text.utf8.count + 2 * bytes.count)
    for scalar in text.unicodeScalars {
      if let escaped = escape(scalar) {
        bytes.append(contentsOf: escaped.utf8)
      } else {
        bytes.append(contentsOf: String(scalar).utf8)
      }
    }
    bytes.append(contentsOf: quote.utf8)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// True for text that needs no escape in formats with `"` as quote and `\` as escape.
  static func isPlain(_ text: String) -> Bool {
    func isPlain(_ bytes: some Sequence<UInt8>) -> Bool {
      bytes.allSatisfy { $0 >= 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C }
    }
    return text.utf8.withContiguousStorageIfAvailable { isPlain($0) } ?? isPlain(text.utf8)
  }

  /// Encloses text that needs no escapes in `"`.
  static func quoted(plain text: String) -> String {
    let count = text.utf8.count
    return String(unsafeUninitializedCapacity: count + 2) { bytes in
      bytes[0] = 0x22
      _ = UnsafeMutableBufferPointer(rebasing: bytes[1...]).initialize(from: text.utf8)
      bytes[count + 1] = 0x22
      return count + 2
    }
  }

  /// The escape of Swift and of the rule language, such as `\u{202E}`.
  static func braced(_ scalar: Unicode.Scalar) -> String {
    "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
  }

  /// The value in hexadecimal digits, with leading zeros up to `width` digits.
  static func hexadecimal(
    _ value: UInt32, width: Int, uppercase: Bool = false
  ) -> String {
    let digits = String(value, radix: 16, uppercase: uppercase)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }

  /// The escapes that Swift and the rule language share; nil for a scalar that is not escaped.
  static func bracedEscape(_ scalar: Unicode.Scalar) -> String? {
    switch scalar {
    case "\"": "\\\""
    case "\\": "\\\\"
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    default: scalar.isHidden ? braced(scalar) : nil
    }
  }
}
