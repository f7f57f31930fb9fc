import GeneratedNames
import Semantics
import Text

/// The types of values on one side of the bridge, and the declarations of models, enums and unions.
struct TypeScriptTypes {
  let rules: RuleSet
  let usage: TypeScriptUsage

  /// Returns the type of a value.
  ///
  /// - Parameter isInput: true for values that this side creates. In these, fields with defaults are optional, and a
  ///   page sends only the texts that an enum declares.
  func type(_ type: ValueType, isInput: Bool) -> TypeScriptType {
    switch type {
    case .string, .url: .string
    case .int, .double: .number
    case .bool: .boolean
    case .date: .global(.date, [])
    case .data: .global(.uint8Array, [])
    case .json: .runtime(.jsonValue)
    case .array(let inner): .array(self.type(inner, isInput: isInput))
    case .dictionary(let inner): .record(.string, self.type(inner, isInput: isInput))
    case .optional(.optional(let inner)): self.type(.optional(inner), isInput: isInput)
    case .optional(let inner): .union([self.type(inner, isInput: isInput), .undefined])
    case .model(let id): .name(name(rules.name(of: id), isInput && usage.hasInput(id)))
    case .union(let id): .name(name(rules.name(of: id), isInput && usage.hasInput(id)))
    case .enumeration(let id): .name(name(rules.name(of: id), isInput && usage.closesEnums))
    case .request, .invalid: .unknown
    }
  }

  /// Returns the name of a parameter of the type.
  func parameterName(_ type: ValueType) -> String {
    switch type {
    case .array, .dictionary: "values"
    case .optional(let inner): parameterName(inner)
    case .model(let id): TypeScriptNames.parameter(rules.name(of: id))
    case .enumeration(let id): TypeScriptNames.parameter(rules.name(of: id))
    case .union(let id): TypeScriptNames.parameter(rules.name(of: id))
    case .string, .int, .double, .bool, .url, .date, .data, .json, .request, .invalid: "value"
    }
  }

  /// The dispatches of the app's events to which the module listens.
  var dispatchStyles: [Dispatch.Style] {
    let dispatches = rules.eventDispatches
    if dispatches.isEmpty { return [.customEvent("WebAppEvent")] }
    return dispatches.filter { $0.sends == nil }.map { $0.style }
  }

  private func name(_ name: String, _ isInput: Bool) -> String {
    isInput ? TypeScriptNames.input(name) : TypeScriptNames.identifier(name)
  }

  // MARK: Declarations

  func print(to printer: inout TypeScriptPrinter) {
    for declaration in typesInSourceOrder() {
      switch declaration {
      case .model(let id): print(rules[id], id, to: &printer)
      case .enumeration(let id): print(rules[id], id, to: &printer)
      case .union(let id): print(rules[id], id, to: &printer)
      }
    }
  }

  private func print(_ model: Model, _ id: ID<Model>, to printer: inout TypeScriptPrinter) {
    printer.print(declaration(of: model, isInput: false))
    if usage.hasInput(id) && usage.isEncoded(id) {
      printer.print(declaration(of: model, isInput: true))
    }
  }

  private func declaration(of model: Model, isInput: Bool) -> TypeScriptDeclaration {
    let isEmpty = model.fields.isEmpty
    return TypeScriptDeclaration(
      documentation: documentation(model.declared, isInput: isInput),
      name: name(model.name, isInput),
      kind: isEmpty
        ? .alias(.record(.string, .never)) : .interface(fields(model.fields, isInput: isInput)))
  }

  private func print(_ union: Union, _ id: ID<Union>, to printer: inout TypeScriptPrinter) {
    printer.print(declaration(of: union, isInput: false))
    if usage.hasInput(id) && usage.isEncoded(id) {
      printer.print(declaration(of: union, isInput: true))
    }
  }

  private func declaration(of union: Union, isInput: Bool) -> TypeScriptDeclaration {
    var declaration = TypeScriptDeclaration(
      documentation: documentation(union.declared, isInput: isInput),
      name: name(union.name, isInput), kind: .alias(.never))
    guard let discriminator = union.discriminator else {
      let cases = union.cases.flatMap { $0.fields }
      let comments = cases.compactMap { value in
        value.declared.documentation.map { "As \(value.wireName): \($0)" }
      }
      if !isInput, !comments.isEmpty {
        declaration.documentation.text =
          ([declaration.documentation.text].compactMap { $0 } + comments)
          .joined(separator: "\n\n")
      }
      declaration.kind = .alias(.union(cases.map { type($0.type, isInput: isInput) }))
      return declaration
    }
    let cases = union.cases.map { unionCase in
      let tag = TypeScriptField(name: discriminator, type: .literal(unionCase.wireName))
      return (
        documentation: JSDoc(unionCase.declared),
        fields: [tag] + fields(unionCase.fields, isInput: isInput)
      )
    }
    if cases.count > 1 {
      declaration.kind = .objects(cases)
    } else if var only = cases.first {
      only.fields[0].documentation = only.documentation
      declaration.kind = .alias(.object(only.fields))
    }
    return declaration
  }

