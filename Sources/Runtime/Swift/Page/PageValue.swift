//: output BasculeEvents
//: needs JSON

/// A value for the page that is built from an event, or from the answer to a message.
@_spi(Generated) public nonisolated indirect enum PageValue: Sendable, Hashable {
  case constant(JSON)
  /// A field of the message that is answered, as the page sent it; null if the field is missing.
  case message([String])
  case object([String: PageValue])
  case name, payload, number, reply, errorCode, errorMessage

  /// Returns the value as JSON.
  ///
  /// - Parameters:
  ///   - parts: the values of the cases other than `constant`, `message` and `object`.
  ///   - field: returns a field of the message that is answered.
  func json(_ parts: [PageValue: JSON], of field: ([String]) -> JSON = { _ in .null }) -> JSON {
    switch self {
    case .constant(let value): value
    case .message(let path): field(path)
    case .object(let fields): .object(fields.mapValues { $0.json(parts, of: field) })
    case .name, .payload, .number, .reply, .errorCode, .errorMessage: parts[self] ?? .null
    }
  }

  /// True if the value contains fields of the message.
  var readsMessage: Bool {
    switch self {
    case .message: true
    case .object(let fields): fields.values.contains(where: \.readsMessage)
    case .constant, .name, .payload, .number, .reply, .errorCode, .errorMessage: false
    }
  }
}

nonisolated extension PageValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral
{
  public init(stringLiteral value: String) { self = .constant(.string(value)) }
  public init(booleanLiteral value: Bool) { self = .constant(.bool(value)) }
  public init(floatLiteral value: Double) { self = .constant(.number(value)) }
  public init(integerLiteral value: Int) { self = .constant(.number(Double(value))) }
}

nonisolated extension PageValue: ExpressibleByDictionaryLiteral {
  public init(dictionaryLiteral elements: (String, PageValue)...) {
    self = .object(Dictionary(elements, uniquingKeysWith: { first, _ in first }))
  }
}
