import Syntax
import Text

/// The namespaces: a handler and a chain cannot have the same name, and neither can two types, nor a flag, a value
/// and a condition. A chain and responses can.
enum Namespace: Hashable, Sendable {
  /// Flags are values of the app, too.
  case flag
  case origin, screen, action, rules, responses, type, strategy, channel, event, call, render,
    dispatch
  case script, configuration
  /// The app's functions that answer schemes.
  case schemeHandler
}

/// The meaning of a name, derived from its own file alone, so that an edit affects one file only.
///
/// `NameIndex.canonical` turns the kinds that depend on another declaration into one of the first three.
indirect enum NameKey: Hashable, Sendable {
  case declaration(Namespace, String)
  /// A field, case or parameter; the owner of an inline type's fields is the declaration with that type.
  case member(NameKey, String)
  /// A name bound by a pattern, in the rule that starts at the offset.
  case capture(rule: UInt32, String)
  /// A value of the request, a type of the language, or a word that a value can have.
  case word(String)
  /// A field of a call's payload.
  case payload(call: String, String)
  /// The value of a parameter or field: a flag, or a case of its enum.
  case value(of: NameKey, String)
  /// A name after an operator: a value of the app or, if there is none, a word.
  case operand(String)

  /// True for names of the app that have no declaration of their own.
  var isDeclaredByUse: Bool {
    if case .declaration(.schemeHandler, _) = self { true } else { false }
  }
}

/// A declaration, including those of fields, cases and captures.
struct NameDeclaration: Sendable {
  enum Kind: String, Sendable {
    case origin, flag, value, condition, screen, action, handler, chain, responses, model
    case enumeration = "enum"
    case union, strategy, channel, event, call, render, dispatch, script, configuration
    case field, parameter, capture
    case enumCase = "case"
    case unionCase = "union case"
  }

  var key: NameKey
  var kind: Kind
  var name: String
  var nameSpan: Span
  /// The whole declaration, including attributes.
  var span: Span
  var documentation: String?
  var deprecated: String?
  /// The type of a field or parameter, or the payload type of a call, event or strategy.
  var type: TypeSyntax?
  /// Parameters, or the fields of a model or union case.
  var fields: [FieldSyntax] = []
  /// The syntax of a field or parameter.
  var field: FieldSyntax?
  /// True for an action that returns whether it handles the request.
  var answers = false
  /// The text that keeps the wire name after renaming, if it is derived from the declared name.
  var wire: Wire = .none

  enum Wire: Sendable {
    case none
    /// ` "name"` after the name.
    case string(String)
    /// ` = "name"` after the name.
    case assignment(String)
  }
}

/// A name at a position.
struct NameOccurrence: Sendable {
  var key: NameKey
  var name: String
  var span: Span
  var isDeclaration: Bool

  /// True for names that the language defines.
  var isWord: Bool {
    if case .word = key { return true }
    return false
  }
}

/// A rule and its owner.
struct RuleEntry: Sendable {
  var syntax: RuleSyntax
  /// The handler or chain.
  var owner: String
  var ownerKey: NameKey
  var ownerKind: NameDeclaration.Kind
}

/// `use NAME`.
struct UseEntry: Sendable {
  var name: NameSyntax
  var span: Span
  /// The key of the name.
  var target: NameKey
  var owner: String
  var ownerKey: NameKey
}

extension NameKey {
  /// A chain, or a name that `use` in a chain gives.
  static func chain(_ name: String, isResponses: Bool) -> NameKey {
    .declaration(isResponses ? .responses : .rules, name)
  }
}
