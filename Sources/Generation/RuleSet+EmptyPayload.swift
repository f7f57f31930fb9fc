import Semantics

extension RuleSet {
  /// Returns whether a payload of the type can have no fields. Such a payload may also be absent.
  func canBeEmpty(_ type: ValueType?) -> Bool {
    guard case .model(let id) = type else { return false }
    return self[id].fields.allSatisfy { $0.defaultValue != nil || $0.type.isOptional }
  }
}
