import Requests
import Semantics
import Syntax
import Text

/// A node of the outline: a declaration, field, case, rule or strategy.
struct SymbolNode {
  var name: String
  var detail: String?
  var kind: Int
  var span: Span
  var nameSpan: Span
  var isDeprecated = false
  var children: [SymbolNode] = []

  /// Returns the protocol's number of a kind of symbol.
  static func kind(_ kind: NameDeclaration.Kind) -> Int {
    switch kind {
    case .origin: 3
    case .flag, .condition: 17
    case .value: 13
    case .screen, .script: 5
    case .action: 6
    case .handler, .chain, .responses, .call: 12
    case .model: 23
    case .enumeration: 10
    case .union: 11
    case .strategy, .channel, .dispatch: 11
    case .event: 24
    case .render: 12
    case .configuration: 4
    case .invariant: 17
    case .field: 8
    case .parameter, .capture: 13
    case .enumCase, .unionCase: 22
    }
  }

  private init(_ header: HeaderSyntax, _ kind: NameDeclaration.Kind, detail: String? = nil) {
    name = header.name.text
    self.detail = detail ?? kind.rawValue
    self.kind = Self.kind(kind)
    span = header.span
    nameSpan = header.name.span
    isDeprecated = header.deprecated != nil
  }

  init(_ declaration: DeclarationSyntax) {
    switch declaration {
    case .origin(let syntax): self.init(syntax.header, .origin)
    case .flag(let header): self.init(header, .flag)
    case .value(let header, let type):
      self.init(header, .value, detail: RuleLanguagePrinter.text(type))
    case .condition(let header, _): self.init(header, .condition)
    case .screen(let header, let fields):
      self.init(header, .screen)
      children = Self.fields(fields, .parameter)
    case .action(let syntax):
      self.init(syntax.header, .action)
      children = Self.fields(syntax.parameters, .parameter)
    case .handler(let header, let items):
      self.init(header, .handler, detail: Self.detail("handler", items))
    case .chain(let syntax):
      let kind: NameDeclaration.Kind = syntax.isResponses ? .responses : .chain
      self.init(syntax.header, kind, detail: Self.detail(kind.rawValue, syntax.items))
    case .model(let header, let fields):
      self.init(header, .model)
      children = Self.fields(fields, .field)
    case .enumeration(let header, let cases):
      self.init(header, .enumeration)
      children = cases.map { SymbolNode($0.header, .enumCase, detail: $0.rawValue?.value) }
    case .union(let syntax):
      self.init(syntax.header, .union)
      children = syntax.cases.map { member in
        var node = SymbolNode(
          member.header, .unionCase, detail: member.type.map { RuleLanguagePrinter.text($0) })
        node.children = Self.fields(member.fields + (member.type?.innermostRecord ?? []), .field)
        return node
      }
    case .strategy(let syntax): self.init(syntax)
    case .channel(let syntax):
      self.init(syntax.header, .channel)
      children = syntax.strategies.map { SymbolNode($0) }
    case .event(let syntax): self.init(syntax.header, .event)
    case .call(let syntax): self.init(syntax.header, .call)
    case .render(let header, _): self.init(header, .render)
    case .dispatch(let syntax): self.init(syntax.header, .dispatch)
    case .script(let syntax): self.init(syntax.header, .script)
    case .configuration(let syntax): self.init(syntax.header, .configuration)
    case .invariant(let syntax): self.init(syntax.header, .invariant)
    case .defaults(let syntax): self.init(syntax.header, .configuration, detail: "defaults")
    case .test(let syntax):
      self.init(syntax.header, .chain, detail: "test")
      name = "test \(ChainName(syntax.kind, name).argument)"
      kind = 6
      let count = syntax.cases.count
      detail = "\(count) \(count == 1 ? "case" : "cases")"
    }
  }

  /// Creates the node of a declaration, with children for rules, `use` lines and test cases, which are named by their
  /// text.
  init(_ declaration: DeclarationSyntax, withRulesOf file: SourceFile) {
    self.init(declaration)
    switch declaration {
    case .handler(_, let items): children = items.map { SymbolNode($0, file) }
    case .chain(let syntax): children = syntax.items.map { SymbolNode($0, file) }
    case .test(let syntax):
      children = syntax.cases.map { test in
        SymbolNode(
          test.url.value, detail: test.decision.map { file.text($0.span) }, Self.ruleKind,
          test.span, test.url.span)
      }
    case .invariant(let syntax):
      children = syntax.claims.map { claim in
        SymbolNode(
          Self.line(file.text(claim.span)), detail: nil, Self.ruleKind, claim.span, claim.act.span)
      }
    default: break
    }
  }

