import Semantics

extension TargetLanguage {
  package static let typeScript = TargetLanguage(
    name: "TypeScript", declared: TypeScriptNames.fixed, used: [], takenMembers: [],
    takenFields: [
      TakenField(
        name: "__proto__", countsOnWire: true,
        reason: "in JavaScript it sets the prototype of an object")
    ],
    scopes: { rules in
      [rules.inlineTypeScope, functionScope(rules), inputScope(rules)].compactMap { $0 }
    }, member: { $0 })

  /// `onCart` for the events `cart` and `Cart`, `encodeItem` for the models `item` and `Item`, and
  /// types that are called like such a function.
  private static func functionScope(_ rules: RuleSet) -> NameScope? {
    let lowerTypes = rules.namedTypes.filter { startsLower($0.name) }
    var scope = NameScope()
    func add(_ sources: [NamedDeclaration], _ prefixes: [TypeScriptNames.Prefix]) {
      let lower = sources.contains { startsLower($0.name) }
      let upper = sources.contains { !startsLower($0.name) }
      guard !lowerTypes.isEmpty || (lower && upper) else { return }
      for source in sources {
        for prefix in prefixes { scope.add(prefix.function(source.name), source) }
      }
    }
    let coded =
      rules.models.map { NamedDeclaration($0) } + rules.unions.map { NamedDeclaration($0) }
    add(coded, [.encode, .decode])
    add(rules.events.map { NamedDeclaration("event", $0.declared) }, [.on, .once])
    add(rules.calls.map { NamedDeclaration("call", $0.declared) }, [.implement])
    add(rules.strategies.map { NamedDeclaration("strategy", $0.declared) }, [.send])
    for type in lowerTypes { scope.add(type.name, type) }
    return scope.entries.isEmpty ? nil : scope
  }

  private static func startsLower(_ name: String) -> Bool {
    name.utf8.first.map { (0x61...0x7A).contains($0) } ?? false
  }

  /// `model ItemInput` beside a `model Item` with a default: the page's form of an `Item` has that
  /// name.
  private static func inputScope(_ rules: RuleSet) -> NameScope? {
    var scope = NameScope()
    for type in rules.namedTypes where type.name.hasSuffix(TypeScriptNames.inputSuffix) {
      scope.add(type.name, type)
    }
    if scope.entries.isEmpty { return nil }
    let defaults = TypesWithDefaults(rules)
    for (index, model) in rules.models.enumerated() where defaults.models[index] {
      scope.add(TypeScriptNames.input(model.name), NamedDeclaration(model))
    }
    for (index, union) in rules.unions.enumerated() where defaults.unions[index] {
      scope.add(TypeScriptNames.input(union.name), NamedDeclaration(union))
    }
    return scope
  }
}
