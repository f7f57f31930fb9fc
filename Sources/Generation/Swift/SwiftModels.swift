import GeneratedNames
import Semantics
import Text

/// Prints models, enums and unions.
struct SwiftModels {
  let context: SwiftContext

  /// The maximum number of cases with payloads for which the compiler handles a `switch` quickly.
  static let largestSwitch = 200

  func write(_ out: inout CodeWriter) {
    for enumeration in context.rules.enumerations { write(enumeration, &out) }
    for (index, model) in context.rules.models.enumerated() { write(model, ID(index), &out) }
    for (index, union) in context.rules.unions.enumerated() { write(union, ID(index), &out) }
  }

  // MARK: Enums

  private func write(_ enumeration: Enumeration, _ out: inout CodeWriter) {
    let access = context.access
    let name = SwiftNames.type(enumeration.name, prefix: context.prefix)
    let areDeprecated = enumeration.cases.contains { $0.declared.deprecated != nil }
    let silence = areDeprecated ? "@available(*, deprecated) " : ""
    context.declaration(
      enumeration.declared, named: name, "nonisolated enum \(name): WireEnumeration", &out
    ) { out in
      for choice in enumeration.cases {
        out.documentation(choice.declared.documentation)
        out.deprecation(choice.declared.deprecated)
        out.line("case ", SwiftNames.escapedMember(choice.name))
      }
      out.line("/// A value that the rule files do not declare, as received.")
      out.line("case unknown(String)")
      out.blank()
      out.block("\(silence)\(access)init(wire text: String)") { out in
        // Strings are equal in Swift if they are canonically equivalent, but the protocol compares them by bytes.
        let isASCII = { (choice: Enumeration.Case) in choice.rawValue.utf8.allSatisfy { $0 < 0x80 }
        }
        for choice in enumeration.cases where !isASCII(choice) {
          out.block("if text.utf8.elementsEqual(\(SwiftText.literal(choice.rawValue)).utf8)") {
            out in
            out.line("self = .", SwiftNames.afterDot(choice.name))
            out.line("return")
          }
        }
        let others = enumeration.cases.filter(isASCII)
        if others.isEmpty {
          out.line("self = .unknown(text)")
          return
        }
        out.line("switch text {")
        for choice in others {
          out.line(
            "case ", SwiftText.literal(choice.rawValue), ": self = .",
            SwiftNames.afterDot(choice.name))
        }
        out.line("default: self = .unknown(text)")
        out.line("}")
        out.line("if !wireText.utf8.elementsEqual(text.utf8) { self = .unknown(text) }")
      }
      out.blank()
      out.block("\(silence)\(access)var wireText: String") { out in
        out.line("switch self {")
        for choice in enumeration.cases {
          out.line(
            "case .", SwiftNames.afterDot(choice.name), ": ",
            SwiftText.literal(choice.rawValue))
        }
        out.line("case .unknown(let text): text")
        out.line("}")
      }
      out.blank()
      out.block("\(access)var isUnknown: Bool") { out in
        out.line("if case .unknown = self { true } else { false }")
      }
    }
  }

  // MARK: Models

  private func write(_ model: Model, _ id: ID<Model>, _ out: inout CodeWriter) {
    let name = SwiftNames.type(model.name, prefix: context.prefix)
    let properties = model.fields.map { Property($0, of: id, context) }
    context.declaration(
      model.declared, named: name, "nonisolated struct \(name): WireObject, Hashable", &out
    ) { out in
      for property in properties { write(property, &out) }
      out.blank()
      writeInitializer(properties, &out)
      out.blank()
      out.line(context.access, "init(from object: inout WireReader) throws {")
      out.indented { out in
        for property in properties {
          out.begin()
          out.append("self.", property.storage)
          out.append(" = try ")
          if property.isIndirect { out.append("Indirect.stored(") }
          appendReading(of: property.field, property.wireName, &out)
          if property.isIndirect { out.append(")") }
          out.end()
        }
      }
      out.line("}")
      out.blank()
      out.line(context.access, "func write(to object: inout WireWriter) {")
      out.indented { out in
        for property in properties {
          let owner = property.field.name == "object" ? "self." : ""
          let method = Self.writingMethod(property.field)
          out.line(method, property.wireName, ", ", owner, property.value, ")")
        }
      }
      out.line("}")
    }
  }

  /// A field of a model, with its names and type in the generated code.
  private struct Property {
    var field: Field
    var name: String
    /// The name of the stored property, which differs if the field is deprecated or indirect.
    var storage: String
    /// True if the model contains itself through the field.
    var isIndirect: Bool
    var type: String
    /// The name of the field in JSON, as a string literal.
    var wireName: String

    /// The expression with the value of the field.
    var value: String { isIndirect ? storage + ".value" : storage }

