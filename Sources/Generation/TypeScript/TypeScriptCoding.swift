import Semantics

/// Prints the functions that turn values into what crosses the bridge and back.
extension TypeScriptPrinter {
  mutating func printConversions() {
    for declaration in typesInSourceOrder() {
      switch declaration {
      case .model(let index):
        if usage.encodedModels[index] { printEncoding(of: rules.models[index], index) }
        if usage.decodedModels[index] { printDecoding(of: rules.models[index]) }
      case .union(let index):
        if usage.encodedUnions[index] { printEncoding(of: rules.unions[index], index) }
        if usage.decodedUnions[index] { printDecoding(of: rules.unions[index]) }
      case .enumeration: break
      }
    }
  }

  private mutating func printHead(_ name: String, _ parameter: String, _ result: String) {
    writer.list("function \(name)(", [parameter], "): \(result) {", trailingComma: true)
  }

  // MARK: Functions for a type

  /// An expression for a function `(json: unknown) => T`.
  mutating func reader(_ type: ValueType) -> String {
    switch type {
    case .string, .enumeration: use(.checkString, "checkString")
    case .int: use(.checkInteger, "checkInteger")
    case .double: use(.checkNumber, "checkNumber")
    case .bool: use(.checkBoolean, "checkBoolean")
    case .url: use(.checkURL, "checkURL")
    case .date: use(.readDate, "readDate")
    case .data: use(.readData, "readData")
    case .json: use(.copyJSON, "copyJSON")
    case .array(let inner):
      use(.readArray, "readArray(\(reader(inner)))")
    case .dictionary(let inner):
      use(.readDictionary, "readDictionary(\(reader(inner)))")
    case .optional(.optional(let inner)): reader(.optional(inner))
    case .optional(let inner):
      use(.readOptional, "readOptional(\(reader(inner)))")
    case .model(let id): TypeScriptNames.decode(rules.models[Int(id.index)].name)
    case .union(let id): TypeScriptNames.decode(rules.unions[Int(id.index)].name)
    case .invalid: "(json) => json"
    }
  }

  /// An expression for a function `(value: T) => unknown`.
  mutating func writer(_ type: ValueType) -> String {
    switch type {
    case .string, .enumeration: use(.writeString, "writeString")
    case .int: use(.checkInteger, "checkInteger")
    case .double: use(.checkNumber, "checkNumber")
    case .bool: use(.checkBoolean, "checkBoolean")
    case .url: use(.checkURL, "checkURL")
    case .date: use(.writeDate, "writeDate")
    case .data: use(.writeData, "writeData")
    case .json: use(.copyJSON, "copyJSON")
    case .array(let inner):
      use(.writeArray, "writeArray(\(writer(inner)))")
    case .dictionary(let inner):
      use(.writeDictionary, "writeDictionary(\(writer(inner)))")
    case .optional(.optional(let inner)): writer(.optional(inner))
    case .optional(let inner):
      use(.writeOptional, "writeOptional(\(writer(inner)))")
    case .model(let id): TypeScriptNames.encode(rules.models[Int(id.index)].name)
    case .union(let id): TypeScriptNames.encode(rules.unions[Int(id.index)].name)
    case .invalid: "(value) => value"
    }
  }

  // MARK: Decoding

  private mutating func printDecoding(of model: Model) {
    use(.readObject)
    writer.blank()
    let name = TypeScriptNames.identifier(model.name)
    printHead(TypeScriptNames.decode(model.name), "json: unknown", name)
    let fields = decodedFields(model.fields)
    writer.indented { writer in
      if fields.isEmpty {
        writer.line("readObject(json);")
        writer.line("return {};")
        return
      }
      writer.line("const fields = readObject(json);")
      writer.line("return {")
      writer.indented { writer in fields.forEach { $0.print(&writer) } }
      writer.line("};")
    }
    writer.line("}")
  }

  private mutating func printDecoding(of union: Union) {
    use(.readObject)
    use(.readDiscriminator)
    writer.blank()
    let name = TypeScriptNames.identifier(union.name)
    let cases = union.cases.map { (TypeScriptText.quoted($0.wireName), decodedFields($0.fields)) }
    printHead(TypeScriptNames.decode(union.name), "json: unknown", name)
    writer.indented { writer in
      writer.line("const fields = readObject(json);")
      writer.list(
        "const tag = readDiscriminator(fields, \(TypeScriptText.quoted(union.discriminator)), [",
        cases.map(\.0), "]);", trailingComma: true)
      writer.line("switch (tag) {")
      writer.indented { writer in
        for (tag, fields) in cases {
          writer.line("case ", tag, ":")
          writer.indented { writer in
            let key = TypeScriptText.key(union.discriminator)
            if fields.isEmpty {
              writer.line("return { ", key, ": tag };")
              return
            }
            writer.line("return {")
            writer.indented { writer in
              writer.line(key, ": tag,")
              fields.forEach { $0.print(&writer) }
            }
            writer.line("};")
          }
        }
      }
      writer.line("}")
    }
    writer.line("}")
  }

