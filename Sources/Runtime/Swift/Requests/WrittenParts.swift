//: output BasculeRequest
//: needs AddressParts

nonisolated extension AddressLayout {
  /// The offset of the `#`; the end if there is none.
  func numberSign(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    bytes.firstIndex(of: UInt8(ascii: "#"), in: pathEnd..<end)
  }
}

nonisolated extension AddressParts {
  func part(_ range: Swift.Range<Int>?) -> RequestText {
    guard let range else { return .missing }
    return RequestText(text, from: range.lowerBound, to: range.upperBound)
  }
}
