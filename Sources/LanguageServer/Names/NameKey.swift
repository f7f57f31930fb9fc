import Syntax
import Text

/// The namespaces. Declarations in one namespace cannot have the same name: a handler and a chain, two types, or a
/// flag, a value and a condition. A chain and responses can have the same name.
enum Namespace: Hashable, Sendable {
  /// The namespace of flags, other values of the app and conditions.
  case flag
  case origin, screen, action, rules, responses, type, strategy, channel, event, call, render,
    dispatch
  case script, configuration, invariant
}

/// The identity of a declaration, by its names.
indirect enum NameKey: Hashable, Sendable {
  case declaration(Namespace, String)
  /// A field, case or parameter of an owner. For the fields of an inline type, the owner is the declaration with that
  /// type.
  case member(NameKey, String)
  /// A capture, identified by the offset of its name in the file.
  case capture(UInt32)
}

/// A declaration, including those of fields, cases and captures.
struct NameDeclaration: Sendable {
  enum Kind: String, Sendable {
    case origin, flag, value, condition, screen, action, handler, chain, responses, model
    case enumeration = "enum"
    case union, strategy, channel, event, call, render, dispatch, script, configuration, invariant
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
  /// The parameters, or the fields of a model or union case.
  var fields: [FieldSyntax] = []
  /// The syntax of a field or parameter.
  var field: FieldSyntax?
  /// True for an action that returns whether it handles the request.
  var answers = false
  /// The text after the name that keeps the identifier in JSON when the name changes, if it is derived from the name.
  var wire: Wire = .none

  enum Wire: Sendable {
    case none
    /// The text ` "name"`.
    case string(String)
    /// The text ` = "name"`.
    case assignment(String)
  }
}

/// A rule and its owner.
struct RuleEntry: Sendable {
  var syntax: RuleSyntax
  /// The name of the handler or chain that contains the rule.
  var owner: String
  var ownerKey: NameKey
  var ownerKind: NameDeclaration.Kind
}

/// A line `use NAME`.
struct UseEntry: Sendable {
  var name: NameSyntax
  var span: Span
  var owner: String
  var ownerKey: NameKey
}

extension NameKey {
  /// Returns the key of a chain, or of a name after `use` in a chain.
  static func chain(_ name: String, isResponses: Bool) -> NameKey {
    .declaration(isResponses ? .responses : .rules, name)
  }
}