  /// The protocol's number of an event, which is used for rules and test cases.
  private static let ruleKind = 24

  private init(_ item: ChainItemSyntax, _ file: SourceFile) {
    switch item {
    case .use(let name, let span):
      self.init("use \(name.text)", detail: nil, Self.kind(.handler), span, name.span)
    case .block(let block):
      self.init(Self.condition(block.condition, file), block.span, block.keyword)
      children = block.items.map { SymbolNode($0, file) }
    case .rule(let rule):
      self.init(
        rule.condition.map { Self.condition($0, file) } ?? "otherwise", rule.span, rule.keyword)
      let first = rule.steps.first?.span ?? rule.decision?.span
      if let first { detail = Self.line(file.text(Span(first.start, rule.span.end))) }
    }
  }

  private init(_ name: String, _ span: Span, _ nameSpan: Span) {
    self.init(name, detail: nil, Self.ruleKind, span, nameSpan)
  }

  private init(_ name: String, detail: String?, _ kind: Int, _ span: Span, _ nameSpan: Span) {
    // The protocol requires a name that is not empty.
    self.name = name.isEmpty ? "\"\"" : name
    self.detail = detail
    self.kind = kind
    self.span = span
    self.nameSpan = nameSpan
  }

  private static func condition(_ condition: ConditionSyntax, _ file: SourceFile) -> String {
    let text = line(file.text(condition.span))
    return text == Keyword.always.rawValue ? text : "when \(text)"
  }

  /// Returns the text in one line, cut after 80 characters.
  private static func line(_ text: String) -> String {
    let line = text.split { $0.isWhitespace }.joined(separator: " ")
    return line.count > 80 ? line.prefix(79) + "…" : line
  }

  private init(_ syntax: StrategySyntax) {
    self.init(syntax.header, .strategy)
  }

  private static func detail(_ kind: String, _ items: [ChainItemSyntax]) -> String {
    var rules = 0
    items.eachRule { _ in rules += 1 }
    return "\(kind), \(rules) \(rules == 1 ? "rule" : "rules")"
  }

  private static func fields(
    _ fields: [FieldSyntax], _ kind: NameDeclaration.Kind
  ) -> [SymbolNode] {
    fields.map { field in
      var node = SymbolNode(field.header, kind, detail: RuleLanguagePrinter.text(field.type))
      if let record = field.type.innermostRecord { node.children = Self.fields(record, .field) }
      return node
    }
  }

  // MARK: - JSON

  func json(_ map: TextMap) -> JSON {
    let json: JSON = [
      "name": .string(name), "detail": JSON(detail), "kind": .int(kind),
      "range": map.range(span).json, "selectionRange": map.range(nameSpan).json,
    ]
    return json.with("tags", isDeprecated ? [1] : nil)
      .with("children", children.isEmpty ? nil : .array(children.map { $0.json(map) }))
  }

  func flatNodes(container: String?) -> [(node: SymbolNode, container: String?)] {
    [(self, container)] + children.flatMap { $0.flatNodes(container: name) }
  }

  func flatJSON(_ map: TextMap, _ uri: String, _ container: String?) -> JSON {
    let json: JSON = [
      "name": .string(name), "kind": .int(kind),
      "location": ["uri": .string(uri), "range": map.range(nameSpan).json],
    ]
    return json.with("tags", isDeprecated ? [1] : nil)
      .with("containerName", container.map { .string($0) })
  }

  func flat(_ map: TextMap, _ uri: String, container: String?) -> [JSON] {
    flatNodes(container: container).map { $0.node.flatJSON(map, uri, $0.container) }
  }
}

/// Prints fields and parameters as written.
enum FieldText {
  /// Returns `name: Type`, with the default value.
  static func parameter(
    _ field: FieldSyntax, _ file: SourceFile, withWireName: Bool = false
  ) -> String {
    let value = field.defaultValue.map { " = \(file.text($0.span))" } ?? ""
    let wire = withWireName ? field.wireName.map { " " + file.text($0.span) } ?? "" : ""
    return "\(field.header.name.text)\(wire): \(RuleLanguagePrinter.text(field.type))\(value)"
  }
}
