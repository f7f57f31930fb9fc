import Checks
import Requests
import Semantics
import Syntax
import Text

/// The items for one position.
struct CompletionList {
  let server: ServerState
  let snapshot: Snapshot
  let file: Int
  let offset: Int
  /// The word that an item replaces.
  let word: Span
  private let range: TextRange
  /// The part of the current word before the position.
  let typed: String
  /// Of the chain, or of those that use the handler; nil in a handler that none uses.
  let kind: ChainKind?
  let rule: CompletionReader.RuleFacts
  let isLastInBody: Bool
  let isInString: Bool
  let isBeforeComma: Bool
  /// The name of the declaration that the position is in.
  let owner: String?
  private(set) var items: [JSON] = []
  /// True if candidates were omitted, so that the client requests completion again after more typing.
  var isIncomplete = false

  /// The maximum number of names of one kind in a list.
  static let nameLimit = 300

  enum Kind: Int {
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

  init(_ server: ServerState, _ snapshot: Snapshot, _ file: Int, at offset: Int) {
    let source = snapshot.files[file]
    let reader = CompletionReader(snapshot.tokens(file), source, at: offset)
    self.server = server
    self.snapshot = snapshot
    self.file = file
    self.offset = offset
    word = reader.word
    range = snapshot.map(file).range(reader.word)
    typed = source.text(Span(Int(reader.word.start), max(Int(reader.word.start), offset)))
    kind = reader.chainKind ?? reader.declarationName.flatMap { snapshot.chainKind(ofHandler: $0) }
    rule = reader.ruleFacts
    isLastInBody = reader.isLastInBody
    isInString = reader.isInString
    isBeforeComma = reader.isBeforeComma
    owner = reader.declarationName
    add(reader.place)
  }

  /// The values that rules can name at the position.
  var schema: RequestSchema { kind?.schema ?? .all }

