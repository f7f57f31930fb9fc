//: output BasculeWire
//: needs WireValue

public import Foundation

nonisolated extension URL: WireValue {
  public init(json: JSON) throws {
    guard case .string(let text) = json else {
      throw WireError(expected: "a URL", found: json.kind)
    }
    guard !text.isEmpty, let url = URL(string: text) else {
      throw WireError(expected: "a URL", found: "another string")
    }
    self = url
  }

  public var encodedJSON: JSON { .string(absoluteString) }
}
