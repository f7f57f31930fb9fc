package import Semantics

/// A language that rule sets are compiled to: the names that its generated code declares and reserves.
///
/// A new language is another folder with another value of this type; the checks use all of them.
package struct TargetLanguage: Sendable {
  /// The language's name in messages.
  package let name: String
  /// Names that the generated code of every rule set declares at its top level.
  package let declared: @Sendable () -> Set<String>
  /// Names of the language and its libraries that the generated code uses.
  package let used: @Sendable () -> Set<String>
  /// Names that generated members cannot have.
  package let takenMembers: [TakenMember]
  /// Names that fields and parameters cannot have.
  package let takenFields: [TakenField]
  /// The generated names of a rule set; names within one scope must differ.
  package let scopes: @Sendable (RuleSet) -> [NameScope]
  /// The generated name of a type.
  package let type: @Sendable (String) -> String
  /// The generated name of a member.
  package let member: @Sendable (String) -> String

  package static let all: [TargetLanguage] = [.swift, .typeScript]
}

/// A name that the generated code of each declaration of some kind already declares.
package struct TakenMember: Sendable {
  package enum Kind: Sendable { case configuration, enumerationCase, unionCase, screen }

  package let kind: Kind
  package let name: String
  package let reason: String
}

/// A name that a field or parameter cannot have.
package struct TakenField: Sendable {
  package let name: String
  /// True if names on the wire and discriminators cannot have that name either.
  package let countsOnWire: Bool
  package let reason: String
}
