import Syntax
import Text

/// All names of one file with their keys.
struct DocumentIndex {
  /// In source order.
  var occurrences: [NameOccurrence] = []
  var declarations: [NameDeclaration] = []
  private(set) var hasDeprecated = false
  /// Rules, in source order.
  var rules: [RuleEntry] = []
  var uses: [UseEntry] = []
  private(set) var tests: [TestSyntax] = []
  /// Paths of scripts and rule lists.
  private(set) var linkedFiles: [StringSyntax] = []
  /// True if rules, occurrences and linked files are left out.
  let isOutline: Bool
  /// The indices of the uses by their names.
  private var usesByName: [String: [Int]] = [:]

  /// - Parameter isOutline: whether only the names that other files refer to are collected, and uses and tests.
  init(_ tree: SyntaxTree, isOutline: Bool = false) {
    self.isOutline = isOutline
    for declaration in tree.declarations { add(declaration) }
    hasDeprecated = declarations.contains { $0.deprecated != nil }
    for (number, use) in uses.enumerated() { usesByName[use.name.text, default: []].append(number) }
    if isOutline { return }
    occurrences.sort { ($0.span.start, $0.span.end) < ($1.span.start, $1.span.end) }
  }

  /// The names in the rule at the offset, with those of the blocks around it.
  init(_ tree: SyntaxTree, ruleAt offset: Int) {
    isOutline = false
    for declaration in tree.declarations {
      let span = declaration.header.span
      guard Int(span.start) <= offset, offset <= Int(span.end) else { continue }
      let (header, items) =
        switch declaration {
        case .handler(let header, let items): (header, items)
        case .chain(let syntax): (syntax.header, syntax.items)
        default: (declaration.header, [])
        }
      let name = header.name.text
      add(items.around(offset), of: name, .declaration(.rules, name), .handler)
    }
  }

  /// The uses of a name, in source order.
  func uses(of name: String) -> [UseEntry] { usesByName[name]?.map { uses[$0] } ?? [] }

  /// The name that contains the offset or ends there.
  func occurrence(at offset: Int) -> NameOccurrence? {
    let next = occurrences.partitionPoint { Int($0.span.start) > offset }
    var index = next - 1
    var best: NameOccurrence?
    while index >= 0, index >= next - 4 {
      let occurrence = occurrences[index]
      if Int(occurrence.span.start) <= offset, offset <= Int(occurrence.span.end) {
        if offset < Int(occurrence.span.end) { return occurrence }
        best = best ?? occurrence
      }
      index -= 1
    }
    return best
  }

  func rule(at offset: Int) -> RuleEntry? {
    rules.last { Int($0.syntax.span.start) <= offset && offset <= Int($0.syntax.span.end) }
  }

  // MARK: - Declarations

  mutating func use(_ name: NameSyntax, _ key: @autoclosure () -> NameKey) {
    if isOutline { return }
    let key = key()
    occurrences.append(
      NameOccurrence(key: key, name: name.text, span: name.span, isDeclaration: false))
  }

  mutating func declare(
    _ header: HeaderSyntax, _ kind: NameDeclaration.Kind, _ key: NameKey, type: TypeSyntax? = nil,
    fields: [FieldSyntax] = [], field: FieldSyntax? = nil, answers: Bool = false,
    wire: NameDeclaration.Wire = .none
  ) {
    declarations.append(
      NameDeclaration(
        key: key, kind: kind, name: header.name.text, nameSpan: header.name.span,
        span: header.span, documentation: header.documentation, deprecated: header.deprecated,
        type: type, fields: fields, field: field, answers: answers, wire: wire))
    if isOutline { return }
    occurrences.append(
      NameOccurrence(
        key: key, name: header.name.text, span: header.name.span, isDeclaration: true))
  }

  /// The wire identifier derived from the name, if none is written.
  static func identifier(
    _ written: StringSyntax?, _ header: HeaderSyntax
  ) -> NameDeclaration.Wire {
    guard written == nil else { return .none }
    let name = header.name.text
    return .string(name.prefix(1).lowercased() + name.dropFirst())
  }

