import GeneratedNames

/// Prints declarations, and records the parts of the run-time support that they need.
struct TypeScriptPrinter: ~Copyable {
  var writer: CodeWriter
  private var used = [Bool](repeating: false, count: Self.partCount)
  private static let partCount = TypeScriptRuntime.allCases.count

  /// The first line after the declarations of the rule set.
  static let supportHeading = "// The same for every rule set: the support code that is used above."

  /// - Parameter sink: receives the text in pieces; nil to keep all of it in `bytes`.
  init(to sink: CodeSink? = nil) { writer = CodeWriter(to: sink) }

  var bytes: [UInt8] { writer.bytes }

  /// Returns an expression as text, for a comment.
  static func text(_ value: TypeScriptExpression) -> String {
    var printer = TypeScriptPrinter()
    printer.append(value)
    return printer.writer.string
  }

  mutating func heading(_ lines: [String]) {
    for line in lines { writer.line(line) }
  }

  /// Adds a part of the run-time support, and the parts that it needs.
  mutating func use(_ part: TypeScriptRuntime) {
    if used[part.rawValue] { return }
    used[part.rawValue] = true
    for other in part.needs { use(other) }
  }

  /// Prints the parts that are used, in the order of the run-time support.
  mutating func printRuntime() {
    guard used.contains(true) else { return }
    writer.blank()
    writer.line(Self.supportHeading)
    for part in TypeScriptRuntime.allCases where used[part.rawValue] {
      writer.blank()
      writer.line(part.text)
    }
  }

  /// Makes a file without declarations an ES module.
  mutating func printEmptyExport() {
    writer.blank()
    writer.line("export {};")
  }

  // MARK: Declarations

  mutating func print(_ declaration: TypeScriptDeclaration) {
    writer.blank()
    print(declaration.documentation)
    if case .nested = declaration.kind { writer.line("// deno-fmt-ignore") }
    writer.begin()
    if declaration.isExported { writer.append("export ") }
    switch declaration.kind {
    case .nested(let fields):
      writer.append("interface ", declaration.name)
      writer.append(" {")
      writer.end()
      printNested(fields)
      writer.line("}")
    case .interface(let fields):
      writer.append("interface ", declaration.name)
      writer.append(" {")
      writer.end()
      printIndented(fields)
      writer.line("}")
    case .alias(let type):
      writer.append("type ", declaration.name)
      print(aliased: type)
    case .objects(let alternatives):
      writer.append("type ", declaration.name)
      writer.append(" =")
      writer.end()
      print(alternatives)
    case .constant(let type, let value, let isConstAssertion):
      writer.append("const ", declaration.name)
      if let type {
        writer.append(": ")
        append(type)
      }
      writer.append(" = ")
      finish(value, isConstAssertion ? " as const;" : ";")
    case .function(let parameters, let result, let body):
      writer.append("function ", declaration.name)
      print(parameters, result)
      printIndented(body)
      writer.line("}")
    }
  }

  private mutating func print(aliased type: TypeScriptType) {
    switch type {
    case .object(let fields):
      writer.append(" = {")
      writer.end()
      printIndented(fields)
      writer.line("};")
    case .union(let types) where !writer.hasRoom(type.width() + 4):
      print(types, "| ", inside: .union)
    case .intersection(let types) where !writer.hasRoom(type.width() + 4):
      print(types, "& ", inside: .intersection)
    default:
      writer.append(" = ")
      append(type)
      writer.append(";")
      writer.end()
    }
  }

  /// Prints the types of a union or intersection, one on each line.
  private mutating func print(
    _ types: [TypeScriptType], _ sign: String, inside context: TypeScriptType.Context
  ) {
    writer.append(" =")
    writer.end()
    writer.beginIndentation()
    for (index, type) in types.enumerated() {
      writer.begin()
      writer.append(sign)
      append(type, inside: context)
      if index + 1 == types.count { writer.append(";") }
      writer.end()
    }
    writer.endIndentation()
  }

