import Semantics
import Text

/// What types and fields look like, wherever they stand.
final class TypeScriptTypes {
  let rules: RuleSet
  let usage: TypeScriptUsage

  init(rules: RuleSet, usage: TypeScriptUsage) {
    self.rules = rules
    self.usage = usage
  }

  /// A type as it is written; `isInput` asks for the form that the page makes.
  func typeName(_ type: ValueType, isInput: Bool) -> String {
    switch type {
    case .string, .url: "string"
    case .int, .double: "number"
    case .bool: "boolean"
    case .date: "Date"
    case .data: "Uint8Array"
    case .json: "JSONValue"
    case .array(let inner):
      if case .optional = inner {
        "(\(typeName(inner, isInput: isInput)))[]"
      } else {
        "\(typeName(inner, isInput: isInput))[]"
      }
    case .dictionary(let inner): "Record<string, \(typeName(inner, isInput: isInput))>"
    case .optional(let inner):
      if case .optional = inner {
        typeName(inner, isInput: isInput)
      } else {
        "\(typeName(inner, isInput: isInput)) | undefined"
      }
    case .model(let id):
      isInput && usage.hasInputModels[Int(id.index)]
        ? TypeScriptNames.input(rules.models[Int(id.index)].name)
        : TypeScriptNames.identifier(rules.models[Int(id.index)].name)
    case .union(let id):
      isInput && usage.hasInputUnions[Int(id.index)]
        ? TypeScriptNames.input(rules.unions[Int(id.index)].name)
        : TypeScriptNames.identifier(rules.unions[Int(id.index)].name)
    case .enumeration(let id):
      TypeScriptNames.identifier(rules.enumerations[Int(id.index)].name)
    case .invalid: "unknown"
    }
  }

  func printField(_ field: Field, isInput: Bool, _ writer: inout CodeWriter) {
    var tags: [String] = []
    if let value = field.defaultValue {
      tags = ["@defaultValue \(TypeScriptText.literal(value, field.type, rules))"]
    }
    writer.jsDoc(field.declared, tags: tags)
    let type = typeName(field.type, isInput: isInput)
    if case .optional = field.type {
      writer.line(field.name, "?: ", type, ";")
    } else if isInput && field.defaultValue != nil {
      writer.line(field.name, "?: ", type, " | undefined;")
    } else {
      writer.line(field.name, ": ", type, ";")
    }
  }
}

/// Prints the declared types: interfaces, discriminated unions, open enums.
extension TypeScriptPrinter {
  mutating func printTypes() {
    if usage.usesJSON {
      writer.blank()
      writer.line(
        """
        /** Any value that JSON has. */
        export type JSONValue =
          | null
          | boolean
          | number
          | string
          | JSONValue[]
          | { [key: string]: JSONValue };
        """)
    }
    for declaration in typesInSourceOrder() {
      switch declaration {
      case .model(let index): printModel(rules.models[index], index)
      case .enumeration(let index): printEnumeration(rules.enumerations[index])
      case .union(let index): printUnion(rules.unions[index], index)
      }
    }
  }

  private mutating func printModel(_ model: Model, _ index: Int) {
    let name = TypeScriptNames.identifier(model.name)
    printInterface(name, model.declared, model.fields, isInput: false)
    if usage.hasInputModels[index] && usage.encodedModels[index] {
      let declared = inputDeclared(model.declared, name)
      printInterface(
        TypeScriptNames.input(model.name), declared, model.fields, isInput: true)
    }
  }

  private func inputDeclared(_ declared: Declared, _ name: String) -> Declared {
    var declared = declared
    declared.documentation = "`\(name)` as the page makes it: what has a default may be left out."
    return declared
  }

  private mutating func printInterface(
    _ name: String, _ declared: Declared, _ fields: [Field], isInput: Bool
  ) {
    writer.blank()
    writer.jsDoc(declared)
    if fields.isEmpty {
      writer.line("export type ", name, " = Record<string, never>;")
      return
    }
    let types = types
    writer.line("export interface ", name, " {")
    writer.indented { writer in
      for field in fields { types.printField(field, isInput: isInput, &writer) }
    }
    writer.line("}")
  }

  private mutating func printUnion(_ union: Union, _ index: Int) {
    let name = TypeScriptNames.identifier(union.name)
    printUnion(name, union.declared, union, isInput: false)
    if usage.hasInputUnions[index] && usage.encodedUnions[index] {
      let declared = inputDeclared(union.declared, name)
      printUnion(TypeScriptNames.input(union.name), declared, union, isInput: true)
    }
  }

