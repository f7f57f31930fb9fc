//: output BasculeWire
//: needs JSON JSONTextSize EncodedText

import Foundation

nonisolated extension JSON {
  /// Creates the value of a JSON text. The limits are the same as for message bodies.
  public init(text: String) throws {
    try Self.checkSize(of: text)
    // JSONSerialization would not read all numbers exactly.
    guard let data = text.data(using: .utf8),
      let value = try? JSONDecoder().decode(JSON.self, from: data)
    else {
      throw WireError(expected: "JSON text", found: "another string")
    }
    self = value
  }

  /// The value as JSON text, which is the same on every run.
  public var text: String {
    JSONEncoder.text(of: self) ?? "null"
  }
}

nonisolated extension JSON: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let values = try? container.decode([JSON].self) {
      self = .array(values)
    } else {
      self = .object(try container.decode([String: JSON].self))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .number(let value):
      if let whole = Int64(exactly: value) {
        try container.encode(whole)
      } else {
        try container.encode(value)
      }
    case .string(let value): try container.encode(value)
    case .array(let values): try container.encode(values)
    case .object(let values): try container.encode(values)
    }
  }
}
