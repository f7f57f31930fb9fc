//: output BasculeWire
//: needs FoundationURL WireValue

public import Foundation

nonisolated extension URL: WireValue {
  public init(json: JSON) throws {
    guard case .string(let text) = json else {
      throw WireError(expected: "a URL", found: json.kind)
    }
    guard let url = URL(standard: text) else {
      throw WireError(expected: "a URL", found: "another string")
    }
    self = url
  }

  public var encodedJSON: JSON { .string(absoluteString) }
}
