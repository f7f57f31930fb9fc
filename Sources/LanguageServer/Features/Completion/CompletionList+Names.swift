import Requests
import Semantics
import Syntax
import Text

extension CompletionList {
  /// Adds the names of the declarations that begin with a keyword.
  mutating func names(of keyword: Keyword, except given: [String]) {
    guard let kind = NameDeclaration.Kind(rawValue: keyword.rawValue) else { return }
    switch kind {
    case .screen, .action: if isInInvariant { names(kind, except: given) } else { callees(kind) }
    case .call: calls()
    case .script: scripts(except: given)
    case .strategy: names(kind, except: given + snapshot.channelStrategies)
    case .dispatch: names(kind, except: given + snapshot.dispatchesWithoutAnswers)
    default: names(kind, except: given)
    }
  }

  mutating func names(_ kinds: NameDeclaration.Kind..., except given: [String] = []) {
    for kind in kinds {
      for place in candidates(kind) where !given.contains(place.declaration.name) { add(place) }
    }
  }

  /// Adds the handlers, and the chains or responses, that the owner can use without a cycle.
  mutating func usable(by owner: String, given: [String]) {
    let space: Namespace = kind == .responses ? .responses : .rules
    let users = snapshot.users(of: .declaration(space, owner)).map { $0.declaredName }
    let unsuitable = kind.map { snapshot.unsuitableHandlers(in: $0) } ?? []
    names(.handler, except: given + users + [owner] + unsuitable)
    names(kind == .responses ? .responses : .chain, except: given + users + [owner])
  }

  /// Returns all candidates. If there are more than `nameLimit`, returns those that contain the typed letters as a
  /// subsequence.
  mutating func candidates(_ kind: NameDeclaration.Kind) -> [NameIndex.DeclarationPlace] {
    let typed = typed
    let all = snapshot.names.all(kind, limit: Self.nameLimit) { $0.hasLetters(of: typed) }
    if all.areMore { isIncomplete = true }
    return all.places
  }

  static func itemKind(_ kind: NameDeclaration.Kind) -> Kind {
    switch kind {
    case .flag, .value, .condition: .variable
    case .screen, .configuration: .class
    case .action, .handler, .chain, .responses, .call, .render: .function
    case .model: .struct
    case .enumeration, .union: .enum
    case .event: .event
    case .enumCase, .unionCase: .enumMember
    case .field, .parameter, .capture: .field
    default: .constant
    }
  }

  mutating func add(
    _ place: NameIndex.DeclarationPlace, text: String? = nil, snippet: String? = nil, rank: Int = 1
  ) {
    let declaration = place.declaration
    add(
      declaration.name, Self.itemKind(declaration.kind), detail: declaration.kind.rawValue,
      text: text, documentation: DeclarationText(snapshot).markdown(place, showsGenerated: false),
      snippet: snippet,
      rank: rank, isDeprecated: declaration.deprecated != nil)
  }

  mutating func callees(_ kind: NameDeclaration.Kind, answering: Bool = false) {
    for place in candidates(kind) where !answering || place.declaration.answers {
      add(callee: place, place.declaration.fields)
    }
  }

  /// Adds the calls of a render, with their arguments.
  mutating func calls() {
    for place in candidates(.call) {
      let name = place.declaration.name
      if place.declaration.type == nil {
        add(place)
      } else if let callee = snapshot.callee(ExpectedSyntax.Callee(kind: .call, name: name)) {
        add(callee: place, callee.fields)
      } else {
        add(place, text: "\(name)(", snippet: "\(name)(${1:value})")
      }
    }
  }

  /// Adds the name of a declaration, with the arguments that it requires.
  private mutating func add(callee place: NameIndex.DeclarationPlace, _ fields: [FieldSyntax]) {
    let required = fields.filter {
      if case .optional = $0.type { return false }
      return $0.defaultValue == nil
    }
    let arguments = required.enumerated().map {
      "\($0.element.header.name.text): ${\($0.offset + 1):\($0.element.header.name.text)}"
    }
    let name = place.declaration.name
    if arguments.isEmpty { return add(place) }
    add(place, text: "\(name)(", snippet: "\(name)(\(arguments.joined(separator: ", ")))")
  }

  /// Adds the scripts that a configuration can name. Scripts with parameters are left out, since only the app has their
  /// values.
  mutating func scripts(except given: [String]) {
    for place in candidates(.script)
    where place.declaration.fields.isEmpty && !given.contains(place.declaration.name) {
      add(place)
    }
  }

  mutating func labels(_ callee: ExpectedSyntax.Callee, except given: [String]) {
    guard let callee = snapshot.callee(callee) else { return }
    for (order, field) in callee.fields.enumerated()
    where !given.contains(field.header.name.text) {
      add(
        field.header.name.text + ":", .field,
        detail: FieldText.parameter(field, snapshot.files[callee.file]),
        text: field.header.name.text + ": ", documentation: field.header.documentation,
        rank: 1, order: order)
    }
  }

  func parameterType(_ callee: ExpectedSyntax.Callee, _ label: String) -> TypeSyntax? {
    snapshot.callee(callee)?.fields.first { $0.header.name.text == label }?.type
  }

  /// Adds the values that can be given to a parameter, which have its type or convert to it.
  mutating func value(_ callee: ExpectedSyntax.Callee, _ label: String) {
    let type = parameterType(callee, label).map(ParameterType.init)
    if case .named(let name)? = type {
      defaultValues(name)
      wholeRequest(name)
    }
    if callee.kind == .call { return }
    captures()
    let snapshot = self.snapshot
    requestValues(rank: 4) { value in type.map { $0.takes(value, in: snapshot) } ?? true }
    guard let type else { return }
    for place in candidates(.value) {
      if let value = snapshot.appValue(place.declaration.name), type.takes(value.type, in: snapshot)
      {
        add(place, rank: 3)
      }
    }
    if type.takes(.bool, in: snapshot) {
      names(.flag, .condition)
      keyword(.exists, rank: 6)
    }
    if type.takes(.string, in: snapshot) { stringValueItem(rank: 6) }
  }

