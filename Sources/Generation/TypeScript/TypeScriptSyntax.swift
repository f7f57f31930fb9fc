import GeneratedNames

/// A type of the TypeScript subset that generated modules use.
///
/// Names, keys and texts are stored unescaped. Only `TypeScriptPrinter` quotes and escapes them.
enum TypeScriptType: Sendable {
  /// A keyword, or the name of a type that the module declares for a declaration of the rule set.
  case name(String)
  case runtime(TypeScriptRuntime)
  case fixed(TypeScriptNames.Fixed)
  case global(TypeScriptNames.Global, [TypeScriptType])
  /// The type of a single string.
  case literal(String)
  indirect case array(TypeScriptType)
  case union([TypeScriptType])
  case intersection([TypeScriptType])
  indirect case function([TypeScriptParameter], TypeScriptType)
  case object([TypeScriptField])

  static let boolean = TypeScriptType.name("boolean")
  static let never = TypeScriptType.name("never")
  static let null = TypeScriptType.name("null")
  static let number = TypeScriptType.name("number")
  static let string = TypeScriptType.name("string")
  static let undefined = TypeScriptType.name("undefined")
  static let unknown = TypeScriptType.name("unknown")
  static let void = TypeScriptType.name("void")

  static func promise(_ type: TypeScriptType) -> TypeScriptType { .global(.promise, [type]) }

  static func record(_ key: TypeScriptType, _ value: TypeScriptType) -> TypeScriptType {
    .global(.record, [key, value])
  }
}

/// A field of an interface or object type.
struct TypeScriptField: Sendable {
  var documentation = JSDoc()
  var name: String
  var isOptional = false
  var type: TypeScriptType
}

struct TypeScriptParameter: Sendable {
  var name: String
  var isOptional = false
  var type: TypeScriptType
  var defaultValue: TypeScriptExpression?
}

enum TypeScriptExpression: Sendable {
  /// A local name, or a function that the module declares for a declaration of the rule set.
  case name(String)
  case runtime(TypeScriptRuntime)
  case fixed(TypeScriptNames.Fixed)
  case global(TypeScriptNames.Global)
  case null
  case boolean(Bool)
  case integer(Int64)
  case double(Double)
  case string(String)
  case array([TypeScriptExpression])
  /// An object.
  ///
  /// - Parameter isBroken: true to print one line for each property, even if all would fit on one.
  case object([TypeScriptProperty], isBroken: Bool)
  case call(TypeScriptRuntime, [TypeScriptExpression])
  /// A call of a function that is not in the run-time support.
  indirect case invoke(TypeScriptExpression, [TypeScriptExpression])
  indirect case member(TypeScriptExpression, String)
  /// An access `object?.key`.
  indirect case optionalMember(TypeScriptExpression, String)
  indirect case element(TypeScriptExpression, TypeScriptExpression)
}

/// A property of an object expression.
enum TypeScriptProperty: Sendable {
  case value(documentation: JSDoc = JSDoc(), key: String, TypeScriptExpression)
  case spread(TypeScriptExpression)
}

enum TypeScriptStatement {
  case expression(TypeScriptExpression)
  case constant(String, TypeScriptExpression)
  case `return`(TypeScriptExpression)
  case `throw`(TypeScriptExpression)
  /// A `switch` statement. The `default` clause is omitted if it has no statements.
  case `switch`(
    TypeScriptExpression, [(value: TypeScriptExpression, body: [TypeScriptStatement])],
    default: [TypeScriptStatement])
}

/// A top-level declaration.
struct TypeScriptDeclaration {
  enum Kind {
    case interface([TypeScriptField])
    /// An interface of nested objects, which a formatter does not change.
    case nested([TypeScriptField])
    case alias(TypeScriptType)
    /// A union of object types, each of them with a comment of its own.
    case objects([(documentation: JSDoc, fields: [TypeScriptField])])
    case constant(
      type: TypeScriptType? = nil, TypeScriptExpression, isConstAssertion: Bool = false)
    case function([TypeScriptParameter], TypeScriptType, [TypeScriptStatement])
  }

  var documentation = JSDoc()
  var isExported = true
  var name: String
  var kind: Kind
}

extension TypeScriptDeclaration {
  init(
    documentation: JSDoc = JSDoc(), isExported: Bool = true, name: TypeScriptNames.Fixed, kind: Kind
  ) {
    self.init(
      documentation: documentation, isExported: isExported, name: name.rawValue, kind: kind)
  }
}

/// A documentation comment; it is not printed if it has neither text nor tags.
struct JSDoc: Sendable {
  var text: String?
  /// The tags, for example `@deprecated …`.
  var tags: [String] = []
}
