//: output BasculeRequest
//: needs Digits RequestText RequestNumber

nonisolated extension RequestText {
  /// The integer that the text contains: an optional sign and digits, within 64 bits.
  @_spi(Generated) public var int: Int? {
    let isNumber = withBytes { bytes in
      let isSigned = bytes.first == UInt8(ascii: "+") || bytes.first == UInt8(ascii: "-")
      let digits = bytes.dropFirst(isSigned ? 1 : 0)
      return !digits.isEmpty && digits.allSatisfy(\.isDigit)
    }
    return isNumber ? value.flatMap { Int($0) } : nil
  }

  /// The finite number that the text contains: an optional sign, digits with or without a point, and possibly an
  /// exponent.
  @_spi(Generated) public var double: Double? { isDouble ? value.flatMap { Double($0) } : nil }

  var isDouble: Bool { withBytes(Self.isFiniteDecimal) }

  /// Returns whether the text is a decimal number that is certainly finite. Up to 308 digits can precede the point
  /// without an exponent, up to 208 with an exponent of at most two digits, and one with a three-digit exponent, which
  /// is at most 307.
  private static func isFiniteDecimal(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var rest = bytes[...]
    func takeSign() -> Bool {
      guard let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") else {
        return false
      }
      rest = rest.dropFirst()
      return sign == UInt8(ascii: "-")
    }
    func takeDigits() -> Int {
      let after = rest.drop(while: \.isDigit)
      defer { rest = after }
      return rest.count - after.count
    }
    _ = takeSign()
    let whole = takeDigits()
    var fraction = 0
    if rest.first == UInt8(ascii: ".") {
      rest = rest.dropFirst()
      fraction = takeDigits()
    }
    if whole == 0, fraction == 0 { return false }
    guard let mark = rest.first else { return whole <= 308 }
    guard mark | 0x20 == UInt8(ascii: "e") else { return false }
    rest = rest.dropFirst()
    let isNegative = takeSign()
    let digits = rest
    let count = takeDigits()
    guard rest.isEmpty else { return false }
    switch count {
    case 1, 2: return whole <= 208
    case 3: return whole <= 1 && (isNegative || !"307".utf8.lexicographicallyPrecedes(digits))
    default: return false
    }
  }

  @_spi(Generated) public var bool: Bool? {
    equals("true") ? true : equals("false") ? false : nil
  }
}

nonisolated extension RequestNumber {
  @_spi(Generated) public var double: Double? { value.map(Double.init) }
}