  /// Adds the literals that a test can expect for a parameter.
  mutating func expectedValue(_ callee: ExpectedSyntax.Callee, _ label: String) {
    guard let type = parameterType(callee, label).map(ParameterType.init) else { return }
    guard case .named(let name) = type else { return }
    defaultValues(name)
    wholeRequest(name)
    if name == "String" || name == "URL" { stringValueItem(rank: 1) }
  }

  /// Adds `request` for a parameter of the type `Request`.
  private mutating func wholeRequest(_ type: String) {
    guard type == WholeRequest.type else { return }
    add(
      WholeRequest.word, .variable, detail: type,
      documentation: LanguageDocs.words[WholeRequest.word], rank: 0)
  }

  mutating func stringValueItem(rank: Int) {
    add(
      "\"…\"", .value, text: "\"\"", documentation: "A string.", snippet: "\"$1\"", rank: rank)
  }

  /// Adds the names that patterns of the rule and of the blocks around it capture.
  mutating func captures() {
    var seen: Set<String> = []
    let captures = snapshot.trees[file].conditions(ofRuleAt: offset)
      .flatMap { snapshot.captures(in: file, $0.span) }
    for capture in captures where seen.insert(capture.name).inserted {
      add(
        capture.name, .variable,
        detail: capture.type.map { RuleLanguagePrinter.text($0) } ?? "String",
        documentation: "Captured by the pattern.", rank: 0)
    }
    if seen.isEmpty { capturesBefore() }
  }

  /// Adds the names in braces in the strings since the last `when`, for a rule with syntax errors.
  mutating func capturesBefore() {
    let list = snapshot.tokens(file)
    let count = list.index(endingAfter: offset)
    guard let when = list.tokens[..<count].lastIndex(where: { $0.keyword == .when }) else { return }
    var seen: Set<String> = []
    for token in list.tokens[when..<count] where token.kind == .string {
      let text = snapshot.files[file].text(Span(token.start, token.end))
      for part in text.split(separator: "{").dropFirst() {
        let name = String(part.prefix { $0.isLetter || $0.isNumber || $0 == "_" })
        if !name.isEmpty, part.contains("}"), seen.insert(name).inserted {
          add(name, .variable, documentation: "Captured by the pattern.", rank: 0)
        }
      }
    }
  }

  // MARK: - Types

  private static let builtInTypes = [
    "String", "Int", "Double", "Bool", "URL", "Date", "Data", "JSON",
  ]

  mutating func types(_ place: ExpectedSyntax.ExpectedType) {
    switch place {
    case .ofField:
      for name in Self.builtInTypes { type(name) }
      names(.model, .enumeration, .union)
    case .ofParameter:
      for name in ["String", "Int", "Double", "Bool", "URL"] { type(name) }
      // A request is never missing, and only a rule has one: the type has no `?`, and the parameter no default.
      if cursor.next != .question, cursor.next != .assign { type(WholeRequest.type) }
      names(.enumeration)
    case .ofKind: kindTypes()
    case .ofValue: for type in AppValueType.allCases where !type.isList { self.type(type.name) }
    case .ofElement:
      for type in AppValueType.allCases where type.isList {
        self.type(String(type.name.dropFirst().dropLast()))
      }
    }
  }

  /// Adds the types that can be cases of a union that is decided by the kind of JSON.
  mutating func kindTypes() {
    for name in Self.builtInTypes
    where ValueType.scalars[name].map(RuleSet().tellsCases) == true {
      type(name)
    }
    names(.model, .enumeration, .union, except: snapshot.unionsOfKinds)
  }

  mutating func type(_ name: String) {
    add(name, .type, documentation: LanguageDocs.text(ofWord: name), rank: 1)
  }

  mutating func defaultValues(_ type: String) {
    if type == "Bool" {
      for word in [Keyword.true, .false] { keyword(word, rank: 1) }
    }
    guard let place = snapshot.names.places(.declaration(.type, type)).first,
      place.declaration.kind == .enumeration
    else { return }
    for declaration in snapshot.outline(place.file).declarations
    where declaration.kind == .enumCase {
      if case .member(.declaration(.type, type), _) = declaration.key {
        add(NameIndex.DeclarationPlace(file: place.file, declaration: declaration))
      }
    }
  }
}

extension SyntaxTree {
  /// Returns the conditions of the rule at the offset and of the blocks around it; empty if there is no rule.
  fileprivate func conditions(ofRuleAt offset: Int) -> [ConditionSyntax] {
    for declaration in declarations where declaration.header.span.contains(offset) {
      if let items = declaration.items { return items.conditions(ofRuleAt: offset) ?? [] }
    }
    return []
  }
}

extension [ChainItemSyntax] {
  /// Returns the conditions of the rule at the offset and of the blocks around it; nil if there is no rule.
  fileprivate func conditions(ofRuleAt offset: Int) -> [ConditionSyntax]? {
    for item in self {
      switch item {
      case .rule(let rule) where rule.span.contains(offset):
        return rule.condition.map { [$0] } ?? []
      case .block(let block) where block.span.contains(offset):
        return block.items.conditions(ofRuleAt: offset).map { [block.condition] + $0 }
      case .use, .rule, .block: continue
      }
    }
    return nil
  }
}

extension Span {
  /// Returns whether the offset is inside of the span or at one of its ends.
  fileprivate func contains(_ offset: Int) -> Bool { Int(start) <= offset && offset <= Int(end) }
}