  private mutating func print(
    _ alternatives: [(documentation: JSDoc, fields: [TypeScriptField])]
  ) {
    writer.beginIndentation()
    for (index, alternative) in alternatives.enumerated() {
      let end = index + 1 < alternatives.count ? "" : ";"
      print(alternative.documentation)
      if alternative.fields.count == 1 {
        writer.begin()
        writer.append("| ")
        append(.object(alternative.fields))
        writer.append(end)
        writer.end()
      } else {
        writer.line("| {")
        printIndented(alternative.fields)
        writer.line("}", end)
      }
    }
    writer.endIndentation()
  }

  /// Prints fields, one on each line. If a function does not fit on a line, each of its parameters gets a line.
  private mutating func printNested(_ fields: [TypeScriptField]) {
    writer.beginIndentation()
    for field in fields {
      print(field.documentation)
      writer.begin()
      writer.append(TypeScriptText.member(field.name), field.isOptional ? "?: " : ": ")
      finish(nested: field.type, ";")
    }
    writer.endIndentation()
  }

  private mutating func finish(nested type: TypeScriptType, _ end: String) {
    switch type {
    case .object(let fields) where !writer.hasRoom(type.width() + end.utf8.count):
      writer.append("{")
      writer.end()
      printNested(fields)
      writer.begin()
      writer.append("}")
    case .function(let parameters, let result)
    where !parameters.isEmpty && !writer.hasRoom(type.width() + end.utf8.count):
      writer.append("(")
      writer.end()
      writer.beginIndentation()
      for parameter in parameters {
        writer.begin()
        writer.append(parameter.name, ": ")
        finish(nested: parameter.type, ",")
      }
      writer.endIndentation()
      writer.begin()
      writer.append(") => ")
      append(result)
    default: append(type)
    }
    writer.append(end)
    writer.end()
  }

  private mutating func printIndented(_ fields: [TypeScriptField]) {
    writer.beginIndentation()
    for field in fields {
      print(field.documentation)
      writer.begin()
      append(field)
      writer.append(";")
      writer.end()
    }
    writer.endIndentation()
  }

  /// Prints the parameters and the result of a function, on one line if they fit.
  private mutating func print(_ parameters: [TypeScriptParameter], _ result: TypeScriptType) {
    let length = parameters.reduce(parameters.isEmpty ? 0 : -2) { $0 + $1.width + 2 }
    writer.append("(")
    if parameters.isEmpty || writer.hasRoom(length + result.width() + 5) {
      append(parameters)
    } else {
      writer.end()
      writer.beginIndentation()
      for parameter in parameters { print(parameter) }
      writer.endIndentation()
      writer.begin()
    }
    writer.append("): ")
    append(result)
    writer.append(" {")
    writer.end()
  }

  /// Prints one parameter on a line. If its type is a function that does not fit, each parameter of that function gets
  /// a line.
  private mutating func print(_ parameter: TypeScriptParameter) {
    writer.begin()
    guard !writer.hasRoom(parameter.width + 1), parameter.defaultValue == nil,
      case .function(let inner, let result) = parameter.type, !inner.isEmpty
    else {
      append(parameter)
      writer.append(",")
      writer.end()
      return
    }
    writer.append(parameter.name, parameter.isOptional ? "?: (" : ": (")
    writer.end()
    writer.beginIndentation()
    for parameter in inner { print(parameter) }
    writer.endIndentation()
    writer.begin()
    writer.append(") => ")
    append(result)
    writer.append(",")
    writer.end()
  }

  // MARK: Statements

  private mutating func printIndented(_ statements: [TypeScriptStatement]) {
    writer.beginIndentation()
    for statement in statements { print(statement) }
    writer.endIndentation()
  }

