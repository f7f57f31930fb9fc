import Syntax
import Text

/// The declarations, rules, `use` lines and tests of one file.
struct DocumentIndex {
  /// The declarations in source order.
  private(set) var declarations: [NameDeclaration] = []
  private(set) var hasDeprecated = false
  /// The rules in source order.
  private(set) var rules: [RuleEntry] = []
  private(set) var uses: [UseEntry] = []
  private(set) var tests: [TestSyntax] = []
  /// True if rules are left out.
  let isOutline: Bool
  /// The indices in `uses` by the used name.
  private var usesByName: [String: [Int]] = [:]

  /// - Parameter isOutline: true to leave out rules.
  init(_ tree: SyntaxTree, isOutline: Bool = false) {
    self.isOutline = isOutline
    for declaration in tree.declarations { add(declaration) }
    hasDeprecated = declarations.contains { $0.deprecated != nil }
    for (number, use) in uses.enumerated() { usesByName[use.name.text, default: []].append(number) }
  }

  /// Returns the uses of a name, in source order.
  func uses(of name: String) -> [UseEntry] { usesByName[name]?.map { uses[$0] } ?? [] }

  /// Returns the declaration whose name begins at the offset.
  func declaration(at offset: UInt32) -> NameDeclaration? {
    let place = declarations.partitionPoint { $0.nameSpan.start >= offset }
    guard place < declarations.count, declarations[place].nameSpan.start == offset else {
      return nil
    }
    return declarations[place]
  }

  func rule(at offset: Int) -> RuleEntry? {
    rules.last { Int($0.syntax.span.start) <= offset && offset <= Int($0.syntax.span.end) }
  }

  // MARK: - Declarations

  /// Adds a declaration to which other declarations refer by its name.
  @discardableResult
  private mutating func declare(
    _ header: HeaderSyntax, _ kind: NameDeclaration.Kind, _ space: Namespace,
    type: TypeSyntax? = nil, fields: [FieldSyntax] = [], answers: Bool = false,
    wire: NameDeclaration.Wire = .none
  ) -> NameKey {
    let key = NameKey.declaration(space, header.name.text)
    declare(
      header, kind, key, type: type, fields: fields, answers: answers, wire: wire)
    return key
  }

  private mutating func declare(
    _ header: HeaderSyntax, _ kind: NameDeclaration.Kind, _ key: NameKey, type: TypeSyntax? = nil,
    fields: [FieldSyntax] = [], field: FieldSyntax? = nil, answers: Bool = false,
    wire: NameDeclaration.Wire = .none
  ) {
    declarations.append(
      NameDeclaration(
        key: key, kind: kind, name: header.name.text, nameSpan: header.name.span,
        span: header.span, documentation: header.documentation, deprecated: header.deprecated,
        type: type, fields: fields, field: field, answers: answers, wire: wire))
  }

  /// Returns the identifier that is derived from the name, unless one is written.
  private static func identifier(
    _ written: StringSyntax?, _ header: HeaderSyntax
  ) -> NameDeclaration.Wire {
    guard written == nil else { return .none }
    let name = header.name.text
    return .string(name.prefix(1).lowercased() + name.dropFirst())
  }

