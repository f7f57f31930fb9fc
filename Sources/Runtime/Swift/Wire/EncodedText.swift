//: output BasculeWire

import Foundation

nonisolated extension JSONEncoder {
  /// Returns the JSON text of a value, which is also a JavaScript expression.
  dynamic static func text(of value: some Encodable) -> String? {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(value)).flatMap { String(data: $0, encoding: .utf8) }
  }
}
