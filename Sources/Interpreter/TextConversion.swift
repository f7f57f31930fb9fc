package import Semantics
import WebURL

/// Converts text of a request to values of other types.
package enum TextConversion {
  /// The text as a value of the type; nil if it does not convert.
  ///
  /// A URL is returned in its serialized form.
  package static func value(
    of text: String, as type: ValueType, in rules: RuleSet
  ) -> Literal? {
    switch type {
    case .string: .string(text)
    case .int: int(text).map { .int($0) }
    case .double: double(text).map { .double($0) }
    case .bool: bool(text).map { .bool($0) }
    case .url: ConvertibleURL.converted(text).map { .url($0) }
    case .enumeration(let id):
      rules[id].cases.firstIndex { $0.rawValue.utf8.elementsEqual(text.utf8) }
        .map { .enumerationCase(id, $0) }
    case .optional(let wrapped): value(of: text, as: wrapped, in: rules)
    case .date, .data, .json, .array, .dictionary, .model, .union, .request, .invalid: nil
    }
  }

  /// The integer of an optional sign and ASCII digits; nil for other texts or beyond 64 bits.
  static func int(_ text: String) -> Int64? {
    let digits = unsigned(text.utf8[...])
    return !digits.isEmpty && digits.allSatisfy(isDigit) ? Int64(text) : nil
  }

  /// The number in decimal notation: an optional sign, digits with or without a point, and possibly an exponent.
  ///
  /// The length is limited so that the number is certainly finite: at most 308 digits before the point, at most
  /// 208 with an exponent of one or two digits, and at most one with an exponent of three digits, which may be at
  /// most 307.
  static func double(_ text: String) -> Double? {
    let number = unsigned(text.utf8[...])
    let whole = number.prefix(while: isDigit)
    var rest = number[whole.endIndex...]
    var fraction = rest.prefix(0)
    if rest.first == UInt8(ascii: ".") {
      fraction = rest.dropFirst().prefix(while: isDigit)
      rest = rest[fraction.endIndex...]
    }
    if whole.isEmpty, fraction.isEmpty { return nil }
    if rest.isEmpty { return whole.count <= 308 ? Double(text) : nil }
    guard let mark = rest.first, mark | 0x20 == UInt8(ascii: "e") else { return nil }
    let isNegative = rest.dropFirst().first == UInt8(ascii: "-")
    let exponent = unsigned(rest.dropFirst())
    guard exponent.allSatisfy(isDigit), let power = Int(String(Substring(exponent))) else {
      return nil
    }
    let isFinite =
      switch exponent.count {
      case 1, 2: whole.count <= 208
      case 3: whole.count <= 1 && (isNegative || power <= 307)
      default: false
      }
    return isFinite ? Double(text) : nil
  }

  static func bool(_ text: String) -> Bool? {
    text == "true" ? true : text == "false" ? false : nil
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  /// The text without its sign.
  private static func unsigned(_ text: Substring.UTF8View) -> Substring.UTF8View {
    let hasSign = text.first == UInt8(ascii: "+") || text.first == UInt8(ascii: "-")
    return text.dropFirst(hasSign ? 1 : 0)
  }
}
