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

  /// Returns the scope of functions and types. In it collide for example `onCart` for the events `cart` and `Cart`,
  /// `encodeItem` for the models `item` and `Item`, and types with the name of such a function.
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

  /// Returns the kinds of first letters: 1 for lower-case letters, 2 for others, 3 for both.
  private static func letters<E: Entity>(_ entities: [E]) -> Int {
    var kinds = 0
    for entity in entities { kinds |= startsLower(entity.declared.name) ? 1 : 2 }
    return kinds
  }

  private static func startsLower(_ name: String) -> Bool {
    name.utf8.first.map { (0x61...0x7A).contains($0) } ?? false
  }

  /// Returns the scopes for the parameters of scripts. The parameters `class` and `class_` would both become the
  /// constant `class_`.
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

  /// Returns the scope of the types of values that the page creates. The type `ItemInput` of a `model Item` with a
  /// default or an enum collides with a `model ItemInput`.
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
