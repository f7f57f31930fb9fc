import GeneratedNames

/// Appends expressions and types to the current line.
extension TypeScriptPrinter {
  // MARK: Expressions

  mutating func append(_ value: TypeScriptExpression) {
    switch value {
    case .name(let name): writer.append(name)
    case .runtime(let part):
      use(part)
      writer.append(part.name)
    case .fixed(let name): writer.append(name.rawValue)
    case .global(let name): writer.append(name.rawValue)
    case .null: writer.append("null")
    case .boolean(let value): writer.append(value ? "true" : "false")
    case .integer(let number): writer.append(String(number))
    case .double(let number): writer.append("\(number)")
    case .string(let text): appendQuoted(text)
    case .array(let elements):
      writer.append("[")
      append(elements)
      writer.append("]")
    case .object(let properties, _):
      if properties.isEmpty {
        writer.append("{}")
        return
      }
      writer.append("{ ")
      for (index, property) in properties.enumerated() {
        if index > 0 { writer.append(", ") }
        append(property)
      }
      writer.append(" }")
    case .call(let part, let arguments):
      use(part)
      writer.append(part.name, "(")
      append(arguments)
      writer.append(")")
    case .invoke(let function, let arguments):
      append(function)
      writer.append("(")
      append(arguments)
      writer.append(")")
    case .member(let object, let key):
      append(object)
      if TypeScriptText.isIdentifier(key) {
        writer.append(".", key)
      } else {
        writer.append("[", TypeScriptText.quoted(key))
        writer.append("]")
      }
    case .optionalMember(let object, let key):
      append(object)
      if TypeScriptText.isIdentifier(key) {
        writer.append("?.", key)
      } else {
        writer.append("?.[", TypeScriptText.quoted(key))
        writer.append("]")
      }
    case .element(let object, let key):
      append(object)
      writer.append("[")
      append(key)
      writer.append("]")
    }
  }

  mutating func append(_ property: TypeScriptProperty) {
    switch property {
    case .value(_, let key, let value):
      writer.append(TypeScriptText.key(key))
      writer.append(": ")
      append(value)
    case .spread(let value):
      writer.append("...")
      append(value)
    }
  }

  mutating func append(_ values: [TypeScriptExpression]) {
    for (index, value) in values.enumerated() {
      if index > 0 { writer.append(", ") }
      append(value)
    }
  }

  private mutating func appendQuoted(_ text: String) {
    if TypeScriptText.isPlain(text) {
      writer.append("\"", text)
      writer.append("\"")
    } else {
      writer.append(TypeScriptText.quoted(text))
    }
  }

  // MARK: Types

  mutating func append(
    _ type: TypeScriptType, inside context: TypeScriptType.Context = .none
  ) {
    let isParenthesized = type.needsParentheses(inside: context)
    if isParenthesized { writer.append("(") }
    switch type {
    case .name(let name): writer.append(name)
    case .runtime(let part):
      use(part)
      writer.append(part.name)
    case .fixed(let name): writer.append(name.rawValue)
    case .global(let name, let arguments):
      writer.append(name.rawValue)
      if !arguments.isEmpty {
        writer.append("<")
        for (index, argument) in arguments.enumerated() {
          if index > 0 { writer.append(", ") }
          append(argument)
        }
        writer.append(">")
      }
    case .literal(let text): appendQuoted(text)
    case .array(let element):
      append(element, inside: .array)
      writer.append("[]")
    case .union(let types): append(types, " | ", inside: .union)
    case .intersection(let types): append(types, " & ", inside: .intersection)
    case .function(let parameters, let result):
      writer.append("(")
      append(parameters)
      writer.append(") => ")
      append(result)
    case .object(let fields):
      if fields.isEmpty {
        writer.append("{}")
        break
      }
      writer.append("{ ")
      for (index, field) in fields.enumerated() {
        if index > 0 { writer.append("; ") }
        append(field)
      }
      writer.append(" }")
    }
    if isParenthesized { writer.append(")") }
  }

  mutating func append(
    _ types: [TypeScriptType], _ separator: String, inside context: TypeScriptType.Context
  ) {
    for (index, type) in types.enumerated() {
      if index > 0 { writer.append(separator) }
      append(type, inside: context)
    }
  }

  mutating func append(_ field: TypeScriptField) {
    writer.append(TypeScriptText.member(field.name), field.isOptional ? "?: " : ": ")
    append(field.type)
  }

  /// Returns a function without its body, on one line; empty for other declarations.
  static func signature(_ declaration: TypeScriptDeclaration) -> String {
    guard case .function(let parameters, let result, _) = declaration.kind else { return "" }
    var printer = TypeScriptPrinter()
    printer.writer.append("function ", declaration.name)
    printer.writer.append("(")
    printer.append(parameters)
    printer.writer.append("): ")
    printer.append(result)
    return printer.writer.string
  }

  mutating func append(_ parameters: [TypeScriptParameter]) {
    for (index, parameter) in parameters.enumerated() {
      if index > 0 { writer.append(", ") }
      append(parameter)
    }
  }

  mutating func append(_ parameter: TypeScriptParameter) {
    writer.append(parameter.name, parameter.isOptional ? "?: " : ": ")
    append(parameter.type)
    if let value = parameter.defaultValue {
      writer.append(" = ")
      append(value)
    }
  }
}