  private func documentation(_ declared: Declared, isInput: Bool) -> JSDoc {
    var documentation = JSDoc(declared)
    if isInput {
      let name = TypeScriptNames.identifier(declared.name)
      documentation.text =
        usage.closesEnums
        ? "`\(name)` as the page sends it: defaults are optional, enums have known values."
        : "`\(name)` as the sender writes it: fields with defaults are optional."
    }
    return documentation
  }

  private func fields(_ fields: [Field], isInput: Bool) -> [TypeScriptField] {
    fields.map { field in
      var documentation = JSDoc(field.declared)
      var type = type(field.type, isInput: isInput)
      var isOptional = field.type.isOptional
      if let value = field.defaultValue {
        documentation.tags.insert(
          "@defaultValue " + TypeScriptPrinter.text(literal(value, field.type)), at: 0)
        if isInput && !isOptional {
          isOptional = true
          type = .union([type, .undefined])
        }
      }
      return TypeScriptField(
        documentation: documentation, name: field.declared.name, isOptional: isOptional, type: type)
    }
  }

  private func print(
    _ enumeration: Enumeration, _ id: ID<Enumeration>, to printer: inout TypeScriptPrinter
  ) {
    let name = TypeScriptNames.identifier(enumeration.name)
    var seen: Set<String> = []
    var values: [TypeScriptType] = []
    for value in enumeration.cases where seen.insert(value.rawValue).inserted {
      values.append(.literal(value.rawValue))
    }
    // Keeps the completion of the known values, which a union with `string` would lose.
    values.append(.intersection([.string, .record(.never, .never)]))
    printer.print(
      TypeScriptDeclaration(
        documentation: JSDoc(enumeration.declared), name: name, kind: .alias(.union(values))))
    if usage.closesEnums, usage.isEncoded(id) {
      printer.print(
        TypeScriptDeclaration(
          documentation: JSDoc(text: "A known value of `\(name)`: no other can be sent."),
          name: TypeScriptNames.input(enumeration.name),
          kind: .alias(.union(Array(values.dropLast())))))
    }
    let properties = enumeration.cases.map { value in
      TypeScriptProperty.value(
        documentation: JSDoc(value.declared), key: value.name, .string(value.rawValue))
    }
    printer.print(
      TypeScriptDeclaration(
        documentation: JSDoc(text: "The known values of `\(name)`."), name: name,
        kind: .constant(.object(properties, isBroken: true), isConstAssertion: true)))
  }

  // MARK: Values

  /// Returns the expression of a default value.
  func literal(_ value: Literal, _ type: ValueType) -> TypeScriptExpression {
    switch value {
    case .string(let text), .url(let text): return .string(text)
    case .int(let number): return .integer(number)
    case .double(let number): return .double(number)
    case .bool(let value): return .boolean(value)
    case .enumerationCase(let id, let index): return .string(rules[id].cases[index].rawValue)
    case .missing: return .global(.undefined)
    // A request is an argument of rules only, and is never sent.
    case .request: return .global(.undefined)
    case .emptyDictionary: return .object([], isBroken: false)
    case .list(let elements):
      guard case .array(let inner) = type else { return .array([]) }
      return .array(elements.map { literal($0, inner) })
    }
  }

  // MARK: Order

  enum TypeDeclaration {
    case model(ID<Model>), enumeration(ID<Enumeration>), union(ID<Union>)
  }

  /// Returns all declared types, in the order of the rule files.
  func typesInSourceOrder() -> [TypeDeclaration] {
    var all: [(key: UInt64, declaration: TypeDeclaration)] = []
    all.reserveCapacity(rules.models.count + rules.enumerations.count + rules.unions.count)
    func key(_ declared: Declared) -> UInt64 {
      UInt64(UInt32(bitPattern: declared.location.file.index)) << 32
        | UInt64(declared.location.span.start)
    }
    for (index, model) in rules.models.enumerated() {
      all.append((key(model.declared), .model(ID(index))))
    }
    for (index, value) in rules.enumerations.enumerated() {
      all.append((key(value.declared), .enumeration(ID(index))))
    }
    for (index, union) in rules.unions.enumerated() {
      all.append((key(union.declared), .union(ID(index))))
    }
    let order = all.indices.sorted { (all[$0].key, $0) < (all[$1].key, $1) }
    return order.map { all[$0].declaration }
  }
}

extension JSDoc {
  /// Creates the comment of a declaration, with its text and its deprecation.
  init(_ declared: Declared) {
    text = declared.documentation
    if let reason = declared.deprecated {
      tags = [reason == "" ? "@deprecated" : "@deprecated \(reason)"]
    }
  }

  /// Returns a copy that has the given text if this comment has none.
  func orElse(_ text: String) -> JSDoc {
    var copy = self
    copy.text = copy.text ?? text
    return copy
  }
}

extension ValueType {
  var isOptional: Bool {
    if case .optional = self { true } else { false }
  }

  /// The type without any surrounding `?`.
  var unwrapped: ValueType {
    if case .optional(let inner) = self { inner.unwrapped } else { self }
  }
}
