import Syntax

extension TypeSyntax {
  /// The name of the type without `?`, `[]` and types of keys; nil for an inline type.
  var innermostName: NameSyntax? {
    switch self {
    case .named(let name): name
    case .array(let inner, _), .optional(let inner, _), .dictionary(_, let inner, _):
      inner.innermostName
    case .record: nil
    }
  }

  /// The fields of an inline type; nil for another type.
  var innermostRecord: [FieldSyntax]? {
    switch self {
    case .named: nil
    case .array(let inner, _), .optional(let inner, _), .dictionary(_, let inner, _):
      inner.innermostRecord
    case .record(let fields, _): fields
    }
  }
}