  mutating func add(_ declaration: DeclarationSyntax) {
    switch declaration {
    case .origin(let syntax):
      declare(syntax.header, .origin, .declaration(.origin, syntax.header.name.text))
      if let value = syntax.value { use(value, .declaration(.flag, value.text)) }
    case .flag(let header): declare(header, .flag, .declaration(.flag, header.name.text))
    case .value(let header, let type):
      let key = NameKey.declaration(.flag, header.name.text)
      declare(header, .value, key, type: type)
      add(type, below: key)
    case .condition(let header, let condition):
      declare(header, .condition, .declaration(.flag, header.name.text))
      if isOutline { break }
      var captures: [String: UInt32] = [:]
      add(condition, &captures, rule: header.span.start)
    case .screen(let header, let parameters):
      let key = NameKey.declaration(.screen, header.name.text)
      declare(header, .screen, key, fields: parameters)
      add(parameters, of: key, .parameter, hasWire: false)
    case .action(let syntax):
      let key = NameKey.declaration(.action, syntax.header.name.text)
      declare(
        syntax.header, .action, key, fields: syntax.parameters, answers: syntax.result != nil)
      add(syntax.parameters, of: key, .parameter, hasWire: false)
      if let result = syntax.result { use(result, .word(result.text)) }
    case .handler(let header, let items):
      declare(header, .handler, .declaration(.rules, header.name.text))
      add(items, of: header.name.text, .declaration(.rules, header.name.text), .handler)
    case .chain(let syntax):
      let kind: NameDeclaration.Kind = syntax.isResponses ? .responses : .chain
      let key = NameKey.chain(syntax.header.name.text, isResponses: syntax.isResponses)
      declare(syntax.header, kind, key)
      for frame in syntax.frames ?? [] { use(frame, .word(frame.text)) }
      add(syntax.items, of: syntax.header.name.text, key, kind)
    case .model(let header, let fields):
      let key = NameKey.declaration(.type, header.name.text)
      declare(header, .model, key, fields: fields)
      add(fields, of: key, .field, hasWire: true)
    case .enumeration(let header, let cases):
      let key = NameKey.declaration(.type, header.name.text)
      declare(header, .enumeration, key)
      for member in cases {
        declare(
          member.header, .enumCase, .member(key, member.header.name.text),
          wire: member.rawValue == nil ? .assignment(member.header.name.text) : .none)
      }
    case .union(let syntax):
      let key = NameKey.declaration(.type, syntax.header.name.text)
      declare(syntax.header, .union, key)
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
        syntax.header, .channel, .declaration(.channel, syntax.header.name.text),
        wire: Self.identifier(syntax.identifier, syntax.header))
      if let via = syntax.via { use(via, .declaration(.dispatch, via.text)) }
      for strategy in syntax.strategies { add(strategy) }
    case .event(let syntax):
      let key = NameKey.declaration(.event, syntax.header.name.text)
      declare(
        syntax.header, .event, key, type: syntax.sends,
        wire: Self.identifier(syntax.identifier, syntax.header))
      add(syntax.sends, below: .member(key, "sends"))
      use(origins: syntax.origins)
    case .call(let syntax):
      let key = NameKey.declaration(.call, syntax.header.name.text)
      declare(
        syntax.header, .call, key, type: syntax.sends,
        wire: Self.identifier(syntax.identifier, syntax.header))
      if syntax.isFunction, case .record(let parameters, _) = syntax.sends {
        add(parameters, of: .member(key, "sends"), .parameter, hasWire: false)
      } else {
        add(syntax.sends, below: .member(key, "sends"))
      }
      add(syntax.replies, below: .member(key, "replies"))
      use(origins: syntax.origins)
    case .render(let header, let items):
      declare(header, .render, .declaration(.render, header.name.text))
      if isOutline { break }
      for item in items {
        use(item.call, .declaration(.call, item.call.text))
        for argument in item.arguments {
          if let label = argument.label {
            let key = NameKey.payload(call: item.call.text, label.text)
            use(label, key)
            add(argument.value, of: key, captures: [:])
          } else {
            add(argument.value, of: .declaration(.call, item.call.text), captures: [:])
          }
        }
      }
    case .dispatch(let syntax):
      // Without a name, the header's name is at the keyword.
      let key = NameKey.declaration(.dispatch, syntax.header.name.text)
      if syntax.header.name.text != "default" { declare(syntax.header, .dispatch, key) }
      if isOutline { break }
      if case .functionNamed(let reference) = syntax.target { usePageValue(reference) }
      for arguments in [syntax.sends, syntax.replies, syntax.fails] {
        for value in arguments?.values ?? [] { add(value, of: key) }
      }
    case .script(let syntax):
      let key = NameKey.declaration(.script, syntax.header.name.text)
      declare(syntax.header, .script, key, fields: syntax.parameters)
      add(syntax.parameters, of: key, .parameter, hasWire: false)
      use(origins: syntax.origins)
      if case .file(let path) = syntax.source { linkedFiles.append(path) }
    case .configuration(let syntax): add(syntax)
    case .test(let syntax): add(syntax)
    }
  }

  /// The names in a value that is built for the page.
  mutating func add(_ value: PageValueSyntax, of dispatch: NameKey) {
    switch value {
    case .literal: break
    case .reference(let reference): usePageValue(reference)
    case .object(let fields, _):
      for field in fields {
        if case .name(let name) = field.key { use(name, .member(dispatch, name.text)) }
        add(field.value, of: dispatch)
      }
    }
  }

  mutating func usePageValue(_ reference: ReferenceSyntax) {
    use(reference.base, .word(reference.base.text))
    for case .member(let name) in reference.accesses {
      use(name, .word("\(reference.base.text).\(name.text)"))
    }
  }

  mutating func add(_ syntax: StrategySyntax) {
    let key = NameKey.declaration(.strategy, syntax.header.name.text)
    declare(
      syntax.header, .strategy, key, type: syntax.receives,
      wire: Self.identifier(syntax.identifier, syntax.header))
    add(syntax.receives, below: .member(key, "receives"))
    add(syntax.replies, below: .member(key, "replies"))
    if let via = syntax.via { use(via, .declaration(.dispatch, via.text)) }
    use(origins: syntax.origins)
  }

  mutating func use(origins: [NameSyntax]) {
    for origin in origins { use(origin, .declaration(.origin, origin.text)) }
  }

  mutating func add(_ syntax: ConfigurationSyntax) {
    declare(
      syntax.header, .configuration, .declaration(.configuration, syntax.header.name.text))
    if isOutline { return }
    if let extends = syntax.extends { use(extends, .declaration(.configuration, extends.text)) }
    for setting in syntax.settings {
      if case .files(let paths) = setting.value { linkedFiles += paths }
      if case .handler(_, let name) = setting.value {
        use(name, .declaration(.schemeHandler, name.text))
      }
      for case .name(let name) in setting.origins { use(origins: [name]) }
      guard case .names(let names) = setting.value else { continue }
      for name in names {
        switch setting.setting {
        case .chain: use(name, .declaration(.rules, name.text))
        case .responses: use(name, .declaration(.responses, name.text))
        case .strategies: use(name, .declaration(.strategy, name.text))
        case .channels: use(name, .declaration(.channel, name.text))
        case .scripts: use(name, .declaration(.script, name.text))
        case .userAgent, .applicationName: use(name, .declaration(.flag, name.text))
        case .title, .inspectable, .inlineMedia, .backForwardGestures, .bounces, .dataStore,
          .contentMode, .javaScript, .mediaPlayback, .pictureInPicture, .fullscreen, .linkPreview,
          .textInteraction, .findInteraction, .appBoundDomains, .panels, .mediaCapture, .block,
          .scheme:
          break
        }
      }
    }
  }

  mutating func add(_ syntax: TestSyntax) {
    tests.append(syntax)
    if isOutline { return }
    use(
      syntax.header.name, .chain(syntax.header.name.text, isResponses: syntax.isResponses))
    for test in syntax.cases {
      for setup in test.setup {
        let base = setup.subject.base
        if setup.opens {
          use(base, .word(base.text))
        } else if setup.subject.accesses.isEmpty, !Self.isRequestValue(base.text) {
          // A flag, or an action that is attempted.
          use(base, .value(of: .declaration(.action, base.text), base.text))
        } else {
          use(base, .word(base.text))
        }
        if case .name(let word) = setup.value { use(word, .word(word.text)) }
      }
      add(test.steps, captures: [:])
      add(test.decision)
    }
  }
}

extension [ChainItemSyntax] {
  /// The rule at the offset, in the blocks around it.
  fileprivate func around(_ offset: Int) -> [ChainItemSyntax] {
    func contains(_ span: Span) -> Bool { Int(span.start) <= offset && offset <= Int(span.end) }
    return compactMap { item in
      switch item {
      case .use: return nil
      case .rule(let rule): return contains(rule.span) ? item : nil
      case .block(var block):
        guard contains(block.span) else { return nil }
        block.items = block.items.around(offset)
        return .block(block)
      }
    }
  }
}