  private mutating func print(_ statement: TypeScriptStatement) {
    writer.begin()
    switch statement {
    case .expression(let value): finish(value, ";")
    case .constant(let name, let value):
      writer.append("const ", name)
      writer.append(" = ")
      finish(value, ";")
    case .return(let value):
      writer.append("return ")
      finish(value, ";")
    case .throw(let value):
      writer.append("throw ")
      finish(value, ";")
    case .switch(let value, let cases, let otherwise):
      writer.append("switch (")
      finish(value, ") {")
      writer.beginIndentation()
      for clause in cases {
        writer.begin()
        writer.append("case ")
        finish(clause.value, ":")
        printIndented(clause.body)
      }
      if !otherwise.isEmpty {
        writer.line("default:")
        printIndented(otherwise)
      }
      writer.endIndentation()
      writer.line("}")
    }
  }

  // MARK: Expressions

  /// Ends the current line with an expression, over several lines if it does not fit.
  private mutating func finish(_ value: TypeScriptExpression, _ end: String) {
    let start = writer.count
    if !value.isBroken { append(value) }
    if value.isBroken || !writer.hasRoom(end.utf8.count) {
      writer.removeLast(to: start)
      switch value {
      case .call(let function, let arguments) where !arguments.isEmpty:
        append(.runtime(function))
        finishCall(arguments, end)
        return
      case .invoke(let function, let arguments) where !arguments.isEmpty:
        append(function)
        finishCall(arguments, end)
        return
      case .array(let elements) where !elements.isEmpty:
        printElements("[", elements)
        writer.append("]")
      case .object(let properties, _) where !properties.isEmpty:
        writer.append("{")
        writer.end()
        writer.beginIndentation()
        for property in properties { print(property) }
        writer.endIndentation()
        writer.begin()
        writer.append("}")
      default: append(value)
      }
    }
    writer.append(end)
    writer.end()
  }

  /// Ends the current line with the arguments of a call, over several lines.
  private mutating func finishCall(_ arguments: [TypeScriptExpression], _ end: String) {
    if arguments.count == 1, case .object = arguments[0] {
      writer.append("(")
      finish(arguments[0], ")" + end)
      return
    }
    printElements("(", arguments)
    writer.append(")", end)
    writer.end()
  }

  private mutating func printElements(_ open: String, _ elements: [TypeScriptExpression]) {
    writer.append(open)
    writer.end()
    writer.beginIndentation()
    for element in elements {
      writer.begin()
      finish(element, ",")
    }
    writer.endIndentation()
    writer.begin()
  }

  private mutating func print(_ property: TypeScriptProperty) {
    switch property {
    case .value(let documentation, let key, let value):
      print(documentation)
      writer.begin()
      writer.append(TypeScriptText.key(key))
      writer.append(": ")
      finish(value, ",")
    case .spread(let value):
      writer.begin()
      writer.append("...")
      finish(value, ",")
    }
  }

  // MARK: Comments

  private mutating func print(_ documentation: JSDoc) {
    if documentation.text == nil && documentation.tags.isEmpty { return }
    let limit = CodeWriter.width - 12
    if documentation.tags.isEmpty, let text = documentation.text, text.utf8.count <= limit,
      text != "", TypeScriptText.isPlainLine(text)
    {
      writer.line("/** ", text, " */")
      return
    }
    var lines = documentation.text.map(TypeScriptText.commentLines) ?? []
    while lines.last == "" { lines.removeLast() }
    while lines.first == "" { lines.removeFirst() }
    let tags = documentation.tags.flatMap(TypeScriptText.commentLines)
    if !lines.isEmpty && !tags.isEmpty { lines.append("") }
    lines += tags
    if lines.count <= 1 && (lines.first?.count ?? 0) <= limit {
      if let only = lines.first { writer.line("/** ", only, " */") }
      return
    }
    writer.line("/**")
    for text in lines { text == "" ? writer.line(" *") : writer.line(" * ", text) }
    writer.line(" */")
  }
}
