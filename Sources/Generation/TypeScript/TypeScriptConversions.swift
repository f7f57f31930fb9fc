import GeneratedNames
import Semantics

/// The functions that convert between values and the JSON that crosses the bridge.
struct TypeScriptConversions {
  let types: TypeScriptTypes

  private var rules: RuleSet { types.rules }

  // MARK: Functions for a type

  /// Returns a function `(json: unknown) => T`; for a nil type, a function for values without content.
  func reader(_ type: ValueType?) -> TypeScriptExpression {
    guard let type else { return .runtime(.readNothing) }
    return switch type {
    case .string, .enumeration: .runtime(.checkString)
    case .int: .runtime(.checkInteger)
    case .double: .runtime(.checkNumber)
    case .bool: .runtime(.checkBoolean)
    case .url: .runtime(.checkURL)
    case .date: .runtime(.readDate)
    case .data: .runtime(.readData)
    case .json, .request, .invalid: .runtime(.copyJSON)
    case .array(let inner): .call(.readArray, [reader(inner)])
    case .dictionary(let inner): .call(.readDictionary, [reader(inner)])
    case .optional(.optional(let inner)): reader(.optional(inner))
    case .optional(let inner): .call(.readOptional, [reader(inner)])
    case .model(let id): .name(TypeScriptNames.decode(rules.name(of: id)))
    case .union(let id): .name(TypeScriptNames.decode(rules.name(of: id)))
    }
  }

  /// Returns a function that reads a value, or its JSON text.
  func reader(_ type: ValueType?, ofText isText: Bool) -> TypeScriptExpression {
    isText ? .call(.readText, [reader(type)]) : reader(type)
  }

  /// Returns a function that writes a value, or its JSON text.
  func writer(_ type: ValueType?, asText isText: Bool) -> TypeScriptExpression {
    isText ? .call(.writeText, [writer(type)]) : writer(type)
  }

  /// Returns a function `(value: T) => unknown`; for a nil type, a function for values without content.
  func writer(_ type: ValueType?) -> TypeScriptExpression {
    guard let type else { return .runtime(.writeNothing) }
    return switch type {
    case .string, .enumeration: .runtime(.writeString)
    case .int: .runtime(.checkInteger)
    case .double: .runtime(.checkNumber)
    case .bool: .runtime(.checkBoolean)
    case .url: .runtime(.checkURL)
    case .date: .runtime(.writeDate)
    case .data: .runtime(.writeData)
    case .json, .request, .invalid: .runtime(.copyJSON)
    case .array(let inner): .call(.writeArray, [writer(inner)])
    case .dictionary(let inner): .call(.writeDictionary, [writer(inner)])
    case .optional(.optional(let inner)): writer(.optional(inner))
    case .optional(let inner): .call(.writeOptional, [writer(inner)])
    case .model(let id): .name(TypeScriptNames.encode(rules.name(of: id)))
    case .union(let id): .name(TypeScriptNames.encode(rules.name(of: id)))
    }
  }

  // MARK: Declarations

  /// Prints a conversion for each declared type and each direction in which it crosses the bridge.
  func print(to printer: inout TypeScriptPrinter) {
    for declaration in types.typesInSourceOrder() {
      switch declaration {
      case .model(let id):
        if types.usage.isEncoded(id) { printer.print(encoder(of: rules[id], id)) }
        if types.usage.isDecoded(id) { printer.print(decoder(of: rules[id], id)) }
      case .union(let id):
        if types.usage.isEncoded(id) { printer.print(encoder(of: rules[id], id)) }
        if types.usage.isDecoded(id) { printer.print(decoder(of: rules[id], id)) }
      case .enumeration: break
      }
    }
  }

  private func function(
    _ name: String, _ parameter: String, _ type: TypeScriptType, _ result: TypeScriptType,
    _ body: [TypeScriptStatement]
  ) -> TypeScriptDeclaration {
    TypeScriptDeclaration(
      isExported: false, name: name,
      kind: .function([TypeScriptParameter(name: parameter, type: type)], result, body))
  }

  // MARK: Decoding

  private static let readFields = TypeScriptExpression.call(.readObject, [.name("json")])

  private func decoder(of model: Model, _ id: ID<Model>) -> TypeScriptDeclaration {
    let body: [TypeScriptStatement] =
      model.fields.isEmpty
      ? [.expression(Self.readFields), .return(.object([], isBroken: false))]
      : [
        .constant("fields", Self.readFields),
        .return(.object(decoded(model.fields), isBroken: true)),
      ]
    return function(
      TypeScriptNames.decode(model.name), "json", .unknown,
      types.type(.model(id), isInput: false), body)
  }

