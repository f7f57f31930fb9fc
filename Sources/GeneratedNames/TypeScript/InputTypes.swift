package import Semantics

/// The models and unions with a field that has a default, at any depth.
package struct TypesWithDefaults: Sendable {
  /// By index of the model or union.
  package private(set) var models: [Bool]
  package private(set) var unions: [Bool]

  package init(_ rules: RuleSet) {
    models = Array(repeating: false, count: rules.models.count)
    unions = Array(repeating: false, count: rules.unions.count)
    let modelCount = rules.models.count
    var holders: [[Int]] = Array(repeating: [], count: modelCount + rules.unions.count)
    var pending: [Int] = []
    func add(_ node: Int, _ fields: [Field]) {
      for field in fields {
        if field.defaultValue != nil { pending.append(node) }
        if let target = Self.node(field.type, modelCount) { holders[target].append(node) }
      }
    }
    for (index, model) in rules.models.enumerated() { add(index, model.fields) }
    for (index, union) in rules.unions.enumerated() {
      for unionCase in union.cases { add(modelCount + index, unionCase.fields) }
    }
    while let node = pending.popLast() {
      let isNew = node < modelCount ? !models[node] : !unions[node - modelCount]
      guard isNew else { continue }
      if node < modelCount { models[node] = true } else { unions[node - modelCount] = true }
      pending += holders[node]
    }
  }

  private static func node(_ type: ValueType, _ modelCount: Int) -> Int? {
    switch type {
    case .array(let inner), .dictionary(let inner), .optional(let inner): node(inner, modelCount)
    case .model(let id): Int(id.index)
    case .union(let id): modelCount + Int(id.index)
    default: nil
    }
  }
}