    init(_ field: Field, of id: ID<Model>, _ context: SwiftContext) {
      self.field = field
      name = SwiftNames.escaped(field.name)
      isIndirect = context.recursion.isIndirect(field.type, in: id)
      storage =
        isIndirect
        ? SwiftNames.indirectStorage(ofField: field.name)
        : field.declared.deprecated == nil ? name : SwiftNames.storage(ofField: field.name)
      type = context.type(field.type)
      wireName = SwiftText.literal(field.wireName)
    }

    /// Returns the expression to store a value in the property.
    func stored(_ value: String) -> String { isIndirect ? ".stored(\(value))" : value }
  }

  /// Writes the property of a field. A deprecated field becomes a computed property with the attribute, and a private
  /// stored one.
  private func write(_ property: Property, _ out: inout CodeWriter) {
    let field = property.field
    if field.declared.deprecated == nil, !property.isIndirect {
      out.documentation(field.declared.documentation)
      out.line(context.access, "var ", property.name, ": ", property.type)
      return
    }
    let type = property.isIndirect ? "Indirect<\(property.type)>" : property.type
    out.line("private var ", property.storage, ": ", type)
    out.documentation(field.declared.documentation)
    out.deprecation(field.declared.deprecated)
    out.block("\(context.access)var \(property.name): \(property.type)") { out in
      out.line("get { ", property.value, " }")
      out.line("set { ", property.storage, " = ", property.stored("newValue"), " }")
    }
  }

  private func writeInitializer(_ properties: [Property], _ out: inout CodeWriter) {
    out.list(
      context.access + "init(", properties.map { context.parameter($0.field, $0.type) }, ") {")
    out.indented { out in
      for property in properties {
        out.line("self.", property.storage, " = ", property.stored(property.name))
      }
    }
    out.line("}")
  }

  /// Appends the expression that reads a field.
  ///
  /// - Parameter name: the string literal of the field's name in JSON.
  private func appendReading(of field: Field, _ name: String, _ out: inout CodeWriter) {
    guard let value = field.defaultValue else {
      out.append(field.type.isOptional ? "object.readIfPresent(" : "object.read(", name)
      out.append(")")
      return
    }
    out.append("object.read(", name)
    out.append(", default: ", context.expression(value, as: field.type).text)
    out.append(")")
  }

  private func reading(of field: Field) -> String {
    var out = CodeWriter()
    appendReading(of: field, SwiftText.literal(field.wireName), &out)
    return out.string
  }

  /// Returns the start of the call that writes a field.
  private static func writingMethod(_ field: Field) -> String {
    field.type.isOptional ? "object.writeIfPresent(" : "object.write("
  }

  // MARK: Unions

  private func write(_ union: Union, _ id: ID<Union>, _ out: inout CodeWriter) {
    guard let field = union.discriminator else { return writeKinds(union, id, &out) }
    let access = context.access
    let name = SwiftNames.type(union.name, prefix: context.prefix)
    let areDeprecated = union.cases.contains { $0.declared.deprecated != nil }
    let silence = areDeprecated ? "@available(*, deprecated) " : ""
    let discriminator = SwiftText.literal(field)
    let attributes = context.recursion.isIndirect(id) ? "indirect " : ""
    let isLarge = union.cases.count > Self.largestSwitch
    context.declaration(
      union.declared, named: name, attributes: attributes,
      "nonisolated enum \(name): WireObject, Hashable", &out
    ) { out in
      for choice in union.cases {
        out.documentation(choice.declared.documentation)
        out.deprecation(choice.declared.deprecated)
        let parameters = context.parameters(choice.fields)
        let head = "case " + SwiftNames.escapedMember(choice.name)
        if parameters.isEmpty { out.line(head) } else { out.list(head + "(", parameters, ")") }
      }
      out.blank()
      out.block("\(silence)\(access)init(from object: inout WireReader) throws") { out in
        out.line("switch object.discriminator(", discriminator, ") {")
        for choice in union.cases {
          let arguments = choice.fields.map {
            "\(SwiftNames.argumentLabel($0.name)): try \(reading(of: $0))"
          }
          out.line("case ", SwiftText.literal(choice.wireName), ":")
          let head = "self = ." + SwiftNames.afterDot(choice.name)
          out.indented { out in
            if arguments.isEmpty { out.line(head) } else { out.list(head + "(", arguments, ")") }
          }
        }
        let names = union.cases.map { Quoting.stringified($0.wireName) }
        let cases = SwiftText.literal(Self.listed(names))
        out.line("default:")
        out.indented {
          $0.list("throw object.unknownCase(", [discriminator, "among: \(cases)"], ")")
        }
        out.line("}")
      }
      out.blank()
      out.block("\(silence)\(access)func write(to object: inout WireWriter)") { out in
        for start in stride(from: 0, to: union.cases.count, by: Self.largestSwitch) {
          let end = min(start + Self.largestSwitch, union.cases.count)
          out.line("switch self {")
          for choice in union.cases[start..<end] { writeEncoding(choice, discriminator, &out) }
          if isLarge { out.line("default: break") }
          out.line("}")
        }
      }
      if isLarge { writeIdentity(access, &out) }
    }
  }

