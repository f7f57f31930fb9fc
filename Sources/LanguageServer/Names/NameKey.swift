import Syntax
import Text

/// The namespaces: a handler and a chain cannot have the same name, and neither can two types, nor a flag, a value
/// and a condition. A chain and responses can.
enum Namespace: Hashable, Sendable {
  /// Flags are values of the app, too.
  case flag
  case origin, screen, action, rules, responses, type, strategy, channel, event, call, render,
    dispatch
  case script, configuration, invariant
}

/// A declaration, by its names.
indirect enum NameKey: Hashable, Sendable {
  case declaration(Namespace, String)
  /// A field, case or parameter; the owner of an inline type's fields is the declaration with that type.
  case member(NameKey, String)
  /// A capture, by the offset of its name in the file.
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
  var owner: String
  var ownerKey: NameKey
}

extension NameKey {
  /// A chain, or a name that `use` in a chain gives.
  static func chain(_ name: String, isResponses: Bool) -> NameKey {
    .declaration(isResponses ? .responses : .rules, name)
  }
}
