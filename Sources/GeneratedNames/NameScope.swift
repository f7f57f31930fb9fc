import Semantics
package import Text

/// Generated names that must differ from each other.
package struct NameScope: Sendable {
  package struct Entry: Sendable {
    package let generated: String
    package let source: NamedDeclaration
  }

  package private(set) var entries: [Entry] = []

  mutating func add(_ generated: String, _ source: NamedDeclaration) {
    entries.append(Entry(generated: generated, source: source))
  }
}

/// A declaration for which a generated name is made.
package struct NamedDeclaration: Sendable {
  /// The noun for the declaration in messages.
  package let noun: String
  package let name: String
  package let location: Location
  /// The namespace of the declaration in the rule files, in which equal names are already an error.
  package let space: String?

  init(_ noun: String, _ declared: Declared, space: String? = nil) {
    self.noun = noun
    name = declared.name
    location = declared.location
    self.space = space ?? noun
  }

  init(_ handler: SchemeHandler) {
    noun = "scheme handler"
    name = handler.name
    location = handler.location
    space = noun
  }

  init(_ model: Model) {
    // The rule files do not contain the name of an inline type.
    noun = model.isInline ? "inline type" : "model"
    name = model.name
    location = model.declared.location
    space = model.isInline ? nil : Self.typeSpace
  }

  init(_ enumeration: Enumeration) {
    self.init("enum", enumeration.declared, space: Self.typeSpace)
  }

  init(_ union: Union) { self.init("union", union.declared, space: Self.typeSpace) }

  private static let typeSpace = "type"
}

extension RuleSet {
  /// Returns the types, declared or inline, whose names pass the test.
  func types(where test: (String) -> Bool) -> [NamedDeclaration] {
    var types: [NamedDeclaration] = []
    for model in models where test(model.declared.name) { types.append(NamedDeclaration(model)) }
    for enumeration in enumerations where test(enumeration.declared.name) {
      types.append(NamedDeclaration(enumeration))
    }
    for union in unions where test(union.declared.name) { types.append(NamedDeclaration(union)) }
    return types
  }

  /// The scope of the types that share a name with an inline type; nil if there is no inline type.
  var inlineTypeScope: NameScope? {
    var inline: Set<String> = []
    for model in models where model.isInline { inline.insert(model.declared.name) }
    if inline.isEmpty { return nil }
    var scope = NameScope()
    for type in types(where: inline.contains) { scope.add(type.name, type) }
    return scope
  }
}
