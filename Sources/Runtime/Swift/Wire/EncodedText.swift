//: output BasculeWire

import Foundation

nonisolated extension JSONEncoder {
  /// The JSON text of a value, which is a JavaScript expression too.
  dynamic static func text(of value: some Encodable) -> String? {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(value)).flatMap { String(data: $0, encoding: .utf8) }
  }
}
