import Checks
import Requests
import Semantics
import Syntax
import Text

/// The items for one position.
struct CompletionList {
  private let client: ClientCapabilities
  let snapshot: Snapshot
  let file: Int
  let offset: Int
  private let range: TextRange
  /// The part of the current word before the position.
  let typed: String
  /// The kind of the chain, or of the chains that use the handler; nil in a handler that no chain uses.
  let kind: ChainKind?
  let cursor: CompletionCursor
  private(set) var items: [Item] = []
  /// True if candidates were omitted. The client then requests completion again after more typing.
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

  /// Something that can be written at the position.
  struct Item {
    var label: String
    var kind: Kind
    var detail: String?
    var inserted: String
    var isSnippet: Bool
    var documentation: String?
    /// Sorts the items: the best first.
    var order: String
    var isDeprecated: Bool
  }

  init(_ client: ClientCapabilities, _ snapshot: Snapshot, _ file: Int, at offset: Int) {
    let source = snapshot.files[file]
    cursor = CompletionCursor(snapshot.tokens(file), source, at: offset)
    self.client = client
    self.snapshot = snapshot
    self.file = file
    self.offset = offset
    let start = Int(cursor.word.start)
    range = snapshot.map(file).range(cursor.word)
    typed = source.text(Span(start, max(start, offset)))
    kind =
      cursor.chainKind
      ?? cursor.declaration.flatMap { snapshot.chainKind(ofHandler: $0.name) }
    if cursor.isAmongCodes { codes() }
    for expectation in suitableExpectations { add(expectation) }
  }

  /// The expectations. After a value that is no condition, these are only the operators, and changes of an argument.
  private var suitableExpectations: [ExpectedSyntax] {
    let comparison = cursor.expectations.first { expectation in
      switch expectation {
      case .comparison(let subject): !isCondition(subject)
      case .setupComparison(let subject): setupType(subject).map { $0 != .bool } ?? false
      default: false
      }
    }
    // An argument can be changed after its value.
    let changes: [ExpectedSyntax] = [.keyword(.setting), .keyword(.removing)]
    return comparison.map { [$0] + cursor.expectations.filter(changes.contains) }
      ?? cursor.expectations
  }

  /// The name of the declaration that contains the position.
  var owner: String? { cursor.declaration?.name }

  var isInInvariant: Bool { cursor.declaration?.keyword == .invariant }

  var isInTest: Bool { cursor.declaration?.keyword == .test }

  /// The values that rules can name at the position.
  var schema: RequestSchema { kind?.schema ?? .all }

  mutating func add(
    _ label: String, _ kind: Kind, detail: String? = nil, text: String? = nil,
    documentation: String? = nil, snippet: String? = nil, rank: Int = 5, order: Int? = nil,
    isDeprecated: Bool = false
  ) {
    var inserted = text ?? label
    var isSnippet = false
    if let snippet, client.snippets {
      inserted = snippet
      isSnippet = true
    }
    items.append(
      Item(
        label: label, kind: kind, detail: detail, inserted: inserted, isSnippet: isSnippet,
        documentation: documentation, order: "\(rank)\(order.map(Self.sortable) ?? label)",
        isDeprecated: isDeprecated))
  }

  /// The items as the client takes them.
  var json: [JSON] {
    items.map { item in
      var json: JSON = [
        "label": .string(item.label), "kind": .int(item.kind.rawValue),
        "sortText": .string(item.order), "filterText": .string(item.label),
        "insertTextFormat": .int(item.isSnippet ? 2 : 1),
        "textEdit": ["range": range.json, "newText": .string(item.inserted)],
      ]
      if let detail = item.detail { json = json.with("detail", .string(detail)) }
      if let documentation = item.documentation {
        json = json.with("documentation", client.completionFormat.json(documentation))
      }
      return item.isDeprecated ? json.with("tags", [1]) : json
    }
  }

  /// Returns the number as text that sorts in the same order.
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

