//: output BasculeRequest
//: needs Digits RequestText RequestNumber IntegerRange

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
  @_spi(Generated) public var double: Double? { isDouble ? value.flatMap { Double($0) } : nil }

  var isDouble: Bool {
    withBytes { bytes in
      let isSigned = bytes.first == UInt8(ascii: "+") || bytes.first == UInt8(ascii: "-")
      let digits = bytes.dropFirst(isSigned ? 1 : 0)
      let fraction = digits.drop { $0.isDigit }
      let count = digits.count - fraction.count
      guard let point = fraction.first else { return 1...308 ~= count }
      return 1...308 ~= count && point == UInt8(ascii: ".") && fraction.count > 1
        && fraction.dropFirst().allSatisfy(\.isDigit)
    }
  }

  @_spi(Generated) public var bool: Bool? {
    equals("true") ? true : equals("false") ? false : nil
  }
}

extension RequestNumber {
  @_spi(Generated) public var double: Double? { value.map(Double.init) }
}
