//: output BasculeRequest
//: needs RequestText RequestNumber IntegerRange

extension RequestText {
  /// An optional sign and digits, within ±(2^53−1).
  @_spi(Generated) public var int: Int? {
    guard exists else { return nil }
    let number = withBytes { bytes -> Int? in
      let isNegative = bytes.first == UInt8(ascii: "-")
      let hasSign = isNegative || bytes.first == UInt8(ascii: "+")
      let digits = bytes.dropFirst(hasSign ? 1 : 0)
      if digits.isEmpty { return nil }
      var number = 0
      for byte in digits {
        guard byte.isDigit, number <= Int.rangeOnWire.upperBound else { return nil }
        number = number * 10 + Int(byte - UInt8(ascii: "0"))
      }
      return isNegative ? -number : number
    }
    guard let number, Int.rangeOnWire.contains(number) else { return nil }
    return number
  }

  /// An optional sign, up to 308 digits, and possibly a point and further digits.
  @_spi(Generated) public var double: Double? {
    guard let value else { return nil }
    var digits = Array(value.utf8)[...]
    if digits.first == UInt8(ascii: "+") || digits.first == UInt8(ascii: "-") {
      digits = digits.dropFirst()
    }
    let parts = digits.split(
      separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    let areDigits = parts.allSatisfy { !$0.isEmpty && $0.allSatisfy(\.isDigit) }
    return areDigits && parts[0].count <= 308 ? Double(value) : nil
  }

  @_spi(Generated) public var bool: Bool? {
    equals("true") ? true : equals("false") ? false : nil
  }
}

extension RequestNumber {
  @_spi(Generated) public var double: Double? { value.map(Double.init) }
}