  /// Writes a union whose cases differ by their kind of JSON.
  private func writeKinds(_ union: Union, _ id: ID<Union>, _ out: inout CodeWriter) {
    let access = context.access
    let name = SwiftNames.type(union.name, prefix: context.prefix)
    let areDeprecated = union.cases.contains { $0.declared.deprecated != nil }
    let silence = areDeprecated ? "@available(*, deprecated) " : ""
    let attributes = context.recursion.isIndirect(id) ? "indirect " : ""
    let values = union.cases.flatMap { $0.fields }
    context.declaration(
      union.declared, named: name, attributes: attributes,
      "nonisolated enum \(name): WireKinds, Hashable", &out
    ) { out in
      for value in values {
        out.documentation(value.declared.documentation)
        out.deprecation(value.declared.deprecated)
        out.line("case ", SwiftNames.escapedMember(value.name), "(", context.type(value.type), ")")
      }
      out.blank()
      out.block("\(silence)\(access)init(from json: JSON) throws") { out in
        out.line("switch json {")
        for value in values {
          out.line(
            "case .", Self.jsonCase(of: value), ": self = .", SwiftNames.afterDot(value.name),
            "(try .init(json: json))")
        }
        out.line("default:")
        let kinds = Self.listed(values.map { $0.wireName })
        out.indented {
          $0.list(
            "throw WireError(", ["expected: " + SwiftText.literal(kinds), "found: json.kind"], ")")
        }
        out.line("}")
      }
      out.blank()
      out.block("\(silence)\(access)func write(to json: inout JSON)") { out in
        out.line("switch self {")
        for value in values {
          let name = SwiftNames.afterDot(value.name)
          out.line("case .", name, "(let value): json = value.encodedJSON")
        }
        out.line("}")
      }
    }
  }

  /// Returns the case of the generated `JSON` with the values of the case's kind.
  private static func jsonCase(of value: Field) -> String {
    switch JSONKind(rawValue: value.wireName) {
    case .string: "string"
    case .number: "number"
    case .boolean: "bool"
    case .array: "array"
    case .object: "object"
    case nil: preconditionFailure("a case without a field is named by its kind")
    }
  }

  /// Returns names as error messages list the cases of a union: `a, b or c`.
  private static func listed(_ names: [String]) -> String {
    var text = ""
    for (index, name) in names.enumerated() {
      if index > 0 { text += index + 1 < names.count ? ", " : " or " }
      text += name
    }
    return text
  }

  private func writeEncoding(
    _ choice: Union.Case, _ discriminator: String, _ out: inout CodeWriter
  ) {
    var taken: Set<String> = ["object"]
    let names = choice.fields.map { context.variable($0.name, &taken) }
    let head = "case ." + SwiftNames.afterDot(choice.name)
    if names.isEmpty {
      out.line(head, ":")
    } else {
      out.list(head + "(", names.map { "let \($0)" }, "):")
    }
    out.indented { out in
      out.line("object.write(", discriminator, ", ", SwiftText.literal(choice.wireName), ")")
      for (field, name) in zip(choice.fields, names) {
        out.line(
          Self.writingMethod(field), SwiftText.literal(field.wireName), ", ", name, ")")
      }
    }
  }

  /// Writes equality and hashing. The compiler could not derive them quickly for so many cases.
  private func writeIdentity(_ access: String, _ out: inout CodeWriter) {
    out.blank()
    out.line(
      "\(access)static func == (left: Self, right: Self) -> Bool { left.encodedJSON == right.encodedJSON }"
    )
    out.blank()
    out.line("\(access)func hash(into hasher: inout Hasher) { hasher.combine(encodedJSON) }")
  }
}

extension SwiftContext {
  /// Returns `name: Type = value` for each field, or `name variable: Type = value`.
  ///
  /// - Parameter variables: the names of the parameters inside the function; nil for the names of the fields.
  func parameters(_ fields: [Field], variables: [String]? = nil) -> [String] {
    fields.indices.map { index in
      parameter(fields[index], type(fields[index].type), variable: variables?[index])
    }
  }

  /// Returns `name: Type = value`, or `name variable: Type = value`.
  ///
  /// - Parameters:
  ///   - type: the type of the field in the generated code.
  ///   - variable: the name of the parameter inside the function; nil for the name of the field.
  fileprivate func parameter(_ field: Field, _ type: String, variable: String? = nil) -> String {
    var text = SwiftNames.label(field.name)
    if let variable, variable != SwiftNames.escaped(field.name) { text += " " + variable }
    text += ": "
    text += type
    if let value = field.defaultValue {
      text += " = " + expression(value, as: field.type).text
    } else if case .optional = field.type {
      text += " = nil"
    }
    return text
  }
}
