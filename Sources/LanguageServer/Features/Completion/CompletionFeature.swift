import Checks
import Requests
import Semantics
import Syntax
import Text

extension Feature {
  static var completing: [Feature] {
    [
      Feature(
        "textDocument/completion", "completionProvider",
        ["triggerCharacters": [".", "(", ":", "@"]], handle: ServerState.completion),
      Feature(
        "textDocument/signatureHelp", "signatureHelpProvider",
        ["triggerCharacters": ["(", ","], "retriggerCharacters": [":"]],
        handle: ServerState.signatureHelp),
    ]
  }
}

extension ServerState {
  func completion(_ params: Params) throws(ResponseError) -> JSON {
    guard let place = try place(params) else { return nil }
    let reader = CompletionReader(
      place.snapshot.tokens(place.file), place.snapshot.files[place.file], at: place.offset)
    let typed = place.snapshot.files[place.file].text(
      Span(Int(reader.word.start), max(Int(reader.word.start), place.offset)))
    var list = CompletionList(
      server: self, snapshot: place.snapshot, file: place.file, offset: place.offset,
      range: place.map.range(reader.word), typed: typed, kind: reader.chainKind)
    list.add(reader.place)
    return ["isIncomplete": .bool(list.isIncomplete), "items": .array(list.items)]
  }

  func signatureHelp(_ params: Params) throws(ResponseError) -> JSON {
    guard let place = try place(params) else { return nil }
    let snapshot = place.snapshot
    let reader = CompletionReader(
      snapshot.tokens(place.file), snapshot.files[place.file], at: place.offset)
    guard let call = reader.openCall,
      let callee = snapshot.callee(
        call.name, kind: call.isCall ? "call" : call.isAction ? "action" : "screen")
    else { return nil }
    let parameters = callee.fields.map {
      FieldText.parameter($0, snapshot.files[callee.file])
    }
    let active =
      call.label.flatMap { label in callee.fields.firstIndex { $0.header.name.text == label } }
      ?? call.number
    let signature: JSON = [
      "label": .string("\(call.name)(\(parameters.joined(separator: ", ")))"),
      "parameters": .array(
        zip(parameters, callee.fields).map { text, field in
          let json: JSON = ["label": .string(text)]
          return json.with(
            "documentation", field.header.documentation.map { markup($0, client.signatureFormat) })
        }),
    ]
    return [
      "signatures": [
        signature.with(
          "documentation", callee.documentation.map { markup($0, client.signatureFormat) })
      ],
      "activeSignature": 0, "activeParameter": .int(active),
    ]
  }
}

extension Snapshot {
  /// The parameters of a screen or action, or the fields that a call sends.
  func callee(
    _ name: String, kind: String
  ) -> (fields: [FieldSyntax], file: Int, documentation: String?)? {
    let space: Namespace = kind == "action" ? .action : kind == "call" ? .call : .screen
    guard let place = names.places(.declaration(space, name)).first else { return nil }
    let declaration = place.declaration
    guard kind == "call" else {
      return (declaration.fields, place.file, declaration.documentation)
    }
    if let record = declaration.type?.innermostRecord {
      return (record, place.file, declaration.documentation)
    }
    guard let type = declaration.type?.innermostName,
      let model = names.places(.declaration(.type, type)).first
    else { return nil }
    return (model.declaration.fields, model.file, declaration.documentation)
  }
}

/// The items for one position.
private struct CompletionList {
  let server: ServerState
  let snapshot: Snapshot
  let file: Int
  let offset: Int
  let range: TextRange
  /// The part of the current word before the position.
  let typed: String
  /// Of the chain; nil in a handler.
  let kind: ChainKind?
  private(set) var items: [JSON] = []
  /// True if candidates were omitted, so that the client requests completion again after more typing.
  private(set) var isIncomplete = false

  /// The maximum number of names of one kind in a list.
  private static let nameLimit = 300

  private enum Kind: Int {
    case function = 3
    case field = 5
    case variable = 6
    case `class` = 7
    case property = 10
    case value = 12
    case `enum` = 13
    case keyword = 14
    case snippet = 15
    case constant = 21
    case enumMember = 20
    case `struct` = 22
    case event = 23
    case `operator` = 24
    case type = 25
  }

  init(
    server: ServerState, snapshot: Snapshot, file: Int, offset: Int, range: TextRange,
    typed: String, kind: ChainKind?
  ) {
    self.typed = typed
    self.kind = kind
    self.server = server
    self.snapshot = snapshot
    self.file = file
    self.offset = offset
    self.range = range
  }