  private mutating func decodedFields(_ fields: [Field]) -> [FieldConversion] {
    fields.map { field in
      var conversion = FieldConversion(
        key: TypeScriptText.key(field.name), function: use(.readField, "readField"),
        subject: "fields", name: TypeScriptText.quoted(field.wireName),
        converter: reader(field.type))
      if let value = field.defaultValue {
        conversion.function = use(.readFieldOr, "readFieldOr")
        conversion.fallback = TypeScriptText.literal(value, field.type, rules)
      }
      return conversion
    }
  }

  // MARK: Encoding

  private mutating func printEncoding(of model: Model, _ index: Int) {
    let type =
      usage.hasInputModels[index]
      ? TypeScriptNames.input(model.name) : TypeScriptNames.identifier(model.name)
    let fields = encodedFields(model.fields)
    let hasOptional = model.fields.contains { $0.type.isOptional }
    writer.blank()
    if fields.isEmpty {
      printHead(TypeScriptNames.encode(model.name), "_value: \(type)", "unknown")
      writer.indented { $0.line("return {};") }
      writer.line("}")
      return
    }
    if hasOptional { use(.withoutUndefined) }
    printHead(TypeScriptNames.encode(model.name), "value: \(type)", "unknown")
    writer.indented { writer in
      writer.line(hasOptional ? "return withoutUndefined({" : "return {")
      writer.indented { writer in fields.forEach { $0.print(&writer) } }
      writer.line(hasOptional ? "});" : "};")
    }
    writer.line("}")
  }

  private mutating func printEncoding(of union: Union, _ index: Int) {
    let type =
      usage.hasInputUnions[index]
      ? TypeScriptNames.input(union.name) : TypeScriptNames.identifier(union.name)
    let cases = union.cases.map { unionCase in
      (
        tag: TypeScriptText.quoted(unionCase.wireName), fields: encodedFields(unionCase.fields),
        hasOptional: unionCase.fields.contains { $0.type.isOptional }
      )
    }
    if cases.contains(where: \.hasOptional) { use(.withoutUndefined) }
    use(.unknownCase)
    let discriminator = TypeScriptText.quoted(union.discriminator)
    let access =
      TypeScriptText.isIdentifier(union.discriminator)
      ? "value?.\(union.discriminator)" : "value?.[\(discriminator)]"
    let key = TypeScriptText.key(union.discriminator)
    writer.blank()
    printHead(TypeScriptNames.encode(union.name), "value: \(type)", "unknown")
    writer.indented { writer in
      writer.line("switch (", access, ") {")
      writer.indented { writer in
        for unionCase in cases {
          writer.line("case ", unionCase.tag, ":")
          writer.indented { writer in
            if unionCase.fields.isEmpty {
              writer.line("return { ", key, ": ", unionCase.tag, " };")
              return
            }
            writer.line(unionCase.hasOptional ? "return withoutUndefined({" : "return {")
            writer.indented { writer in
              writer.line(key, ": ", unionCase.tag, ",")
              unionCase.fields.forEach { $0.print(&writer) }
            }
            writer.line(unionCase.hasOptional ? "});" : "};")
          }
        }
        writer.line("default:")
        writer.indented { writer in
          writer.list(
            "throw unknownCase(value, \(discriminator), [", cases.map(\.tag), "]);",
            trailingComma: true)
        }
      }
      writer.line("}")
    }
    writer.line("}")
  }

  private mutating func encodedFields(_ fields: [Field]) -> [FieldConversion] {
    fields.map { field in
      var conversion = FieldConversion(
        key: TypeScriptText.key(field.wireName), function: "writeField", subject: "value",
        name: TypeScriptText.quoted(field.name), converter: writer(field.type.unwrapped))
      if field.type.isOptional {
        conversion.function = use(.writeOptionalField, "writeOptionalField")
      } else if let value = field.defaultValue {
        conversion.function = use(.writeFieldOr, "writeFieldOr")
        conversion.fallback = TypeScriptText.literal(value, field.type, rules)
      } else {
        use(.writeField)
      }
      return conversion
    }
  }
}

/// `key: function(subject, name, converter, fallback),` in an object literal.
private struct FieldConversion {
  var key: String
  var function: String
  var subject: String
  var name: String
  var converter: String
  var fallback: String?

  func print(_ writer: inout CodeWriter) {
    var length = key.utf8.count + function.utf8.count + subject.utf8.count + name.utf8.count
    length += converter.utf8.count + 9
    if let fallback { length += fallback.utf8.count + 2 }
    if !writer.fits(length) {
      var arguments = [subject, name, converter]
      if let fallback { arguments.append(fallback) }
      writer.list("\(key): \(function)(", arguments, "),", trailingComma: true)
    } else if let fallback {
      writer.line(
        key, ": ", function, "(", subject, ", ", name, ", ", converter, ", ", fallback, "),")
    } else {
      writer.line(key, ": ", function, "(", subject, ", ", name, ", ", converter, "),")
    }
  }
}

extension ValueType {
  var isOptional: Bool {
    if case .optional = self { true } else { false }
  }

  /// Without any `?` around it.
  var unwrapped: ValueType {
    if case .optional(let inner) = self { inner.unwrapped } else { self }
  }
}