  private mutating func add(_ declaration: DeclarationSyntax) {
    switch declaration {
    case .origin(let syntax): declare(syntax.header, .origin, .origin)
    case .flag(let header): declare(header, .flag, .flag)
    case .value(let header, let type):
      let key = declare(header, .value, .flag, type: type)
      add(type, below: key)
    case .condition(let header, _): declare(header, .condition, .flag)
    case .screen(let header, let parameters):
      let key = declare(header, .screen, .screen, fields: parameters)
      add(parameters, of: key, .parameter, hasWire: false)
    case .action(let syntax):
      let key = declare(
        syntax.header, .action, .action, fields: syntax.parameters, answers: syntax.result != nil)
      add(syntax.parameters, of: key, .parameter, hasWire: false)
    case .handler(let header, let items):
      let key = declare(header, .handler, .rules)
      add(items, of: header.name.text, key, .handler)
    case .chain(let syntax):
      let kind: NameDeclaration.Kind = syntax.isResponses ? .responses : .chain
      let key = declare(syntax.header, kind, syntax.isResponses ? .responses : .rules)
      add(syntax.items, of: syntax.header.name.text, key, kind)
    case .model(let header, let fields):
      let key = declare(header, .model, .type, fields: fields)
      add(fields, of: key, .field, hasWire: true)
    case .enumeration(let header, let cases):
      let key = declare(header, .enumeration, .type)
      for member in cases {
        declare(
          member.header, .enumCase, .member(key, member.header.name.text),
          wire: member.rawValue == nil ? .assignment(member.header.name.text) : .none)
      }
    case .union(let syntax):
      let key = declare(syntax.header, .union, .type)
      for member in syntax.cases {
        let inner = NameKey.member(key, member.header.name.text)
        declare(
          member.header, .unionCase, inner, fields: member.fields,
          wire: member.wireName == nil && member.type == nil
            ? .string(member.header.name.text) : .none)
        add(member.fields, of: inner, .field, hasWire: true)
        add(member.type, below: inner)
      }
    case .strategy(let syntax): add(syntax)
    case .channel(let syntax):
      declare(
        syntax.header, .channel, .channel, wire: Self.identifier(syntax.identifier, syntax.header))
      for strategy in syntax.strategies { add(strategy) }
    case .event(let syntax):
      let key = declare(
        syntax.header, .event, .event, type: syntax.sends,
        wire: Self.identifier(syntax.identifier, syntax.header))
      add(syntax.sends, below: .member(key, "sends"))
    case .call(let syntax):
      let key = declare(
        syntax.header, .call, .call, type: syntax.sends,
        wire: Self.identifier(syntax.identifier, syntax.header))
      if syntax.isFunction, case .record(let parameters, _) = syntax.sends {
        add(parameters, of: .member(key, "sends"), .parameter, hasWire: false)
      } else {
        add(syntax.sends, below: .member(key, "sends"))
      }
      add(syntax.replies, below: .member(key, "replies"))
    case .render(let header, _): declare(header, .render, .render)
    case .dispatch(let syntax):
      // The name of a header without a name is at its keyword.
      if syntax.header.name.text != "default" { declare(syntax.header, .dispatch, .dispatch) }
    case .script(let syntax):
      let key = declare(syntax.header, .script, .script, fields: syntax.parameters)
      add(syntax.parameters, of: key, .parameter, hasWire: false)
    case .configuration(let syntax):
      declare(syntax.header, .configuration, .configuration)
    case .test(let syntax): tests.append(syntax)
    case .invariant(let syntax): declare(syntax.header, .invariant, .invariant)
    case .defaults: break
    }
  }

  private mutating func add(_ syntax: StrategySyntax) {
    let key = declare(
      syntax.header, .strategy, .strategy, type: syntax.receives,
      wire: Self.identifier(syntax.identifier, syntax.header))
    add(syntax.receives, below: .member(key, "receives"))
    add(syntax.replies, below: .member(key, "replies"))
  }

  // MARK: - Fields

  private mutating func add(
    _ fields: [FieldSyntax], of owner: NameKey, _ kind: NameDeclaration.Kind, hasWire: Bool
  ) {
    for field in fields {
      let key = NameKey.member(owner, field.header.name.text)
      declare(
        field.header, kind, key, type: field.type, field: field,
        wire: hasWire && field.wireName == nil ? .string(field.header.name.text) : .none)
      add(field.type, below: key)
    }
  }

  /// - Parameter owner: the owner of the fields of an inline type.
  private mutating func add(_ type: TypeSyntax?, below owner: NameKey) {
    switch type {
    case nil, .named?: break
    case .array(let element, _)?, .optional(let element, _)?: add(element, below: owner)
    case .dictionary(_, let value, _)?: add(value, below: owner)
    case .record(let fields, _)?: add(fields, of: owner, .field, hasWire: true)
    }
  }

  // MARK: - Rules

  private mutating func add(
    _ items: [ChainItemSyntax], of owner: String, _ key: NameKey, _ kind: NameDeclaration.Kind
  ) {
    for item in items {
      switch item {
      case .use(let name, let span):
        uses.append(UseEntry(name: name, span: span, owner: owner, ownerKey: key))
      case .rule where isOutline, .block where isOutline: break
      case .rule(let rule):
        rules.append(RuleEntry(syntax: rule, owner: owner, ownerKey: key, ownerKind: kind))
      case .block(let block): add(block.items, of: owner, key, kind)
      }
    }
  }
}