  /// The values that rules can name at the position.
  private var schema: RequestSchema { kind?.schema ?? .all }

  private mutating func add(
    _ label: String, _ kind: Kind, detail: String? = nil, text: String? = nil,
    documentation: String? = nil, snippet: String? = nil, rank: Int = 5, isDeprecated: Bool = false
  ) {
    var inserted = text ?? label
    var isSnippet = false
    if let snippet, server.client.snippets {
      inserted = snippet
      isSnippet = true
    }
    var json: JSON = [
      "label": .string(label), "kind": .int(kind.rawValue),
      "sortText": .string("\(rank)\(label)"), "filterText": .string(label),
      "insertTextFormat": .int(isSnippet ? 2 : 1),
      "textEdit": ["range": range.json, "newText": .string(inserted)],
    ]
    if let detail { json = json.with("detail", .string(detail)) }
    if let documentation {
      json = json.with(
        "documentation", server.markup(documentation, server.client.completionFormat))
    }
    if isDeprecated { json = json.with("tags", [1]) }
    items.append(json)
  }

  private mutating func keyword(_ keyword: Keyword, snippet: String? = nil, rank: Int = 5) {
    add(
      keyword.rawValue, snippet == nil ? .keyword : .snippet,
      documentation: LanguageDocs.keywords[keyword] ?? LanguageDocs.text(ofWord: keyword.rawValue),
      snippet: snippet, rank: rank)
  }

  mutating func add(_ place: CompletionPlace) {
    switch place {
    case .nothing: break
    case .attribute:
      add(
        "deprecated", .keyword, text: "deprecated(\"\")",
        documentation: "Marks the declaration as deprecated in the generated Swift and TypeScript.",
        snippet: "deprecated(\"${1:why}\")")
    case .declaration:
      for (word, snippet) in LanguageDocs.declarations { keyword(word, snippet: snippet) }
    case .rule(let isChain, let opens): rules(isChain: isChain, opens: opens)
    case .ruleOfBlock: conditions()
    case .condition: condition()
    case .comparison(let subject):
      operators(subject)
      connectives()
      steps(isFirst: true)
    case .connective:
      connectives()
      steps(isFirst: true)
    case .comparisonOnly(let subject):
      operators(subject)
      connectives()
    case .connectiveOnly: connectives()
    case .operand(let subject, let operation): operand(subject, operation)
    case .originValue:
      values(.url, .urls)
      add(
        "\"https://…\"", .value, text: "", documentation: "Pages.",
        snippet: "\"https://${1:example.com}\"")
    case .member(let base): member(base)
    case .rules: names(.handler, kind == .responses ? .responses : .chain)
    case .tested:
      names(.chain)
      keyword(.responses)
    case .screens: callees(.screen)
    case .actions(let answering):
      if answering { openURL("Opens the URL with the system, if an app takes it.") }
      callees(.action, answering: answering)
    case .label(let callee, let kind, let used): labels(callee, kind, used)
    case .value(let callee, let kind, let label): value(callee, kind, label)
    case .step(let isFirst): steps(isFirst: isFirst)
    case .change:
      keyword(.setting, snippet: "setting ${1:query.name} = ${2:\"value\"}", rank: 2)
      keyword(.removing, snippet: "removing ${1:query.name}", rank: 2)
      steps(isFirst: false)
    case .changedPart(let isSet):
      let words =
        isSet
        ? ["scheme", "host", "port", "path", "query", "fragment", "header"]
        : ["query", "fragment", "header"]
      for word in words { add(requestWord: word, rank: 1) }
      if !isSet {
        add(
          ChangedPart.userWord, .variable,
          documentation: "The user name and the password in the URL.", rank: 1)
      }
    case .changedValue:
      add("\"…\"", .value, text: "\"\"", documentation: "A string.", snippet: "\"$1\"", rank: 1)
      names(.value)
      if let rule = snapshot.index(file).rule(at: offset) {
        captures(rule.syntax)
      } else {
        capturesBefore()
      }
      for word in schema.words { add(requestWord: word, rank: 4) }
    case .url: add("url", .variable, detail: "URL", documentation: "The URL of the request.")
    case .type: types()
    case .words(let words): for word in words { keyword(word) }
    case .queue:
      add("none", .keyword, documentation: "Early events are dropped.")
      add("newest", .keyword, documentation: "The last event is kept.")
      add("100", .value, documentation: "The number of events kept; the oldest are dropped first.")
    case .names(let kind): names(kind)
    case .settings(let alsoNames):
      for setting in Keyword.settings { keyword(setting) }
      if let alsoNames { names(alsoNames) }
    case .setup: setup()
    case .setupValue(let subject): operand(subject, "==")
    case .defaultValue(let type): defaults(type)
    case .code:
      for page in Check.all.map(\.page) where page.canBeIgnored {
        add(
          page.code, .constant, detail: page.summary, text: "\(page.code) -- ",
          documentation: page.text)
      }
    }
  }

