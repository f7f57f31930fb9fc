//: output BasculeRequest
//: needs AddressLayout

nonisolated extension AddressLayout {
  /// Returns the offset of the `#`; the end of the URL if there is none.
  func numberSign(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    bytes.firstIndex(of: UInt8(ascii: "#"), in: pathEnd..<end)
  }
}
