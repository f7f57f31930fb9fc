import Diagnostics
import Text

/// Readers of the types of values in an association file. A value of another type is a fault.
extension AssociationReader {
  mutating func add(_ kind: AssociationFault.Kind, _ span: Span) {
    faults.append(AssociationFault(kind: kind, location: Location(id, span)))
  }

  mutating func wrong(_ value: JSONValue, _ name: String, _ expected: String) {
    add(
      .invalid(
        "\(name) must be \(expected), found \(value.described)", help: "write \(expected)"),
      value.span)
  }

  mutating func check(_ members: [JSONValue.Member], _ keys: [String]) {
    for member in members where !keys.contains(member.key) {
      add(.unknownKey(member.key, candidates: keys), member.keySpan)
    }
  }

  mutating func object(_ value: JSONValue, _ name: String) -> [JSONValue.Member]? {
    if case .object(let members) = value.kind { return members }
    wrong(value, name, "an object")
    return nil
  }

  mutating func array(_ value: JSONValue, _ name: String) -> [JSONValue]? {
    if case .array(let list) = value.kind { return list }
    wrong(value, name, "a list")
    return nil
  }

  mutating func string(_ value: JSONValue, _ name: String) -> String? {
    if case .string(let text) = value.kind { return text }
    wrong(value, name, "a string")
    return nil
  }

  mutating func boolean(_ member: JSONValue.Member?) -> Bool? {
    guard let member else { return nil }
    if case .bool(let value) = member.value.kind { return value }
    wrong(member.value, "`\(member.key)`", "`true` or `false`")
    return nil
  }
}
