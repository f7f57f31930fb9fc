import Requests
import Syntax
import Text

extension DocumentIndex {
  mutating func add(
    _ fields: [FieldSyntax], of owner: NameKey, _ kind: NameDeclaration.Kind, hasWire: Bool
  ) {
    for field in fields {
      let key = NameKey.member(owner, field.header.name.text)
      declare(
        field.header, kind, key, type: field.type, field: field,
        wire: hasWire && field.wireName == nil ? .string(field.header.name.text) : .none)
      add(field.type, below: key)
      if let value = field.defaultValue { add(value, of: field.type) }
    }
  }

  /// - Parameter owner: the owner of the fields of an inline type.
  mutating func add(_ type: TypeSyntax?, below owner: NameKey) {
    switch type {
    case nil: break
    case .named(let name):
      use(name, Self.isBuiltIn(name.text) ? .word(name.text) : .declaration(.type, name.text))
    case .array(let element, _), .optional(let element, _): add(element, below: owner)
    case .dictionary(let key, let value, _):
      add(key, below: owner)
      add(value, below: owner)
    case .record(let fields, _): add(fields, of: owner, .field, hasWire: true)
    }
  }

  mutating func add(_ literal: LiteralSyntax, of type: TypeSyntax) {
    switch literal {
    case .name(let name):
      if let owner = type.innermostName {
        use(name, .member(.declaration(.type, owner), name.text))
      }
    case .list(let items, _): for item in items { add(item, of: type) }
    default: break
    }
  }

  static let builtInTypes = ["String", "Int", "Double", "Bool", "URL", "Date", "Data", "JSON"]

  static func isBuiltIn(_ name: String) -> Bool { builtInTypes.contains(name) }

  static func isRequestValue(_ name: String) -> Bool {
    RequestSchema.allWords.contains(name)
  }
}

extension TypeSyntax {
  /// The name of the type without `?`, `[]` and keys; nil for an inline type.
  var innermostName: String? {
    switch self {
    case .named(let name): name.text
    case .array(let inner, _), .optional(let inner, _), .dictionary(_, let inner, _):
      inner.innermostName
    case .record: nil
    }
  }

  /// The fields of an inline type.
  var innermostRecord: [FieldSyntax]? {
    switch self {
    case .named: nil
    case .array(let inner, _), .optional(let inner, _), .dictionary(_, let inner, _):
      inner.innermostRecord
    case .record(let fields, _): fields
    }
  }
}