  mutating func add(
    _ label: String, _ kind: Kind, detail: String? = nil, text: String? = nil,
    documentation: String? = nil, snippet: String? = nil, rank: Int = 5, order: Int? = nil,
    isDeprecated: Bool = false
  ) {
    var inserted = text ?? label
    var isSnippet = false
    if let snippet, server.client.snippets {
      inserted = snippet
      isSnippet = true
    }
    var json: JSON = [
      "label": .string(label), "kind": .int(kind.rawValue),
      "sortText": .string("\(rank)\(order.map(Self.sortable) ?? label)"),
      "filterText": .string(label),
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

  /// The number as text that sorts like it.
  private static func sortable(_ order: Int) -> String {
    let digits = String(order)
    return String(repeating: "0", count: max(0, 6 - digits.count)) + digits
  }

  mutating func keyword(_ keyword: Keyword, snippet: String? = nil, rank: Int = 5) {
    add(
      keyword.rawValue, snippet == nil ? .keyword : .snippet,
      documentation: LanguageDocs.keywords[keyword] ?? LanguageDocs.text(ofWord: keyword.rawValue),
      snippet: snippet, rank: rank)
  }

  /// A comment that suppresses a finding of the next declaration or rule.
  mutating func ignore() {
    guard server.client.snippets else { return }
    add(
      "// bascule:ignore", .snippet,
      documentation: "Suppresses a finding of the next declaration or rule, with a reason.",
      snippet: "// bascule:ignore ${1:unreachable-rule} -- ${2:why}", rank: 9)
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
      ignore()
    case .rule(let isChain, let opens): rules(isChain: isChain, opens: opens)
    case .ruleOfBlock: conditions()
    case .condition: condition()
    case .existing: existing()
    case .comparison(let subject):
      operators(subject)
      if isCondition(subject) {
        connectives()
        steps(isFirst: true)
      }
    case .connective:
      connectives()
      steps(isFirst: true)
    case .comparisonOnly(let subject):
      operators(subject)
      if isCondition(subject) { connectives() }
    case .connectiveOnly: connectives()
    case .operand(let subject, let operation): operand(subject, operation)
    case .originValue:
      appValues(.url, .urls)
      add(
        "\"https://…\"", .value, text: "\"https://example.com\"", documentation: "Pages.",
        snippet: "\"https://${1:example.com}\"")
    case .member(let base, let mustBeOptional): member(base, mustBeOptional: mustBeOptional)
    case .comparedMember(let base, let subject, let operation):
      comparedMembers(base, subject, operation)
    case .argumentMember(let base, let callee, let kind, let label):
      argumentMembers(base, callee, kind, label)
    case .changedMember(let base, let part): changedMembers(base, part)
    case .originMember(let base):
      add(
        "origin", .property, detail: "origin",
        documentation: "The scheme, host and port of `\(base)`.")
    case .key(let base): accessKeys(base)
    case .used(let owner, let given): usable(by: owner, given: given)
    case .tested:
      names(.chain)
      keyword(.responses)
    case .screens: callees(.screen)
    case .actions(let answering):
      if answering { openURL("Opens the URL with the system, if an app takes it.") }
      callees(.action, answering: answering)
    case .label(let callee, let kind, let used): labels(callee, kind, used)
    case .value(let callee, let kind, let label): value(callee, kind, label)
    case .expectedValue(let callee, let kind, let label): expectedValue(callee, kind, label)
    case .step(let isFirst): steps(isFirst: isFirst)
    case .change:
      keyword(.setting, snippet: "setting ${1:query.name} = ${2:\"value\"}", rank: 2)
      keyword(.removing, snippet: "removing ${1:query.name}", rank: 2)
      steps(isFirst: false)
    case .changedPart(let isSet, let given):
      let words =
        isSet
        ? ["scheme", "host", "port", "path", "query", "fragment", "header"]
        : ["query", "fragment", "header"]
      for word in words where !given.contains(word) {
        let documentation = schema.documentation(of: word)
        // Keys of the query and of headers are changed one by one.
        let text = word == "query" ? "query." : word == "header" ? "header[" : word
        add(
          word, .variable, detail: documentation?.type, text: text,
          documentation: documentation?.text, rank: 1)
      }
      if !isSet, !given.contains(ChangedPart.userWord) {
        add(
          ChangedPart.userWord, .variable,
          documentation: "The user name and the password in the URL.", rank: 1)
      }
    case .changedValue(let part): changedValues(part)
    case .url: add("url", .variable, detail: "URL", documentation: "The URL of the request.")
    case .type: types()
    case .kindType: kindTypes()
    case .parameterType:
      for name in ["String", "Int", "Double", "Bool", "URL"] { type(name) }
      names(.enumeration)
    case .pageValues(let words):
      for word in words {
        add(word, .variable, documentation: LanguageDocs.pageValues[word])
      }
      for word in [Keyword.true, .false] { keyword(word) }
    case .valueType: for type in AppValueType.allCases where !type.isList { self.type(type.name) }
    case .elementType:
      for type in AppValueType.allCases where type.isList {
        self.type(String(type.name.dropFirst().dropLast()))
      }
    case .textValue: appValues(.string)
    case .result(let words):
      for word in words {
        add(
          word, word == "->" ? .operator : .keyword,
          documentation: LanguageDocs.operators[word] ?? Keyword(rawValue: word)
            .flatMap { LanguageDocs.keywords[$0] } ?? LanguageDocs.text(ofWord: word))
      }
    case .words(let words): for word in words { keyword(word) }
    case .queue:
      add("none", .keyword, documentation: "Early events are dropped.")
      add("newest", .keyword, documentation: "The last event is kept.")
      add("100", .value, documentation: "The number of events kept; the oldest are dropped first.")
    case .names(.strategy, let given):
      names(.strategy, except: given + snapshot.channelStrategies)
    case .names(.dispatch, let given):
      names(.dispatch, except: given + snapshot.dispatchesWithoutAnswers)
    case .names(.script, let given): scripts(except: given)
    case .names(.call, _): calls()
    case .names(let kind, let given): names(kind, except: given)
    case .settings(let alsoNames, let names, let given):
      for setting in Keyword.settings where !given.contains(setting) { keyword(setting) }
      if let alsoNames { add(.names(alsoNames, except: names)) }
    case .testURL(let isInString): testURLs(isInString: isInString)
    case .afterTestURL:
      keyword(.with, rank: 1)
      steps(isFirst: true)
    case .setup(let given, let isNegated): setup(except: given, isNegated: isNegated)
    case .setupComparisonOrStep(let subject): setupComparisonOrStep(subject)
    case .setupValue(let subject): setupValue(subject)
    case .defaultValue(let type): defaults(type)
    case .code:
      for page in Check.all.map(\.page) where page.canBeIgnored {
        add(
          page.code, .constant, detail: page.summary, text: "\(page.code) -- ",
          documentation: page.text)
      }
    }
  }
}
