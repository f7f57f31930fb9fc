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
  let range: TextRange
  /// The part of the current word before the position.
  let typed: String
  /// Of the chain; nil in a handler.
  let kind: ChainKind?
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
  var schema: RequestSchema { kind?.schema ?? .all }

  mutating func add(
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

  mutating func keyword(_ keyword: Keyword, snippet: String? = nil, rank: Int = 5) {
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
      appValues(.url, .urls)
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
    case .changedValue(let part): changedValues(part)
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
