//: output BasculeRequest
//: needs AddressLayout

nonisolated extension AddressLayout {
  /// The offset of the `#`; the end if there is none.
  func numberSign(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    bytes.firstIndex(of: UInt8(ascii: "#"), in: pathEnd..<end)
  }
}
