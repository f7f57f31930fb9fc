import Semantics

extension RuleSet {
  /// True if a payload of the type may have no fields at all; then it may also be absent.
  func canBeEmpty(_ type: ValueType?) -> Bool {
    guard case .model(let id) = type else { return false }
    return self[id].fields.allSatisfy { $0.defaultValue != nil || $0.type.isOptional }
  }
}
