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
    /// The text by which the items are sorted, the best first.
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

  /// The items in the form that the client accepts.
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

  /// Adds a comment that suppresses a finding of the next declaration or rule.
  mutating func ignore() {
    guard client.snippets else { return }
    add(
      "// bascule:ignore", .snippet,
      documentation: "Suppresses a finding of the next declaration or rule, with a reason.",
      snippet: "// bascule:ignore ${1:unreachable-rule} -- ${2:why}", rank: 9)
  }
}
