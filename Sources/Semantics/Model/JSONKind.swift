/// A kind of JSON values. Null is none of them, since it belongs to optional types only.
package enum JSONKind: String, Sendable {
  case string = "a string"
  case number = "a number"
  case boolean = "a Boolean"
  case array = "an array"
  case object = "an object"
}

extension RuleSet {
  /// Returns whether the type is possible for a case of a union without `by`: its kind of JSON must tell cases apart.
  package func tellsCases(_ type: ValueType) -> Bool {
    // Dates and bytes are converted texts.
    type != .date && type != .data && jsonKind(of: type) != nil
  }

  /// The kind of JSON that all values of a type have; nil if it differs between values.
  package func jsonKind(of type: ValueType) -> JSONKind? {
    switch type {
    case .string, .url, .date, .data, .enumeration: .string
    case .int, .double: .number
    case .bool: .boolean
    case .array: .array
    case .dictionary, .model: .object
    case .union(let id): self[id].discriminator == nil ? nil : .object
    case .json, .optional, .request, .invalid: nil
    }
  }
}
