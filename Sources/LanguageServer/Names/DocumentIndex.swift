import Requests
import Semantics
import Syntax
import Text

/// All names of one file with their keys.
struct DocumentIndex {
  /// In source order.
  private(set) var occurrences: [NameOccurrence] = []
  private(set) var declarations: [NameDeclaration] = []
  private(set) var hasDeprecated = false
  /// Rules, in source order.
  private(set) var rules: [RuleEntry] = []
  private(set) var uses: [UseEntry] = []
  private(set) var tests: [TestSyntax] = []
  /// Paths of scripts and rule lists.
  private(set) var linkedFiles: [StringSyntax] = []

  init(_ tree: SyntaxTree) {
    for declaration in tree.declarations { add(declaration) }
    hasDeprecated = declarations.contains { $0.deprecated != nil }
    occurrences.sort { ($0.span.start, $0.span.end) < ($1.span.start, $1.span.end) }
  }

  /// The name that contains the offset or ends there.
  func occurrence(at offset: Int) -> NameOccurrence? {
    var low = 0
    var high = occurrences.count
    while low < high {
      let middle = (low + high) / 2
      if Int(occurrences[middle].span.start) <= offset { low = middle + 1 } else { high = middle }
    }
    var index = low - 1
    var best: NameOccurrence?
    while index >= 0, index >= low - 4 {
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

  private mutating func use(_ name: NameSyntax, _ key: NameKey) {
    occurrences.append(
      NameOccurrence(key: key, name: name.text, span: name.span, isDeclaration: false))
  }

  private mutating func declare(
    _ header: HeaderSyntax, _ kind: NameDeclaration.Kind, _ key: NameKey, type: TypeSyntax? = nil,
    fields: [FieldSyntax] = [], wire: NameDeclaration.Wire = .none
  ) {
    declarations.append(
      NameDeclaration(
        key: key, kind: kind, name: header.name.text, nameSpan: header.name.span,
        span: header.span, documentation: header.documentation, deprecated: header.deprecated,
        type: type, fields: fields, wire: wire))
    occurrences.append(
      NameOccurrence(
        key: key, name: header.name.text, span: header.name.span, isDeclaration: true))
  }

  /// The wire identifier derived from the name, if none is written.
  private static func identifier(
    _ written: StringSyntax?, _ header: HeaderSyntax
  ) -> NameDeclaration.Wire {
    guard written == nil else { return .none }
    let name = header.name.text
    return .string(name.prefix(1).lowercased() + name.dropFirst())
  }

  private mutating func add(_ declaration: DeclarationSyntax) {
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
      var captures: [String: UInt32] = [:]
      add(condition, &captures, rule: header.span.start)
    case .screen(let header, let parameters):
      let key = NameKey.declaration(.screen, header.name.text)
      declare(header, .screen, key, fields: parameters)
      add(parameters, of: key, .parameter, hasWire: false)
    case .action(let syntax):
      let key = NameKey.declaration(.action, syntax.header.name.text)
      declare(syntax.header, .action, key, fields: syntax.parameters)
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
  private mutating func add(_ value: PageValueSyntax, of dispatch: NameKey) {
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

  private mutating func usePageValue(_ reference: ReferenceSyntax) {
    use(reference.base, .word(reference.base.text))
    for case .member(let name) in reference.accesses {
      use(name, .word("\(reference.base.text).\(name.text)"))
    }
  }

  private mutating func add(_ syntax: StrategySyntax) {
    let key = NameKey.declaration(.strategy, syntax.header.name.text)
    declare(
      syntax.header, .strategy, key, type: syntax.receives,
      wire: Self.identifier(syntax.identifier, syntax.header))
    add(syntax.receives, below: .member(key, "receives"))
    add(syntax.replies, below: .member(key, "replies"))
    if let via = syntax.via { use(via, .declaration(.dispatch, via.text)) }
    use(origins: syntax.origins)
  }

  private mutating func use(origins: [NameSyntax]) {
    for origin in origins { use(origin, .declaration(.origin, origin.text)) }
  }

  private mutating func add(_ syntax: ConfigurationSyntax) {
    declare(
      syntax.header, .configuration, .declaration(.configuration, syntax.header.name.text))
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

  private mutating func add(_ syntax: TestSyntax) {
    tests.append(syntax)
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

  // MARK: - Types

  private mutating func add(
    _ fields: [FieldSyntax], of owner: NameKey, _ kind: NameDeclaration.Kind, hasWire: Bool
  ) {
    for field in fields {
      let key = NameKey.member(owner, field.header.name.text)
      declare(
        field.header, kind, key, type: field.type,
        wire: hasWire && field.wireName == nil ? .string(field.header.name.text) : .none)
      add(field.type, below: key)
      if let value = field.defaultValue { add(value, of: field.type) }
    }
  }

  /// - Parameter owner: the owner of the fields of an inline type.
  private mutating func add(_ type: TypeSyntax?, below owner: NameKey) {
    switch type {
    case nil: break
    case .named(let name):
      use(name, Self.isBuiltIn(name.text) ? .word(name.text) : .declaration(.type, name.text))
    case .array(let element, _), .optional(let element, _): add(element, below: owner)
    case .dictionary(let key, let value, _):
      add(key, below: owner)
      add(value, below: owner)
    case .record(let fields, _): add(fields, of: owner, .field, hasWire: true)
    }
  }

  private mutating func add(_ literal: LiteralSyntax, of type: TypeSyntax) {
    switch literal {
    case .name(let name):
      if let owner = type.innermostName {
        use(name, .member(.declaration(.type, owner), name.text))
      }
    case .list(let items, _): for item in items { add(item, of: type) }
    default: break
    }
  }

  static let builtInTypes = ["String", "Int", "Double", "Bool", "URL", "Date", "Data", "JSON"]

  static func isBuiltIn(_ name: String) -> Bool { builtInTypes.contains(name) }

  static func isRequestValue(_ name: String) -> Bool {
    RequestSchema.all.words.contains(name)
  }

  // MARK: - Rules

  private mutating func add(
    _ items: [ChainItemSyntax], of owner: String, _ key: NameKey, _ kind: NameDeclaration.Kind,
    captures outer: [String: UInt32] = [:]
  ) {
    for item in items {
      switch item {
      case .use(let name, let span):
        let target = NameKey.chain(name.text, isResponses: kind == .responses)
        use(name, target)
        uses.append(
          UseEntry(name: name, span: span, target: target, owner: owner, ownerKey: key))
      case .rule(let rule):
        rules.append(RuleEntry(syntax: rule, owner: owner, ownerKey: key, ownerKind: kind))
        var captures = outer
        if let condition = rule.condition { add(condition, &captures, rule: rule.span.start) }
        add(rule.steps, captures: captures)
        add(rule.decision)
      case .block(let block):
        var captures = outer
        add(block.condition, &captures, rule: block.span.start)
        add(block.items, of: owner, key, kind, captures: captures)
      }
    }
  }

  private mutating func add(
    _ condition: ConditionSyntax, _ captures: inout [String: UInt32], rule: UInt32
  ) {
    switch condition {
    case .constant: break
    case .reference(let reference), .exists(let reference, _):
      add(reference, captures: [:])
    case .not(let inner, _), .parenthesized(let inner, _): add(inner, &captures, rule: rule)
    case .all(let parts, _), .any(let parts, _):
      for part in parts { add(part, &captures, rule: rule) }
    case .comparison(let comparison):
      add(comparison.subject, captures: [:])
      switch comparison.operand {
      case .names(let names): for name in names { add(origin: name) }
      case .value(let reference): add(reference, captures: [:])
      case .regex: break
      case .literal(let literal):
        if comparison.comparison == .like, case .string(let pattern) = literal {
          add(pattern, comparison.subject, &captures, rule: rule)
        } else {
          words(literal)
        }
      }
    }
  }

  /// The name of an origin, or `page.origin`.
  private mutating func add(origin: ReferenceSyntax) {
    if origin.accesses.isEmpty {
      use(origin.base, .declaration(.origin, origin.base.text))
    } else {
      add(origin, captures: [:])
      if case .member(let name)? = origin.accesses.last, name.text == "origin" {
        use(name, .word("\(origin.base.text).origin"))
      }
    }
  }

  private mutating func words(_ literal: LiteralSyntax) {
    switch literal {
    case .name(let name): use(name, .operand(name.text))
    case .list(let items, _): for item in items { words(item) }
    default: break
    }
  }

  private mutating func add(
    _ pattern: StringSyntax, _ subject: ReferenceSyntax, _ captures: inout [String: UInt32],
    rule: UInt32
  ) {
    for capture in Self.captures(of: pattern, subject) {
      let rule = captures[capture.name] ?? rule
      captures[capture.name] = rule
      guard pattern.isVerbatim else { continue }
      let name = NameSyntax(text: capture.name, span: pattern.span(capture.nameRange))
      let key = NameKey.capture(rule: rule, capture.name)
      var type: TypeSyntax?
      if let typeName = capture.typeName, let range = capture.typeRange {
        let written = NameSyntax(text: typeName, span: pattern.span(range))
        type = .named(written)
        add(type, below: key)
      }
      declarations.append(
        NameDeclaration(
          key: key, kind: .capture, name: name.text, nameSpan: name.span,
          span: pattern.span(capture.range), type: type))
      occurrences.append(
        NameOccurrence(key: key, name: name.text, span: name.span, isDeclaration: true))
    }
  }

  /// The captures of a pattern; none if it is not valid.
  static func captures(of pattern: StringSyntax, _ subject: ReferenceSyntax) -> [PatternCapture] {
    if subject.base.text == "url" {
      if case .success(let parsed) = URLGlob.parse(pattern.value) { return parsed.captures }
      return []
    }
    let separator = RequestSchema.all.value(subject)?.separator ?? "/"
    if case .success(let parsed) = Glob.parse(pattern.value, separator: separator) {
      return parsed.captures
    }
    return []
  }

  private mutating func add(
    _ reference: ReferenceSyntax, captures: [String: UInt32], value: NameKey? = nil
  ) {
    let base = reference.base
    if reference.accesses.isEmpty, let rule = captures[base.text] {
      use(base, .capture(rule: rule, base.text))
    } else if Self.isRequestValue(base.text) {
      use(base, .word(base.text))
      for access in reference.accesses {
        if case .member(let name) = access {
          let word = "\(base.text).\(name.text)"
          if !RequestSchema.all.values(of: word).isEmpty { use(name, .word(word)) }
        }
      }
    } else if let value {
      use(base, .value(of: value, base.text))
    } else {
      use(base, .declaration(.flag, base.text))
    }
  }

  private mutating func add(_ steps: [StepSyntax], captures: [String: UInt32]) {
    for step in steps {
      switch step.kind {
      case .present(let name, let arguments), .push(let name, let arguments):
        use(name, .declaration(.screen, name.text))
        add(arguments, of: .declaration(.screen, name.text), captures: captures)
      case .perform(let name, let arguments), .attempt(let name, let arguments):
        use(name, .declaration(.action, name.text))
        add(arguments, of: .declaration(.action, name.text), captures: captures)
      case .attemptOpen(let reference, let changes), .open(let reference, let changes),
        .load(let reference, let changes):
        add(reference, captures: captures)
        for change in changes {
          if change.part.base.text != ChangedPart.userWord {
            add(change.part, captures: captures)
          }
          if case .reference(let value)? = change.value { add(value, captures: captures) }
        }
      case .dismiss: break
      }
    }
  }

  private mutating func add(_ decision: DecisionSyntax?) {
    guard let name = decision?.configuration else { return }
    use(name, .declaration(.configuration, name.text))
  }

  private mutating func add(
    _ arguments: [ArgumentSyntax], of callee: NameKey, captures: [String: UInt32]
  ) {
    for argument in arguments {
      guard let label = argument.label else { continue }
      let key = NameKey.member(callee, label.text)
      use(label, key)
      add(argument.value, of: key, captures: captures)
    }
  }

  private mutating func add(
    _ value: ArgumentSyntax.Value, of parameter: NameKey, captures: [String: UInt32]
  ) {
    switch value {
    case .reference(let reference):
      add(reference, captures: captures, value: parameter)
    case .literal(let literal): add(literal, valueOf: parameter)
    }
  }

  private mutating func add(_ literal: LiteralSyntax, valueOf parameter: NameKey) {
    switch literal {
    case .name(let name): use(name, .value(of: parameter, name.text))
    case .list(let items, _): for item in items { add(item, valueOf: parameter) }
    default: break
    }
  }
}

extension TypeSyntax {
  /// The name of the type without `?`, `[]` and keys; nil for an inline type.
  var innermostName: String? {
    switch self {
    case .named(let name): name.text
    case .array(let inner, _), .optional(let inner, _), .dictionary(_, let inner, _):
      inner.innermostName
    case .record: nil
    }
  }

  /// The fields of an inline type.
  var innermostRecord: [FieldSyntax]? {
    switch self {
    case .named: nil
    case .array(let inner, _), .optional(let inner, _), .dictionary(_, let inner, _):
      inner.innermostRecord
    case .record(let fields, _): fields
    }
  }
}