  private mutating func printUnion(
    _ name: String, _ declared: Declared, _ union: Union, isInput: Bool
  ) {
    writer.blank()
    writer.jsDoc(declared)
    if union.cases.isEmpty {
      writer.line("export type ", name, " = never;")
      return
    }
    if union.cases.count == 1 {
      printOnlyCase(name, union, isInput: isInput)
      return
    }
    let types = types
    let discriminator = TypeScriptText.member(union.discriminator)
    writer.line("export type ", name, " =")
    writer.indented { writer in
      for (index, unionCase) in union.cases.enumerated() {
        let end = index + 1 < union.cases.count ? "" : ";"
        writer.jsDoc(unionCase.declared)
        let tag = "\(discriminator): \(TypeScriptText.quoted(unionCase.wireName))"
        if unionCase.fields.isEmpty {
          writer.line("| { \(tag) }", end)
          continue
        }
        writer.line("| {")
        writer.indented { writer in
          writer.line(tag, ";")
          for field in unionCase.fields { types.printField(field, isInput: isInput, &writer) }
        }
        writer.line("}", end)
      }
    }
  }

  private mutating func printOnlyCase(_ name: String, _ union: Union, isInput: Bool) {
    let types = types
    writer.line("export type ", name, " = {")
    writer.indented { writer in
      let only = union.cases[0]
      writer.jsDoc(only.declared)
      let tag = TypeScriptText.quoted(only.wireName)
      writer.line(TypeScriptText.member(union.discriminator), ": ", tag, ";")
      for field in only.fields { types.printField(field, isInput: isInput, &writer) }
    }
    writer.line("};")
  }

  private mutating func printEnumeration(_ enumeration: Enumeration) {
    let name = TypeScriptNames.identifier(enumeration.name)
    writer.blank()
    writer.jsDoc(enumeration.declared)
    var seen: Set<String> = []
    var alternatives: [String] = []
    for value in enumeration.cases where seen.insert(value.rawValue).inserted {
      alternatives.append(TypeScriptText.quoted(value.rawValue))
    }
    alternatives.append("(string & {})")
    printAlternatives("export type \(name) =", alternatives)
    writer.blank()
    writer.line("/** The values of `", name, "` that are known. */")
    writer.line("export const ", name, " = {")
    writer.indented { writer in
      for value in enumeration.cases {
        writer.jsDoc(value.declared)
        writer.line(
          TypeScriptText.key(value.name), ": ", TypeScriptText.quoted(value.rawValue), ",")
      }
    }
    writer.line("} as const;")
  }

  /// `head a | b;`, or an alternative a line where that is too long.
  mutating func printAlternatives(_ head: String, _ alternatives: [String]) {
    let length = alternatives.reduce(head.utf8.count + 1) { $0 + $1.utf8.count + 3 } - 2
    if length <= CodeWriter.width {
      writer.line(head, " ", alternatives.joined(separator: " | "), ";")
      return
    }
    writer.line(head)
    writer.indented { writer in
      for (index, text) in alternatives.enumerated() {
        writer.line("| ", text, index + 1 < alternatives.count ? "" : ";")
      }
    }
  }

  // MARK: Order

  enum TypeDeclaration {
    case model(Int), enumeration(Int), union(Int)
  }

  /// As they stand in the rule files, so that what belongs together stays together.
  func typesInSourceOrder() -> [TypeDeclaration] {
    var all: [(key: UInt64, declaration: TypeDeclaration)] = []
    all.reserveCapacity(rules.models.count + rules.enumerations.count + rules.unions.count)
    func key(_ declared: Declared) -> UInt64 {
      UInt64(UInt32(bitPattern: declared.location.file.index)) << 32
        | UInt64(declared.location.span.start)
    }
    for (index, model) in rules.models.enumerated() {
      all.append((key(model.declared), .model(index)))
    }
    for (index, value) in rules.enumerations.enumerated() {
      all.append((key(value.declared), .enumeration(index)))
    }
    for (index, union) in rules.unions.enumerated() {
      all.append((key(union.declared), .union(index)))
    }
    let order = all.indices.sorted { (all[$0].key, $0) < (all[$1].key, $1) }
    return order.map { all[$0].declaration }
  }
}
