import Diagnostics

/// A JSON value for output. Objects keep the order of their members.
indirect enum JSON: Sendable {
  case null
  case bool(Bool)
  case int(Int)
  case string(String)
  /// A number as it was written in the input.
  case number(String)
  case array([JSON])
  case object([(key: String, value: JSON)])

  init(_ text: String?) { self = text.map { .string($0) } ?? .null }

  /// Creates a copy of a value that was read.
  init(_ value: JSONValue) {
    switch value.kind {
    case .null: self = .null
    case .bool(let truth): self = .bool(truth)
    case .number(let text): self = .number(text)
    case .string(let text): self = .string(text)
    case .array(let items): self = .array(items.map { JSON($0) })
    case .object(let members): self = .object(members.map { ($0.key, JSON($0.value)) })
    }
  }

  var bytes: [UInt8] {
    var writer = JSONWriter()
    write(&writer)
    return writer.bytes
  }

  private func write(_ writer: inout JSONWriter) {
    switch self {
    case .null: writer.null()
    case .bool(let truth): writer.bool(truth)
    case .int(let number): writer.number(number)
    case .string(let text): writer.string(text)
    case .number(let text): writer.number(asWritten: text)
    case .array(let items): writer.array { writer in for item in items { item.write(&writer) } }
    case .object(let members):
      writer.object { writer in
        for member in members {
          writer.key(member.key)
          member.value.write(&writer)
        }
      }
    }
  }

  /// Returns the object with one more member. If the value is nil, adds nothing.
  func with(_ key: String, _ value: JSON?) -> JSON {
    guard let value, case .object(let members) = self else { return self }
    return .object(members + [(key, value)])
  }
}

extension JSON: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral,
  ExpressibleByStringLiteral, ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByNilLiteral
{
  init(dictionaryLiteral elements: (String, JSON)...) {
    self = .object(elements.map { ($0.0, $0.1) })
  }
  init(arrayLiteral elements: JSON...) { self = .array(elements) }
  init(stringLiteral value: String) { self = .string(value) }
  init(integerLiteral value: Int) { self = .int(value) }
  init(booleanLiteral value: Bool) { self = .bool(value) }
  init(nilLiteral: ()) { self = .null }
}

extension JSONValue {
  /// Returns the member of an object; nil for another value.
  subscript(key: String) -> JSONValue? {
    guard case .object(let members) = kind else { return nil }
    return members.first { $0.key == key }?.value
  }

  var string: String? {
    if case .string(let text) = kind { return text }
    return nil
  }

  var bool: Bool? {
    if case .bool(let truth) = kind { return truth }
    return nil
  }

  /// The value of a number without a fraction.
  var int: Int? {
    guard case .number(let text) = kind else { return nil }
    return Int(text) ?? Double(text).flatMap { Int(exactly: $0) }
  }

  var array: [JSONValue]? {
    if case .array(let items) = kind { return items }
    return nil
  }

  var isNull: Bool {
    if case .null = kind { return true }
    return false
  }
}
