package import Semantics

/// The types that have another form for a sender: models and unions that contain a field with a default. For pages
/// these are also enums, and types that contain one.
///
/// A page sends only the texts that an enum declares. It may receive other texts from a newer version of the app.
package struct InputTypes: Sendable {
  /// For each model, whether it has another form, by index.
  package private(set) var models: [Bool]
  package private(set) var unions: [Bool]

  /// True if enums have another form as well.
  package let closesEnums: Bool

  /// - Parameter closesEnums: true for values that a page sends; false for a fake of the app, which sends any text.
  package init(_ rules: RuleSet, closesEnums: Bool) {
    self.closesEnums = closesEnums
    models = Array(repeating: false, count: rules.models.count)
    unions = Array(repeating: false, count: rules.unions.count)
    let modelCount = rules.models.count
    var holders: [[Int]] = Array(repeating: [], count: modelCount + rules.unions.count)
    var pending: [Int] = []
    func add(_ node: Int, _ fields: [Field]) {
      for field in fields {
        let isEnum = closesEnums && Self.isEnumeration(field.type)
        if field.defaultValue != nil || isEnum { pending.append(node) }
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

  private static func isEnumeration(_ type: ValueType) -> Bool {
    switch type {
    case .array(let inner), .dictionary(let inner), .optional(let inner): isEnumeration(inner)
    case .enumeration: true
    default: false
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
