//: output BasculeEvents
//: needs JSON JSONFoundation JSONTextSize

import Foundation

/// A value that is built for the page from an event, or from the answer to a message.
@_spi(Generated) public nonisolated indirect enum PageValue: Sendable, Hashable {
  case constant(JSON)
  /// A field of the message that is answered, as the page sent it; null without it.
  case message([String])
  case object([String: PageValue])
  case name, payload, number, reply, errorCode, errorMessage

  /// - Parameters:
  ///   - parts: the values of the other cases.
  ///   - body: the message that is answered.
  func json(_ parts: [PageValue: JSON], answering body: Any? = nil) -> JSON {
    switch self {
    case .constant(let value): value
    case .message(let path):
      (try? JSON(foundation: Self.field(path, of: body))) ?? .null
    case .object(let fields): .object(fields.mapValues { $0.json(parts, answering: body) })
    case .name, .payload, .number, .reply, .errorCode, .errorMessage: parts[self] ?? .null
    }
  }

  /// The field of a message, which can be an object or JSON text.
  static func field(_ path: [String], of body: Any?) -> Any? {
    var value = body
    if let text = body as? String {
      guard (try? JSON.checkSize(of: text)) != nil else { return nil }
      value = try? JSONSerialization.jsonObject(with: Data(text.utf8))
    }
    for name in path { value = (value as? [String: Any])?[name] }
    return value
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
