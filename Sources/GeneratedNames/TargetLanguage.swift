package import Semantics

/// A language to which rule sets are compiled, with the names that its generated code declares and reserves.
///
/// A new language is another folder with another value of this type. The checks use all languages.
package struct TargetLanguage: Sendable {
  /// The language's name in messages.
  package let name: String
  /// The names that the generated code of every rule set declares at its top level.
  package let declared: @Sendable () -> Set<String>
  /// The names of the language and its libraries that the generated code uses.
  package let used: @Sendable () -> Set<String>
  /// The names that generated members cannot have.
  package let takenMembers: [TakenMember]
  /// The names that fields and parameters cannot have.
  package let takenFields: [TakenField]
  /// Returns the generated names of a rule set. Names within one scope must differ.
  package let scopes: @Sendable (RuleSet) -> [NameScope]
  /// Returns the generated name of a type.
  package let type: @Sendable (String) -> String
  /// Returns the generated name of a member.
  package let member: @Sendable (String) -> String

  package static let all: [TargetLanguage] = [.swift, .typeScript]
}

/// A name that the generated code already declares for each declaration of a kind.
package struct TakenMember: Sendable {
  package enum Kind: Sendable { case configuration, enumerationCase, unionCase, screen }

  package let kind: Kind
  package let name: String
  package let reason: String
}

/// A name that a field or parameter cannot have.
package struct TakenField: Sendable {
  package let name: String
  /// True if names in JSON and discriminators cannot have the name either.
  package let countsOnWire: Bool
  package let reason: String
}
