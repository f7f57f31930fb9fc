extension RuleSet {
  /// The parameters of a function of the page, in their order.
  package func parameters(of call: Call) -> [Field] {
    guard call.isFunction, case .model(let id) = call.sends else { return [] }
    return self[id].fields
  }
}
