import GeneratedNames
import Semantics
import Text

/// The state that the printers of one run share: the rule set, its sources and the options.
final class SwiftContext: Sendable {
  let rules: RuleSet
  private let sources: [SourceFile]
  private let lines: [LineIndex]
  /// The access level of declarations: `public `, `package ` or nothing.
  let access: String
  /// The index of each flag in the rule set, by name.
  let flagNumbers: [String: Int]
  /// The index of each value of the app in the rule set, by name.
  let valueNumbers: [String: Int]
  /// The prefix of each generated name that could collide with a name of another rule set.
  let prefix: String
  let expressions: SwiftExpressions
  /// The analysis of the types that contain themselves.
  let recursion: TypeRecursion
  /// The types that expressions of the generated code name. A variable with such a name would hide the type.
  private let typeNames: Set<String>

  init(_ rules: RuleSet, _ sources: [SourceFile], _ options: SwiftOptions) {
    self.rules = rules
    self.sources = sources
    self.access = options.access == .internal ? "" : options.access.rawValue + " "
    prefix = options.prefix
    expressions = SwiftExpressions(rules, prefix: options.prefix)
    recursion = TypeRecursion(rules)
    let types =
      rules.models.map { $0.name } + rules.enumerations.map { $0.name }
      + rules.unions.map { $0.name }
    typeNames = Set(types.map { options.prefix + $0 })
    lines = sources.map { LineIndex($0) }
    valueNumbers = Dictionary(
      firstOf: rules.values.enumerated().map { ($0.element.name, $0.offset) })
    flagNumbers = Dictionary(
      firstOf: rules.flags.enumerated().map { ($0.element.name, $0.offset) })
  }

  /// Returns the type for the rules of a handler or chain.
  func ruleList(isAsync: Bool) -> String {
    prefix + (isAsync ? "AsyncNavigationRules" : "NavigationRules")
  }

  /// The member of `BridgeContract` that is the contract of the rule set.
  var contract: String { SwiftNames.member(prefix + "App") }

  // MARK: Variables

  /// Returns a name for a variable of a function that is not taken yet, if possible the given name.
  func variable(_ name: String, _ taken: inout Set<String>) -> String {
    var candidate = name
    var number = 2
    while SwiftNames.isGlobal(candidate) || typeNames.contains(candidate)
      || !taken.insert(candidate).inserted
    {
      candidate = name + String(number)
      number += 1
    }
    return SwiftNames.escaped(candidate)
  }

  // MARK: Types

  func type(_ type: ValueType) -> String {
    switch type {
    case .string: "String"
    case .int: "Int"
    case .double: "Double"
    case .bool: "Bool"
    case .url: "URL"
    case .date: "Date"
    case .data: "Data"
    case .request: "NavigationRequest"
    case .json, .invalid: "JSON"
    case .array(let element): "[\(self.type(element))]"
    case .dictionary(let value): "[String: \(self.type(value))]"
    case .optional(let wrapped): self.type(wrapped) + "?"
    case .model(let id): name(rules.declared(of: id))
    case .enumeration(let id): name(rules.declared(of: id))
    case .union(let id): name(rules.declared(of: id))
    }
  }

  private func name(_ type: Declared) -> String { name(type, type.name) }

  /// Returns the type as the callee of an initializer call.
  func initializer(_ type: ValueType) -> String {
    if case .optional(let wrapped) = type { return "Optional<\(self.type(wrapped))>" }
    return self.type(type)
  }

  /// Returns the reference to a type in generated code. A deprecated type is nested in `DeprecatedTypes`, so that only
  /// the app's own uses of the alias cause warnings.
  func name(_ declared: Declared, _ generated: String) -> String {
    let name = SwiftNames.type(generated, prefix: prefix)
    return declared.deprecated == nil ? name : "DeprecatedTypes." + name
  }