  /// Adds a word that the parser accepts, alone or with the text that follows it.
  private mutating func word(_ word: Keyword) {
    switch word {
    case .deprecated:
      add(
        "deprecated", .keyword, text: "deprecated(\"\")",
        documentation: "Marks the declaration as deprecated in the generated Swift and TypeScript.",
        snippet: "deprecated(\"${1:why}\")")
    case .setting: keyword(.setting, snippet: "setting ${1:query.name} = ${2:\"value\"}", rank: 2)
    case .removing: keyword(.removing, snippet: "removing ${1:query.name}", rank: 2)
    case .frames where cursor.chainKind != nil: keyword(.frames, snippet: "frames ${1:all}")
    // Responses are for existing frames.
    case .new where kind == .responses: break
    case .async, .via, .world: if cursor.allows(word) { keyword(word) }
    case .with: keyword(.with, rank: 1)
    default: keyword(word)
    }
  }

  /// Adds a comment that suppresses a finding of the next declaration or rule.
  mutating func ignore() {
    guard client.snippets else { return }
    add(
      "// bascule:ignore", .snippet,
      documentation: "Suppresses a finding of the next declaration or rule, with a reason.",
      snippet: "// bascule:ignore ${1:unreachable-rule} -- ${2:why}", rank: 9)
  }

  /// Adds the names and words for an expectation of the parser.
  mutating func add(_ expectation: ExpectedSyntax) {
    switch expectation {
    case .keyword(let word): self.word(word)
    case .token(let kind): sign(kind)
    case .declaration:
      for (word, snippet) in LanguageDocs.declarations { keyword(word, snippet: snippet) }
      ignore()
    case .rule(let isInBlock, let isLast): if !isLast { rules(isInBlock: isInBlock) }
    case .setting(let given):
      for setting in Setting.allCases where !given.contains(setting) { keyword(setting.keyword) }
    case .testURL: testURLs(isInString: cursor.isInString)
    case .name(let kind, let given): names(of: kind, except: given)
    case .attempted where isInInvariant:
      openURL("The system opens the URL, or does not.")
      names(.action)
    case .attempted:
      openURL("Opens the URL with the system, if an app takes it.")
      callees(.action, answering: true)
    case .used(let given): usable(by: owner ?? "", given: given)
    case .type(let place): types(place)
    case .result: type("Bool")
    case .condition: condition()
    case .existing: existing()
    case .comparison(let subject): operators(subject)
    case .operand(let subject, let place): operand(subject, place)
    case .member(let base, let whole): member(base, instead: whole)
    case .key(let base): accessKeys(base)
    case .step(let isFirst): steps(isFirst: isFirst)
    case .label(let callee, let given): labels(callee, except: given)
    case .argument(_, label: nil): break
    case .argument(let callee, let label?):
      if isInTest { expectedValue(callee, label) } else { value(callee, label) }
    case .url: add("url", .variable, detail: "URL", documentation: "The URL of the request.")
    case .changedPart(let isSet, let given): changedParts(isSet: isSet, except: given)
    case .changedValue(let part): changedValues(part)
    case .setup(let given, let isNegated): setup(except: given, isNegated: isNegated)
    case .setupComparison(let subject): setupComparison(subject)
    case .setupValue(let subject): setupValue(subject)
    case .claim: claims()
    case .act: acts()
    case .originValue:
      appValues(.url, .urls)
      add(
        "\"https://…\"", .value, text: "\"https://example.com\"", documentation: "Pages.",
        snippet: "\"https://${1:example.com}\"")
    case .textValue: appValues(.string)
    case .defaultValue(let type): defaultValues(type)
    case .queue:
      add("none", .keyword, documentation: "Early events are dropped.")
      add("newest", .keyword, documentation: "The last event is kept.")
      add("100", .value, documentation: "The number of events kept; the oldest are dropped first.")
    case .pageValue(let clause):
      let words =
        switch clause {
        case .sends: ["name", "payload", "number"]
        case .replies: ["reply"]
        default: ["error.code", "error.message"]
        }
      for word in words { add(word, .variable, documentation: LanguageDocs.pageValues[word]) }
      for word in [Keyword.true, .false] { keyword(word) }
    case .literal: break
    }
  }

  /// Adds an operator or arrow. Brackets and separators are not offered.
  private mutating func sign(_ kind: TokenKind) {
    switch kind {
    case .and, .or, .arrow:
      let text = kind.spelling ?? ""
      add(text, .operator, documentation: LanguageDocs.operators[text], rank: 2)
    default: break
    }
  }

  /// Adds the codes of findings that a comment can suppress.
  private mutating func codes() {
    for page in Check.all.map({ $0.page }) where page.canBeIgnored {
      add(
        page.code, .constant, detail: page.summary, text: "\(page.code) -- ",
        documentation: page.text)
    }
  }
}
