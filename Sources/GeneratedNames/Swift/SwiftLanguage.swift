import Semantics

extension TargetLanguage {
  package static let swift = TargetLanguage(
    name: "Swift", declared: { SwiftNames.fixed }, used: { SwiftNames.imported },
    takenMembers: [
      TakenMember(
        kind: .configuration, name: "allCases",
        reason: "in Swift the name of the list of all configurations"),
      TakenMember(
        kind: .enumerationCase, name: "unknown",
        reason: "in Swift this case is for unknown values"),
      TakenMember(kind: .unionCase, name: constantURL, reason: functionForURLs),
      TakenMember(kind: .screen, name: constantURL, reason: functionForURLs),
    ],
    takenFields: [
      TakenField(name: "self", countsOnWire: false, reason: "in Swift the value itself"),
      TakenField(name: constantURL, countsOnWire: false, reason: functionForURLs),
    ],
    scopes: { SwiftScopes($0).scopes }, type: SwiftNames.typeName, member: SwiftNames.member)

  /// The name of a function in default values of types. A member of the type with this name would hide it.
  private static let constantURL = "constantURL"
  private static let functionForURLs = "in Swift the function that makes the URLs of rule files"
}

/// The scopes of the generated Swift in which two names can be equal.
///
/// Names of one kind differ in the rule files, so most scopes can be excluded by the first letters of their names.
private struct SwiftScopes {
  private(set) var scopes: [NameScope] = []

  init(_ rules: RuleSet) {
    addMembers(rules.screens, "screen")
    addMembers(rules.strategies, "strategy")
    addMembers(rules.configurations, "configuration")
    addMembers(rules.scripts, "script")
    addMembers(rules.origins, "origin")
    addMembers(rules.dispatches, "dispatch")
    addMembers(rules.flags, "flag")
    addMembers(rules.values, "value")
    addMembers(rules.actions, "action")
    for enumeration in rules.enumerations { addMembers(enumeration.cases, "case") }
    for union in rules.unions { addMembers(union.cases, "case") }
    addSchemeHandlers(rules)
    addFlagsAndActions(rules)
    addStorage(rules)
    addTypes(rules)
    addSuffixedTypes(rules)
  }

  private mutating func addMembers<E: Entity>(_ entities: [E], _ noun: String) {
    guard Self.mayCollide(entities) else { return }
    var scope = NameScope()
    for entity in entities {
      scope.add(SwiftNames.member(entity.name), NamedDeclaration(noun, entity.declared))
    }
    scopes.append(scope)
  }

  /// Returns whether two names can become equal when leading capitals are lowered. They cannot if all start with a
  /// lower-case letter, or all with a single capital.
  private static func mayCollide<E: Entity>(_ entities: [E]) -> Bool {
    var hasLower = false
    var hasUpper = false
    for entity in entities {
      var bytes = entity.name.utf8.makeIterator()
      guard let first = bytes.next(), (0x41...0x5A).contains(first) else {
        hasLower = true
        continue
      }
      hasUpper = true
      if let second = bytes.next(), (0x41...0x5A).contains(second) { return entities.count > 1 }
    }
    return hasLower && hasUpper
  }

  private mutating func addSchemeHandlers(_ rules: RuleSet) {
    var scope = NameScope()
    for handler in rules.schemeHandlers {
      scope.add(SwiftNames.member(handler.name), NamedDeclaration(handler))
    }
    if scope.entries.count > 1 { scopes.append(scope) }
  }

  /// Adds the scope of flags, values and actions, which are members of one object of the app.
  private mutating func addFlagsAndActions(_ rules: RuleSet) {
    let kinds = [rules.flags.isEmpty, rules.values.isEmpty, rules.actions.isEmpty]
    if kinds.count(where: { !$0 }) < 2 { return }
    var scope = NameScope()
    for flag in rules.flags {
      scope.add(SwiftNames.member(flag.name), NamedDeclaration("flag", flag.declared))
    }
    for value in rules.values {
      scope.add(SwiftNames.member(value.name), NamedDeclaration("value", value.declared))
    }
    for action in rules.actions where action.parameters.isEmpty {
      scope.add(SwiftNames.member(action.name), NamedDeclaration("action", action.declared))
    }
    scopes.append(scope)
  }