  // MARK: - Rules

  private mutating func rules(isChain: Bool, opens: Bool) {
    conditions()
    keyword(.use, snippet: "use ${1:NativeScreens}", rank: 3)
    if isChain, opens { keyword(.frames, snippet: "frames ${1:all}") }
  }

  /// The starts of rules and blocks.
  private mutating func conditions() {
    keyword(.when, snippet: "when ${1:path[1] == \"product\"} ${2:cancel}", rank: 1)
    add(
      "when path like", .snippet, text: "when path like \"/\"",
      documentation: "A rule for paths that match a pattern, with a capture.",
      snippet: "when path like \"/${1:product}/{${2:id}\\}\" ${3:cancel}", rank: 2)
    add(
      "when scheme in", .snippet, text: "when scheme in [\"tel\", \"mailto\"] open url cancel",
      documentation: "Opens such URLs with the system.", rank: 2)
    add(
      "when { }", .snippet, text: "when  { }",
      documentation: "Rules that share a condition.",
      snippet: "when ${1:scheme in [\"http\", \"https\"]} {\n  $0\n}", rank: 3)
    keyword(.otherwise, snippet: "otherwise ${1:allow}", rank: 4)
  }

  private mutating func condition() {
    for word in schema.words { add(requestWord: word, rank: 2) }
    names(.flag, .value, .condition)
    keyword(.exists, rank: 6)
    for word in [Keyword.true, .false] { keyword(word, rank: 8) }
  }

  private mutating func connectives() {
    add("&&", .operator, documentation: "True if both are true.", rank: 2)
    add("||", .operator, documentation: "True if at least one is true.", rank: 2)
  }

  private mutating func operators(_ subject: String) {
    let equality = ["==", "!="]
    let lists = ["in", "!in"]
    let type = type(of: subject)
    let operators: [String]
    switch type {
    case .string, .url:
      operators = equality + lists + ["hasPrefix", "hasSuffix", "contains", "like", "matches"]
    case .int: operators = equality + ["<", "<=", ">", ">="] + lists
    case .bool: operators = equality
    case .choice: operators = equality + lists
    case .strings, .urls: operators = []
    }
    for name in operators {
      let documentation = Keyword(rawValue: name).flatMap { LanguageDocs.keywords[$0] }
      let snippet: String? =
        switch name {
        case "hasPrefix", "hasSuffix", "contains", "like": "\(name) \"$1\""
        case "matches": "matches /$1/"
        case "in", "!in": type == .url ? nil : "\(name) [$1]"
        default: nil
        }
      add(
        name, .operator, detail: type.name, documentation: documentation, snippet: snippet, rank: 1)
    }
  }

  /// The type of a value, given its text.
  private func type(of subject: String) -> RequestValueType {
    if let value = schema.value(written: subject) { return value.type }
    if let value = snapshot.appValue(subject) { return value.type }
    return snapshot.names.declaration(.declaration(.flag, subject))?.kind == .flag ? .bool : .string
  }

  /// The values of the app with one of the types.
  private mutating func values(_ types: AppValueType...) {
    for place in candidates(.value) {
      if let type = place.declaration.valueType, types.contains(type) { add(place) }
    }
  }