  private func decoder(of union: Union, _ id: ID<Union>) -> TypeScriptDeclaration {
    guard let discriminator = union.discriminator else {
      return function(
        TypeScriptNames.decode(union.name), "json", .unknown,
        types.type(.union(id), isInput: false), [byKind("json", union, reader)])
    }
    let tag = TypeScriptProperty.value(key: discriminator, .name("tag"))
    let cases = union.cases.map { unionCase in
      (
        value: TypeScriptExpression.string(unionCase.wireName),
        body: [
          TypeScriptStatement.return(
            .object([tag] + decoded(unionCase.fields), isBroken: !unionCase.fields.isEmpty))
        ]
      )
    }
    let readTag = TypeScriptExpression.call(
      .readDiscriminator,
      [.name("fields"), .string(discriminator), .array(cases.map { $0.value })])
    return function(
      TypeScriptNames.decode(union.name), "json", .unknown,
      types.type(.union(id), isInput: false),
      [
        .constant("fields", Self.readFields), .constant("tag", readTag),
        .switch(.name("tag"), cases, default: []),
      ])
  }

  /// Returns a statement that converts a value by its kind of JSON.
  private func byKind(
    _ value: String, _ union: Union, _ conversion: (ValueType) -> TypeScriptExpression
  ) -> TypeScriptStatement {
    let conversions = union.cases.flatMap { $0.fields }.map { field in
      TypeScriptProperty.value(key: field.wireName, conversion(field.type))
    }
    return .return(
      .call(.convertByKind, [.name(value), .object(conversions, isBroken: false)]))
  }

  private func decoded(_ fields: [Field]) -> [TypeScriptProperty] {
    fields.map { field in
      var arguments = [.name("fields"), .string(field.wireName), reader(field.type)]
      guard let value = field.defaultValue else {
        return .value(key: field.declared.name, .call(.readField, arguments))
      }
      arguments.append(types.literal(value, field.type))
      return .value(key: field.declared.name, .call(.readFieldOr, arguments))
    }
  }

  // MARK: Encoding

  private func encoder(of model: Model, _ id: ID<Model>) -> TypeScriptDeclaration {
    function(
      TypeScriptNames.encode(model.name), model.fields.isEmpty ? "_value" : "value",
      types.type(.model(id), isInput: true), .unknown,
      [.return(encoded(model.fields, after: []))])
  }

  private func encoder(of union: Union, _ id: ID<Union>) -> TypeScriptDeclaration {
    guard let discriminator = union.discriminator else {
      return function(
        TypeScriptNames.encode(union.name), "value", types.type(.union(id), isInput: true),
        .unknown, [byKind("value", union, writer)])
    }
    let cases = union.cases.map { unionCase in
      let name = TypeScriptExpression.string(unionCase.wireName)
      let tag = TypeScriptProperty.value(key: discriminator, name)
      return (
        value: name, body: [TypeScriptStatement.return(encoded(unionCase.fields, after: [tag]))]
      )
    }
    let error = TypeScriptExpression.call(
      .unknownCase,
      [.name("value"), .string(discriminator), .array(cases.map { $0.value })])
    return function(
      TypeScriptNames.encode(union.name), "value", types.type(.union(id), isInput: true), .unknown,
      [
        .switch(
          .optionalMember(.name("value"), discriminator), cases, default: [.throw(error)])
      ])
  }

  /// Returns an object of the fields, without those that are undefined.
  private func encoded(
    _ fields: [Field], after tag: [TypeScriptProperty]
  ) -> TypeScriptExpression {
    let properties = fields.map { field in
      TypeScriptProperty.value(key: field.wireName, encoded(field))
    }
    let object = TypeScriptExpression.object(tag + properties, isBroken: !fields.isEmpty)
    let hasOptional = fields.contains { $0.type.isOptional }
    return hasOptional ? .call(.withoutUndefined, [object]) : object
  }

  private func encoded(_ field: Field) -> TypeScriptExpression {
    let arguments = [.name("value"), .string(field.declared.name), writer(field.type.unwrapped)]
    if field.type.isOptional { return .call(.writeOptionalField, arguments) }
    guard let value = field.defaultValue else { return .call(.writeField, arguments) }
    return .call(.writeFieldOr, arguments + [types.literal(value, field.type)])
  }
}
