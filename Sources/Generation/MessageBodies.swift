import Semantics

extension RuleSet {
  /// Returns whether a message body can also be the JSON text of a value. This is so if no value of the type is a
  /// string.
  func isReadFromText(_ type: ValueType?) -> Bool {
    switch type {
    case .array, .dictionary, .model: true
    case .union(let id): self[id].discriminator != nil
    case .optional(let wrapped): isReadFromText(wrapped)
    case .string, .int, .double, .bool, .url, .date, .data, .json, .enumeration, .request, .invalid,
      nil:
      false
    }
  }
}
