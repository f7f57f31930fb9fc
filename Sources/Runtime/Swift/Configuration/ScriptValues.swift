//: output BasculeConfigurations
//: needs UserScript JSONText WireValue

nonisolated extension UserScript {
  /// Returns the declarations of constants with which a script begins.
  @_spi(GeneratedFile) public static func constants(_ values: [(String, JSON)]) -> String {
    values.map { "const \($0.0) = \($0.1.expression);" }.joined(separator: " ")
  }
}

nonisolated extension JSON {
  /// The value as a JavaScript expression. In brackets, `__proto__` is a property like all others.
  fileprivate var expression: String {
    switch self {
    case .object(let members):
      let members = members.sorted { $0.key < $1.key }.map { key, value in
        "[\(JSON.string(key).text)]: \(value.expression)"
      }
      return "{" + members.joined(separator: ", ") + "}"
    case .array(let values): return "[" + values.map(\.expression).joined(separator: ", ") + "]"
    case .null, .bool, .number, .string: return text
    }
  }
}
