//: output BasculeWire
//: needs WireValue

public import Foundation

extension Data: WireValue {
  public init(json: JSON) throws {
    guard case .string(let text) = json else {
      throw WireError(expected: "base64 data", found: json.kind)
    }
    // Foundation alone would accept surplus padding.
    let digits = text.utf8.prefix { $0 != UInt8(ascii: "=") }.count
    let isPadded = text.utf8.dropFirst(digits).allSatisfy { $0 == UInt8(ascii: "=") }
    guard isPadded, text.utf8.count == (digits + 3) / 4 * 4,
      let data = Data(base64Encoded: text)
    else {
      throw WireError(expected: "base64 data", found: "another string")
    }
    self = data
  }

  public var encodedJSON: JSON { .string(base64EncodedString()) }
}