  private mutating func operand(_ subject: String, _ operation: String) {
    let type = type(of: subject)
    if operation == "in" {
      if type == .string { values(.strings) }
      if type == .url {
        names(.origin)
        values(.urls)
        for place in candidates(.value) {
          guard let type = place.declaration.valueType, type == .url || type == .urls else {
            continue
          }
          let name = place.declaration.name
          add(
            "\(name).origin", .constant, detail: "origin",
            documentation: type == .urls
              ? "Scheme, host and port of the URLs in `\(name)`."
              : "The scheme, host and port of `\(name)`.")
        }
        for word in schema.roots.compactMap(\.word) {
          add(
            "\(word).origin", .constant, detail: "origin",
            documentation: "The scheme, host and port of `\(word)`.")
        }
      }
      add("[…]", .value, text: "[]", documentation: "A list of values.", snippet: "[$1]")
      if type != .url { return }
    }
    switch type {
    case .choice(let type):
      for position in type.positions(in: kind ?? .requests) {
        add(type.names[position], .enumMember, documentation: type.documentation[position])
      }
    case .bool: for word in [Keyword.true, .false] { keyword(word) }
    case .string:
      let examples = schema.value(written: subject)?.kind.domain.examples ?? []
      for example in examples { add("\"\(example)\"", .value) }
      if examples.isEmpty, operation != "in", operation != "matches" {
        add("\"…\"", .value, text: "\"\"", documentation: "A string.", snippet: "\"$1\"")
      }
    case .int, .url, .strings, .urls: break
    }
    if ["hasPrefix", "hasSuffix", "contains"].contains(operation) {
      if type == .string || type == .url { values(.string) }
      if type == .url { values(.url) }
    }
    if operation == "like", isHost(subject) { values(.string, .strings) }
    if operation == "==" || operation == "!=" {
      switch type {
      case .string: values(.string)
      case .int: values(.int)
      case .url: values(.url)
      case .bool, .choice, .strings, .urls: break
      }
      comparands(of: subject)
    }
  }

  /// Returns whether the subject is the host of a URL.
  private func isHost(_ subject: String) -> Bool {
    (schema.value(written: subject) ?? snapshot.appValue(subject))?.kind.domain == .host
  }

  /// The same value of another URL.
  private mutating func comparands(of subject: String) {
    let schema = self.schema
    guard
      case .part(let part, let root)? = schema.value(written: subject) ?? snapshot.appValue(subject)
    else { return }
    for place in candidates(.value) where place.declaration.valueType == .url {
      let value = RequestValue.part(
        part, of: .value(AppValueKey(ExactString(place.declaration.name), .url)))
      if value.isComparable, part != .whole, value.root?.word != root.word {
        add(value.text, .property, detail: value.type.name, rank: 2)
      }
    }
    for other in schema.roots where other != root {
      let value = RequestValue.part(part, of: other)
      if value.isComparable { add(value.text, .property, detail: value.type.name, rank: 2) }
    }
  }

  private mutating func member(_ base: String) {
    if let value = snapshot.appValue(base) {
      if value.type == .url { member("page") }
      return
    }
    if schema.takesKeys(base) {
      for key in snapshot.requestKeys(of: base) { add(key, .property, detail: "String") }
    }
    var seen: Set<String> = []
    for value in schema.values(of: base) {
      guard let rest = value.row.name?.dropFirst(base.count + 1), !rest.isEmpty else { continue }
      let member = String(rest.prefix { $0 != "." })
      guard seen.insert(member).inserted else { continue }
      let documentation = schema.documentation(of: base + "." + member)
      add(member, .property, detail: documentation?.type, documentation: documentation?.text)
    }
  }

  private mutating func add(requestWord word: String, rank: Int) {
    let documentation = schema.documentation(of: word)
    add(
      word, .variable, detail: documentation?.type, documentation: documentation?.text, rank: rank)
  }

  private mutating func steps(isFirst: Bool) {
    for (word, snippet) in LanguageDocs.steps(first: isFirst) {
      keyword(word, snippet: snippet, rank: 3)
    }
    for (word, snippet) in LanguageDocs.decisions { keyword(word, snippet: snippet, rank: 4) }
  }

  private mutating func setup() {
    names(.flag, .value)
    for place in snapshot.names.all(.action) where answers(place) { add(place) }
    openURL("Whether the system opens the URL.")
    for input in schema.inputs {
      let row = input.row
      let snippet =
        switch (input.kind.type, row.argument) {
        case (.bool, _): String?.none
        case (_, .none): "\(row.name) == $1"
        case (_, .index), (_, .key): "\(row.name)[\"$1\"] == \"$2\""
        }
      add(row.name, .variable, snippet: snippet)
    }
  }

  private mutating func openURL(_ documentation: String) {
    add(Attempted.openURLName, .function, documentation: documentation, rank: 2)
  }

  // MARK: - Names

  private mutating func names(_ kinds: NameDeclaration.Kind...) {
    for kind in kinds { for place in candidates(kind) { add(place) } }
  }

  /// All candidates, or, above `nameLimit`, those that contain the typed letters as a subsequence.
  private mutating func candidates(_ kind: NameDeclaration.Kind) -> [NameIndex.Place] {
    let all = snapshot.names.all(kind)
    if all.count <= Self.nameLimit { return all }
    isIncomplete = true
    let typed = typed
    return Array(
      all.lazy.filter { $0.declaration.name.hasLetters(of: typed) }.prefix(Self.nameLimit))
  }

