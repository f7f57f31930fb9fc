import Diagnostics
import Semantics

/// Writes types and constants.
enum PageTypes {
  /// Writes a type: `{"kind","of" or "name"}`.
  static func write(_ type: ValueType, _ rules: RuleSet, _ writer: inout JSONWriter) {
    func wrapping(_ kind: String, _ inner: ValueType, _ writer: inout JSONWriter) {
      writer.string(kind)
      writer.member("of") { write(inner, rules, &$0) }
    }
    func naming(_ kind: String, _ name: String, _ writer: inout JSONWriter) {
      writer.string(kind)
      writer.string("name", name)
    }
    writer.object { writer in
      writer.key("kind")
      switch type {
      case .string: writer.string("string")
      case .int: writer.string("int")
      case .double: writer.string("double")
      case .bool: writer.string("bool")
      case .url: writer.string("url")
      case .date: writer.string("date")
      case .data: writer.string("data")
      case .json, .request, .invalid: writer.string("json")
      case .array(let element): wrapping("array", element, &writer)
      case .dictionary(let value): wrapping("dictionary", value, &writer)
      case .optional(let wrapped): wrapping("optional", wrapped, &writer)
      case .model(let id): naming("model", rules[id].name, &writer)
      case .enumeration(let id): naming("enumeration", rules[id].name, &writer)
      case .union(let id): naming("union", rules[id].name, &writer)
      }
    }
  }

  /// Writes a constant: `{"kind","value"}`, or `{"kind","value","name"}` with the raw value for the case of an enum.
  static func write(_ literal: Literal, _ rules: RuleSet, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.key("kind")
      switch literal {
      case .string(let text):
        writer.string("string")
        writer.string("value", text)
      case .url(let text):
        writer.string("url")
        writer.string("value", text)
      case .int(let number):
        writer.string("int")
        writer.key("value")
        // Numbers are texts, since JavaScript represents them exactly only up to 53 bits.
        writer.string(String(number))
      case .double(let number):
        writer.string("double")
        writer.number("value", number)
      case .bool(let truth):
        writer.string("bool")
        writer.bool("value", truth)
      case .enumerationCase(let id, let index):
        writer.string("case")
        writer.string("value", rules[id].cases[index].rawValue)
        writer.string("name", rules[id].cases[index].name)
      case .list(let items):
        writer.string("list")
        writer.array("value", items) { item, writer in write(item, rules, &writer) }
      case .request: writer.string("request")
      case .emptyDictionary: writer.string("dictionary")
      case .missing: writer.string("missing")
      }
    }
  }
}
