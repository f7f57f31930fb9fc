import Diagnostics

/// A position of the protocol: a line and a code unit, both from 0.
struct TextPosition: Hashable, Comparable, Sendable {
  var line: Int
  var character: Int

  init(_ line: Int, _ character: Int) {
    self.line = line
    self.character = character
  }

  init?(_ value: JSONValue) {
    guard let line = value["line"]?.int, let character = value["character"]?.int, line >= 0,
      character >= 0
    else { return nil }
    self.init(line, character)
  }

  var json: JSON { ["line": .int(line), "character": .int(character)] }

  static func < (a: TextPosition, b: TextPosition) -> Bool {
    (a.line, a.character) < (b.line, b.character)
  }
}

struct TextRange: Hashable, Sendable {
  var start: TextPosition
  var end: TextPosition

  init(_ start: TextPosition, _ end: TextPosition) {
    self.start = start
    self.end = end
  }

  init?(_ value: JSONValue) {
    guard let start = value["start"].flatMap({ TextPosition($0) }),
      let end = value["end"].flatMap({ TextPosition($0) })
    else { return nil }
    self.init(start, end)
  }

  var json: JSON { ["start": start.json, "end": end.json] }
}

/// The unit in which the protocol counts columns.
enum PositionEncoding: String, Sendable {
  case utf8 = "utf-8"
  case utf16 = "utf-16"
  case utf32 = "utf-32"

  /// Returns the number of units of a scalar, given its number of bytes in UTF-8.
  func units(_ scalar: Unicode.Scalar, byteCount: Int) -> Int {
    switch self {
    case .utf8: byteCount
    case .utf16: scalar.value > 0xFFFF ? 2 : 1
    case .utf32: 1
    }
  }
}
