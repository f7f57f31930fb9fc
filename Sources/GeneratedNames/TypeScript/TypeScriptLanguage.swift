import Semantics

extension TargetLanguage {
  package static let typeScript = TargetLanguage(
    name: "TypeScript", declared: { TypeScriptNames.fixed }, used: { [] }, takenMembers: [],
    takenFields: [
      TakenField(
        name: "__proto__", countsOnWire: true,
        reason: "in JavaScript it sets the prototype of an object")
    ],
    scopes: { rules in
      [rules.inlineTypeScope, functionScope(rules), inputScope(rules)].compactMap { $0 }
        + constantScopes(rules)
    }, type: { $0 }, member: { $0 })

  /// `onCart` for the events `cart` and `Cart`, `encodeItem` for the models `item` and `Item`, and types with the
  /// name of such a function.
  private static func functionScope(_ rules: RuleSet) -> NameScope? {
    let lowerTypes = rules.types(where: startsLower)
    var scope = NameScope()
    func add(_ sources: [NamedDeclaration], _ prefixes: [TypeScriptNames.Prefix]) {
      for source in sources {
        for prefix in prefixes { scope.add(prefix.function(source.name), source) }
      }
    }
    let all = !lowerTypes.isEmpty
    let coded = letters(rules.models) | letters(rules.unions)
    if all || coded == bothLetters {
      add(rules.models.map { NamedDeclaration($0) }, [.encode, .decode])
      add(rules.unions.map { NamedDeclaration($0) }, [.encode, .decode])
    }
    if all || letters(rules.events) == bothLetters {
      add(rules.events.map { NamedDeclaration("event", $0.declared) }, [.on, .once])
    }
    if all || letters(rules.calls) == bothLetters {
      add(rules.calls.map { NamedDeclaration("call", $0.declared) }, [.implement])
    }
    if all || letters(rules.strategies) == bothLetters {
      add(rules.strategies.map { NamedDeclaration("strategy", $0.declared) }, [.send])
    }
    for type in lowerTypes { scope.add(type.name, type) }
    return scope.entries.isEmpty ? nil : scope
  }

  private static let bothLetters = 3

  /// The kinds of first letters: 1 for a lower-case letter, 2 for another, 3 for both.
  private static func letters<E: Entity>(_ entities: [E]) -> Int {
    var kinds = 0
    for entity in entities { kinds |= startsLower(entity.declared.name) ? 1 : 2 }
    return kinds
  }

  private static func startsLower(_ name: String) -> Bool {
    name.utf8.first.map { (0x61...0x7A).contains($0) } ?? false
  }

  /// `class` and `class_` as parameters of a script: both are the constant `class_`.
  private static func constantScopes(_ rules: RuleSet) -> [NameScope] {
    rules.scripts.filter { $0.parameters.count > 1 }.map { script in
      var scope = NameScope()
      for parameter in script.parameters {
        scope.add(
          TypeScriptNames.identifier(parameter.name),
          NamedDeclaration("parameter", parameter.declared))
      }
      return scope
    }
  }

  /// `model ItemInput` in addition to a `model Item` with a default or an enum: the type of an `Item` that the page
  /// creates has that name.
  private static func inputScope(_ rules: RuleSet) -> NameScope? {
    var scope = NameScope()
    for type in rules.types(where: { $0.hasSuffix(TypeScriptNames.inputSuffix) }) {
      scope.add(type.name, type)
    }
    if scope.entries.isEmpty { return nil }
    let inputs = InputTypes(rules, closesEnums: true)
    for (index, model) in rules.models.enumerated() where inputs.models[index] {
      scope.add(TypeScriptNames.input(model.name), NamedDeclaration(model))
    }
    for (index, union) in rules.unions.enumerated() where inputs.unions[index] {
      scope.add(TypeScriptNames.input(union.name), NamedDeclaration(union))
    }
    for enumeration in rules.enumerations {
      scope.add(TypeScriptNames.input(enumeration.name), NamedDeclaration(enumeration))
    }
    return scope
  }
}