  func expression(_ literal: Literal, as type: ValueType) -> SwiftExpression {
    if case .optional(let wrapped) = type {
      return literal == .missing ? .name("nil") : expression(literal, as: wrapped)
    }
    func value(_ kind: String, _ expression: SwiftExpression) -> SwiftExpression {
      type == .json ? .call(.implicit(kind), [SwiftArgument(nil, expression)]) : expression
    }
    switch literal {
    case .string(let text): return value("string", .string(text))
    case .int(let number): return value("number", .number(number))
    case .double(let number): return value("number", .name(number.description))
    case .bool(let truth): return value("bool", .bool(truth))
    case .url(let text):
      return .call(.name("constantURL"), [SwiftArgument(nil, .string(text))])
    case .missing: return type == .json ? .implicit("null") : .name("nil")
    case .request: return SwiftRequestValue.request
    case .emptyDictionary: return .name("[:]")
    case .enumerationCase(let id, let index):
      let choice = rules[id].cases[index]
      if choice.declared.deprecated == nil { return .implicit(SwiftNames.afterDot(choice.name)) }
      return .call(.implicit("init"), [SwiftArgument("rawValue", .string(choice.rawValue))])
    case .list(let elements):
      guard case .array(let element) = type else { return .array([]) }
      return .array(elements.map { expression($0, as: element) })
    }
  }

  // MARK: Source

  /// Writes a comment with the source file of a declaration: `// shop.bascule`. It has no line number, which would
  /// change with every line above the declaration.
  func reference(_ location: Location, _ out: inout CodeWriter) {
    if sources.indices.contains(Int(location.file.index)) {
      out.line("// ", SwiftText.comment(file(location)))
    }
  }

  /// Returns the name of the source file.
  func file(_ location: Location) -> String { sources[Int(location.file.index)].name }

  /// Returns the text of a location, which has no line break.
  func text(_ location: Location) -> String {
    SwiftText.comment(sources[Int(location.file.index)].text(location.span))
  }

  /// Returns the line number, from 1 on.
  func line(_ location: Location) -> Int {
    lines[Int(location.file.index)].line(at: location.span.start) + 1
  }

  /// Returns the lines of a comment that quotes the text of a location.
  func quotation(_ location: Location) -> [String] {
    let index = Int(location.file.index)
    guard sources.indices.contains(index) else { return [] }
    var lines: [String] = []
    let parts = SwiftText.lines(sources[index].text(location.span))
    let margin =
      parts.dropFirst().filter { !$0.allSatisfy { $0.isWhitespace } }
      .map { $0.prefix { $0 == " " || $0 == "\t" }.count }.min() ?? 0
    for (number, part) in parts.enumerated() where !part.allSatisfy({ $0.isWhitespace }) {
      lines.append(
        number == 0 ? SwiftText.comment(part) : "  " + SwiftText.comment(part.dropFirst(margin)))
    }
    return lines
  }

  /// Writes the lines above a declaration: its source location and documentation.
  func opening(_ declared: Declared, _ out: inout CodeWriter) {
    out.blank()
    reference(declared.location, &out)
    out.documentation(declared.documentation)
  }

  /// Writes a type and the lines above it. A deprecated type goes into `DeprecatedTypes`.
  ///
  /// - Parameter head: the head of the type from the keyword on (`struct CartItem: WireObject`), without access level.
  func declaration(
    _ declared: Declared, named name: String, attributes: String = "", _ head: String,
    _ out: inout CodeWriter, _ body: (inout CodeWriter) -> Void
  ) {
    guard let reason = declared.deprecated else {
      opening(declared, &out)
      out.block(attributes + access + head, body)
      return
    }
    out.blank()
    out.block("nonisolated extension DeprecatedTypes") { out in
      reference(declared.location, &out)
      out.documentation(declared.documentation)
      out.block(attributes + access + head, body)
    }
    out.blank()
    out.deprecation(reason)
    out.line(access, "typealias ", name, " = DeprecatedTypes.", name)
  }
}