  /// Adds the names for the stored values of deprecated fields and scripts.
  private mutating func addStorage(_ rules: RuleSet) {
    for model in rules.models
    where model.fields.contains(where: { $0.declared.deprecated != nil }) {
      var scope = NameScope()
      for field in model.fields {
        let source = NamedDeclaration("field", field.declared)
        scope.add(field.name, source)
        if field.declared.deprecated != nil {
          scope.add(SwiftNames.storage(ofField: field.name), source)
        }
      }
      scopes.append(scope)
    }
    for model in rules.models where model.fields.contains(where: { $0.name.hasPrefix("indirect") })
    {
      var scope = NameScope()
      for field in model.fields {
        let source = NamedDeclaration("field", field.declared)
        scope.add(field.name, source)
        if case .optional(.model) = field.type {
          scope.add(SwiftNames.indirectStorage(ofField: field.name), source)
        }
      }
      scopes.append(scope)
    }
    guard rules.scripts.contains(where: { $0.declared.deprecated != nil }) else { return }
    var scope = NameScope()
    for script in rules.scripts {
      let source = NamedDeclaration("script", script.declared)
      scope.add(SwiftNames.member(script.name), source)
      if script.declared.deprecated != nil {
        scope.add(SwiftNames.storage(ofScript: script.name), source)
      }
    }
    scopes.append(scope)
  }

  /// Adds the scope of types, in which for example `model item` and `model Item` collide, as do types with the name of
  /// an inline type.
  private mutating func addTypes(_ rules: RuleSet) {
    let inline = rules.inlineTypeScope
    if inline == nil, rules.types(where: Self.isInLowerCase).isEmpty { return }
    var scope = NameScope()
    for type in rules.types(where: { _ in true }) {
      scope.add(SwiftNames.typeName(type.name), type)
    }
    scopes.append(scope)
  }

  /// Returns whether the Swift name of a type differs from its name, which then begins with a lower-case letter.
  private static func isInLowerCase(_ name: String) -> Bool { SwiftNames.typeName(name) != name }

  /// Adds the scopes of types with a suffix, in which for example `event Cart` collides with `event cart` and with
  /// `model CartEvent`.
  private mutating func addSuffixedTypes(_ rules: RuleSet) {
    let endings = SwiftNames.Suffix.allCases.compactMap { $0.rawValue.utf8.last }
    let types = rules.types { name in name.utf8.last.map(endings.contains) ?? false }
    for suffix in SwiftNames.Suffix.allCases {
      var scope = NameScope()
      for type in types where type.name.hasSuffix(suffix.rawValue) {
        scope.add(SwiftNames.typeName(type.name), type)
      }
      let declarations = Self.declarations(suffix, rules)
      if scope.entries.isEmpty, !declarations.contains(where: { Self.isInLowerCase($0.name) }) {
        continue
      }
      for declared in declarations {
        scope.add(
          SwiftNames.typeName(declared.name) + suffix.rawValue,
          NamedDeclaration(suffix.noun.rawValue, declared))
      }
      scopes.append(scope)
    }
  }

  private static func declarations(_ suffix: SwiftNames.Suffix, _ rules: RuleSet) -> [Declared] {
    switch suffix {
    case .handler: rules.handlers.map { $0.declared }
    case .chain: rules.chains.filter { !$0.isResponses }.map { $0.declared }
    case .responses: rules.chains.filter { $0.isResponses }.map { $0.declared }
    case .strategy: rules.strategies.map { $0.declared }
    case .channel: rules.channels.map { $0.declared }
    case .event: rules.events.map { $0.declared }
    case .call: rules.calls.map { $0.declared }
    case .render: rules.renders.map { $0.declared }
    }
  }
}
