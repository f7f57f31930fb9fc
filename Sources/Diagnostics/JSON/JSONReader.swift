package import Text

/// A JSON value and its location.
package struct JSONValue: Sendable {
  package indirect enum Kind: Sendable {
    case null
    case bool(Bool)
    /// A number, as the text that is in the JSON.
    case number(String)
    case string(String)
    case array([JSONValue])
    case object([Member])
  }

  package struct Member: Sendable {
    package var key: String
    package var keySpan: Span
    package var value: JSONValue
  }

  package var kind: Kind
  package var span: Span

  /// The type of the value for messages: `an object`, `a string`, …
  package var described: String {
    switch kind {
    case .null: "null"
    case .bool: "a boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

/// Reads JSON, strictly according to RFC 8259.
package struct JSONReader {
  package struct Fault: Error {
    package var message: String
    package var span: Span

    package init(message: String, span: Span) {
      self.message = message
      self.span = span
    }
  }

  private static let depthLimit = 100

  private let bytes: [UInt8]
  private var offset = 0
  private var depth = 0

  package static func read(_ bytes: [UInt8]) throws(Fault) -> JSONValue {
    var reader = JSONReader(bytes: bytes)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { reader.offset = 3 }
    let value = try reader.value()
    reader.skipBlanks()
    if reader.offset < bytes.count {
      throw reader.fault("expected the end of the file", at: reader.offset)
    }
    return value
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private var current: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  private mutating func value() throws(Fault) -> JSONValue {
    skipBlanks()
    let start = offset
    let kind: JSONValue.Kind
    switch current {
    case UInt8(ascii: "{"):
      kind = .object(try nested { (reader) throws(Fault) in try reader.members() })
    case UInt8(ascii: "["):
      kind = .array(try nested { (reader) throws(Fault) in try reader.elements() })
    case UInt8(ascii: "\""): kind = .string(try string())
    case .some(UInt8(ascii: "-")), .some(UInt8(ascii: "0")...UInt8(ascii: "9")):
      kind = .number(try number())
    default: kind = try word()
    }
    return JSONValue(kind: kind, span: Span(start, offset))
  }

  private mutating func nested<Result>(
    _ body: (inout JSONReader) throws(Fault) -> Result
  ) throws(Fault) -> Result {
    if depth == Self.depthLimit {
      throw fault("nested deeper than \(Self.depthLimit) levels", at: offset)
    }
    depth += 1
    let result = try body(&self)
    depth -= 1
    return result
  }

  private mutating func members() throws(Fault) -> [JSONValue.Member] {
    var members: [JSONValue.Member] = []
    var keys: Set<String> = []
    offset += 1
    skipBlanks()
    if take("}") { return [] }
    while true {
      skipBlanks()
      let start = offset
      guard current == UInt8(ascii: "\"") else {
        throw fault("expected a key in quotes", at: offset)
      }
      let key = try string()
      let span = Span(start, offset)
      if !keys.insert(key).inserted {
        throw Fault(message: "key `\(key)` is given twice", span: span)
      }
      skipBlanks()
      if !take(":") { throw fault("expected `:`", at: offset) }
      members.append(JSONValue.Member(key: key, keySpan: span, value: try value()))
      skipBlanks()
      if take("}") { return members }
      if !take(",") { throw fault("expected `,` or `}`", at: offset) }
    }
  }

  private mutating func elements() throws(Fault) -> [JSONValue] {
    var elements: [JSONValue] = []
    offset += 1
    skipBlanks()
    if take("]") { return [] }
    while true {
      elements.append(try value())
      skipBlanks()
      if take("]") { return elements }
      if !take(",") { throw fault("expected `,` or `]`", at: offset) }
    }
  }

  private mutating func string() throws(Fault) -> String {
    let start = offset
    offset += 1
    var text: [UInt8] = []
    while let byte = current {
      switch byte {
      case UInt8(ascii: "\""):
        offset += 1
        guard let string = String(validating: text, as: UTF8.self) else {
          throw Fault(message: "the string is not UTF-8", span: Span(start, offset))
        }
        return string
      case UInt8(ascii: "\\"): text += Array(try escape().utf8)
      case 0..<0x20: throw fault("a control character must be escaped in a string", at: offset)
      default:
        let plain = offset
        repeat { offset += 1 } while current.map(Self.isPlain) ?? false
        text += bytes[plain..<offset]
      }
    }
    throw Fault(message: "the string is not closed", span: Span(start, start + 1))
  }

  /// True if the byte needs no escape in a string.
  private static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  private mutating func escape() throws(Fault) -> String {
    let start = offset
    let letter = offset + 1 < bytes.count ? bytes[offset + 1] : 0
    offset += 2
    switch letter {
    case UInt8(ascii: "\""): return "\""
    case UInt8(ascii: "\\"): return "\\"
    case UInt8(ascii: "/"): return "/"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"):
      var units = [try unit(start)]
      if 0xD800..<0xDC00 ~= units[0], offset + 1 < bytes.count, bytes[offset] == UInt8(ascii: "\\"),
        bytes[offset + 1] == UInt8(ascii: "u")
      {
        offset += 2
        units.append(try unit(start))
      }
      if let text = String(validating: units, as: UTF16.self) { return text }
    default: break
    }
    throw Fault(message: "invalid escape", span: Span(start, min(offset, bytes.count)))
  }

  private mutating func unit(_ start: Int) throws(Fault) -> UInt16 {
    let digits = bytes[min(offset, bytes.count)..<min(offset + 4, bytes.count)]
    let isHex = digits.count == 4 && digits.allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
    guard isHex, let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16) else {
      throw Fault(message: "invalid escape", span: Span(start, min(offset + 4, bytes.count)))
    }
    offset += 4
    return unit
  }

  private mutating func number() throws(Fault) -> String {
    let start = offset
    _ = take("-")
    if !take("0"), !digits() { throw fault("expected a digit", at: offset) }
    if take("."), !digits() { throw fault("expected a digit", at: offset) }
    if take("e") || take("E") {
      if !take("+") { _ = take("-") }
      if !digits() { throw fault("expected a digit", at: offset) }
    }
    return String(decoding: bytes[start..<offset], as: UTF8.self)
  }

  private mutating func digits() -> Bool {
    let start = offset
    while let byte = current, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { offset += 1 }
    return offset > start
  }

  private mutating func word() throws(Fault) -> JSONValue.Kind {
    let start = offset
    while let byte = current, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) {
      offset += 1
    }
    switch String(decoding: bytes[start..<offset], as: UTF8.self) {
    case "null": return .null
    case "true": return .bool(true)
    case "false": return .bool(false)
    case "": throw fault("expected a value", at: start)
    case let word: throw Fault(message: "unknown word `\(word)`", span: Span(start, offset))
    }
  }

  private mutating func skipBlanks() {
    while let byte = current, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      offset += 1
    }
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard current == UInt8(ascii: character) else { return false }
    offset += 1
    return true
  }

  private func fault(_ message: String, at offset: Int) -> Fault {
    for marker in ["<<<<<<<", "=======", ">>>>>>>"] where bytes[offset...].starts(with: marker.utf8)
    {
      return Fault(
        message: "unresolved merge conflict: keep one version, and delete the lines with markers",
        span: Span(offset, offset + marker.utf8.count))
    }
    return Fault(message: message, span: Span(offset, min(offset + 1, bytes.count)))
  }
}
