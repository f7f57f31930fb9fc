import Requests

/// The first word of one or more values of the request, with the texts that completion shows.
struct OfferedWord: Sendable {
  struct Value: Sendable {
    var type: RequestValueType
    var isAlwaysPresent: Bool
    var documentation: String
    /// True if an index in brackets follows the word.
    var takesIndex: Bool
    /// True if a key in brackets must follow the word.
    var takesKey: Bool

    init(_ value: RequestValue, of word: String) {
      let row = value.row
      type = value.type
      isAlwaysPresent = value.isAlwaysPresent
      documentation = row.documentation
      takesIndex = false
      takesKey = false
      if row.name == word {
        switch row.argument {
        case .index: takesIndex = true
        case .key(_, isMember: false): takesKey = true
        case .none, .key(_, isMember: true): break
        }
      }
    }
  }

  var word: String
  /// The value that the word names by itself; nil if another word or a bracket must follow.
  var own: Value?
  /// All values that begin with the word.
  var values: [Value]
  var type: String?
  var documentation: String?

  private init(_ word: String, _ schema: RequestSchema) {
    self.word = word
    own = schema.value(word).map { Value($0, of: word) }
    values = schema.values(of: word).map { Value($0, of: word) }
    let documentation = schema.documentation(of: word)
    type = documentation?.type
    self.documentation = documentation?.text
  }

  /// Returns the words of the rules of a kind of chain. For nil, a handler that no chain uses, returns those of all
  /// kinds.
  static func all(in kind: ChainKind?) -> [OfferedWord] {
    switch kind {
    case .requests?: ofRequests
    case .responses?: ofResponses
    case nil: ofHandlers
    }
  }

  private static let ofRequests = words(.pageRequests)
  private static let ofResponses = words(.responses)
  private static let ofHandlers = words(.all)

  private static func words(_ schema: RequestSchema) -> [OfferedWord] {
    schema.words.map { OfferedWord($0, schema) }
  }
}
