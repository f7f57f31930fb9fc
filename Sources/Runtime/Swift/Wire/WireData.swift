//: output BasculeWire
//: needs WireValue

public import Foundation

nonisolated extension Data: WireValue {
  public init(json: JSON) throws {
    guard case .string(let text) = json else {
      throw WireError(expected: "base64 data", found: json.kind)
    }
    // Foundation would also accept surplus padding.
    let bytes = Array(text.utf8)
    let digits = bytes.firstIndex(of: UInt8(ascii: "=")) ?? bytes.count
    let isPadded = bytes[digits...].allSatisfy { $0 == UInt8(ascii: "=") }
    guard isPadded, bytes.count == (digits + 3) / 4 * 4,
      let data = Data(base64Encoded: text)
    else {
      throw WireError(expected: "base64 data", found: "another string")
    }
    self = data
  }

  public var encodedJSON: JSON { .string(base64EncodedString()) }
}
