/// The kinds of JSON values; null belongs to optional types only.
package enum JSONKind: String, Sendable {
  case string = "a string"
  case number = "a number"
  case boolean = "a Boolean"
  case array = "an array"
  case object = "an object"
}

extension RuleSet {
  /// Returns true if a union without `by` can have a case of the type, which its kind of JSON tells from the others.
  package func tellsCases(_ type: ValueType) -> Bool {
    // Dates and bytes are texts that are converted.
    type != .date && type != .data && jsonKind(of: type) != nil
  }

  /// The kind of JSON of all values of a type; nil if they can have several.
  package func jsonKind(of type: ValueType) -> JSONKind? {
    switch type {
    case .string, .url, .date, .data, .enumeration: .string
    case .int, .double: .number
    case .bool: .boolean
    case .array: .array
    case .dictionary, .model: .object
    case .union(let id): self[id].discriminator == nil ? nil : .object
    case .json, .optional, .invalid: nil
    }
  }
}
