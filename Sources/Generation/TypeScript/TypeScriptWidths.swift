import GeneratedNames

/// The width of types and expressions on one line, in columns.
///
/// A column is a byte in UTF-8, as in `CodeWriter`.
extension TypeScriptType {
  /// The place of a type within another.
  enum Context { case none, union, intersection, array }

  func needsParentheses(inside context: Context) -> Bool {
    switch self {
    case .union: context == .array || context == .intersection
    case .intersection, .function: context != .none
    case .name, .runtime, .fixed, .global, .literal, .array, .object: false
    }
  }

  func width(inside context: Context = .none) -> Int {
    (needsParentheses(inside: context) ? 2 : 0) + ownWidth
  }

  private var ownWidth: Int {
    switch self {
    case .name(let name): name.utf8.count
    case .runtime(let part): part.name.utf8.count
    case .fixed(let name): name.rawValue.utf8.count
    case .global(let name, let arguments):
      arguments.reduce(name.rawValue.utf8.count) { $0 + $1.width() + 2 }
    case .literal(let text): TypeScriptText.quotedWidth(text)
    case .array(let element): element.width(inside: .array) + 2
    case .union(let types): types.reduce(-3) { $0 + $1.width(inside: .union) + 3 }
    case .intersection(let types): types.reduce(-3) { $0 + $1.width(inside: .intersection) + 3 }
    case .function(let parameters, let result):
      parameters.reduce(result.width() + (parameters.isEmpty ? 6 : 4)) { $0 + $1.width + 2 }
    case .object(let fields): fields.reduce(2) { $0 + $1.width + 2 }
    }
  }
}

extension TypeScriptField {
  fileprivate var width: Int {
    TypeScriptText.member(name).utf8.count + (isOptional ? 3 : 2) + type.width()
  }
}

extension TypeScriptParameter {
  var width: Int {
    name.utf8.count + (isOptional ? 3 : 2) + type.width() + (defaultValue.map { $0.width + 3 } ?? 0)
  }
}

extension TypeScriptExpression {
  /// True for an expression that takes several lines even if it fits on one.
  var isBroken: Bool {
    switch self {
    case .object(let properties, let isBroken): isBroken && !properties.isEmpty
    case .call(_, let arguments), .invoke(_, let arguments):
      arguments.count == 1 && arguments[0].isBroken
    case .name, .runtime, .fixed, .global, .null, .boolean, .integer, .double, .string, .array,
      .member, .optionalMember, .element:
      false
    }
  }

  var width: Int {
    switch self {
    case .name(let name): name.utf8.count
    case .runtime(let part): part.name.utf8.count
    case .fixed(let name): name.rawValue.utf8.count
    case .global(let name): name.rawValue.utf8.count
    case .null: 4
    case .boolean(let value): value ? 4 : 5
    case .integer(let number): String(number).utf8.count
    case .double(let number): "\(number)".utf8.count
    case .string(let text): TypeScriptText.quotedWidth(text)
    case .array(let elements): Self.width(elements) + 2
    case .object(let properties, _):
      properties.isEmpty ? 2 : properties.reduce(2) { $0 + $1.width + 2 }
    case .call(let function, let arguments): function.name.utf8.count + Self.width(arguments) + 2
    case .invoke(let function, let arguments): function.width + Self.width(arguments) + 2
    case .member(let object, let key): object.width + Self.width(ofMember: key)
    case .optionalMember(let object, let key):
      object.width + Self.width(ofMember: key) + (TypeScriptText.isIdentifier(key) ? 1 : 2)
    case .element(let object, let key): object.width + key.width + 2
    }
  }

  private static func width(_ values: [TypeScriptExpression]) -> Int {
    values.reduce(values.isEmpty ? 0 : -2) { $0 + $1.width + 2 }
  }

  private static func width(ofMember key: String) -> Int {
    TypeScriptText.isIdentifier(key) ? key.utf8.count + 1 : TypeScriptText.quotedWidth(key) + 2
  }
}

extension TypeScriptProperty {
  fileprivate var width: Int {
    switch self {
    case .value(_, let key, let value): TypeScriptText.key(key).utf8.count + value.width + 2
    case .spread(let value): value.width + 3
    }
  }
}