  private static func itemKind(_ kind: NameDeclaration.Kind) -> Kind {
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

  private mutating func add(
    _ place: NameIndex.Place, text: String? = nil, snippet: String? = nil, rank: Int = 1
  ) {
    let declaration = place.declaration
    add(
      declaration.name, Self.itemKind(declaration.kind), detail: declaration.kind.rawValue,
      text: text, documentation: DeclarationText(snapshot).markdown(place), snippet: snippet,
      rank: rank, isDeprecated: declaration.deprecated != nil)
  }

  private func answers(_ place: NameIndex.Place) -> Bool {
    snapshot.rules.actions.contains {
      $0.name == place.declaration.name && $0.result != .none
    }
  }

  private mutating func callees(_ kind: NameDeclaration.Kind, answering: Bool = false) {
    for place in candidates(kind) where !answering || answers(place) {
      let required = place.declaration.fields.filter {
        if case .optional = $0.type { return false }
        return $0.defaultValue == nil
      }
      let arguments = required.enumerated().map {
        "\($0.element.header.name.text): ${\($0.offset + 1):\($0.element.header.name.text)}"
      }
      let snippet =
        arguments.isEmpty
        ? nil : "\(place.declaration.name)(\(arguments.joined(separator: ", ")))"
      add(place, snippet: snippet)
    }
  }

  private mutating func labels(_ callee: String, _ kind: String, _ used: [String]) {
    guard let callee = snapshot.callee(callee, kind: kind) else { return }
    for field in callee.fields where !used.contains(field.header.name.text) {
      add(
        field.header.name.text + ":", .field,
        detail: FieldText.parameter(field, snapshot.files[callee.file]),
        text: field.header.name.text + ": ", documentation: field.header.documentation,
        rank: 1)
    }
  }

  private mutating func value(_ callee: String, _ kind: String, _ label: String) {
    let field = snapshot.callee(callee, kind: kind)?.fields
      .first { $0.header.name.text == label }
    if let type = field?.type.innermostName { defaults(type) }
    if kind == "call" { return }
    if let rule = snapshot.index(file).rule(at: offset) {
      captures(rule.syntax)
    } else {
      capturesBefore()
    }
    for word in schema.words { add(requestWord: word, rank: 4) }
    if field?.type.innermostName == "Bool" { names(.flag) }
  }

  private mutating func captures(_ rule: RuleSyntax) {
    var seen: Set<String> = []
    let inRule = snapshot.index(file).declarations.filter {
      if case .capture(let start, _) = $0.key { return start == rule.span.start }
      return false
    }
    for capture in inRule where seen.insert(capture.name).inserted {
      add(
        capture.name, .variable,
        detail: capture.type.map { RuleLanguagePrinter.text($0) } ?? "String",
        documentation: "Captured by the pattern.", rank: 0)
    }
    if seen.isEmpty { capturesBefore() }
  }

  /// The names in braces in the strings since the last `when`, for a rule with syntax errors.
  private mutating func capturesBefore() {
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

  private mutating func types() {
    for name in DocumentIndex.builtInTypes {
      add(name, .type, documentation: LanguageDocs.text(ofWord: name), rank: 1)
    }
    names(.model, .enumeration, .union)
  }

  private mutating func defaults(_ type: String) {
    if type == "Bool" {
      for word in [Keyword.true, .false] { keyword(word, rank: 1) }
    }
    guard let place = snapshot.names.places(.declaration(.type, type)).first,
      place.declaration.kind == .enumeration
    else { return }
    for declaration in snapshot.index(place.file).declarations
    where declaration.kind == .enumCase {
      if case .member(.declaration(.type, type), _) = declaration.key {
        add(NameIndex.Place(file: place.file, declaration: declaration))
      }
    }
  }
}

extension Snapshot {
  /// The keys of the word that conditions and arguments of the set name, sorted.
  func requestKeys(of word: String) -> [String] {
    var keys: Set<String> = []
    for file in files.indices {
      let tokens = tokens(file).tokens
      for index in tokens.indices.dropFirst(2)
      where tokens[index].kind == .identifier && tokens[index - 1].kind == .dot
        && tokens[index - 2].kind == .identifier
      {
        let base = files[file].text(Span(tokens[index - 2].start, tokens[index - 2].end))
        if base == word {
          keys.insert(files[file].text(Span(tokens[index].start, tokens[index].end)))
        }
      }
    }
    return keys.sorted()
  }
}
