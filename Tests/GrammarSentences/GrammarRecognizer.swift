import Syntax
package import Text

/// Decides whether tokens are a sentence of the grammar, independently of the parser.
///
/// It finds all ends of each production from each position, so that choices need no order. The grammar has no left
/// recursion.
package struct GrammarRecognizer {
  private struct Key: Hashable {
    var name: String
    var start: Int
  }

  /// The productions of words for which the parser accepts any name. The resolver checks these names.
  package static let leftToTheResolver: Set = [
    "frame", "scope", "moment", "world", "title", "data_store", "content_mode", "java_script",
    "media_playback", "panels", "media_capture",
  ]

  private let grammar: Grammar
  private let isLenient: Bool
  private let tokens: [Token]
  private let texts: [String]
  private var known: [Key: Set<Int>] = [:]
  /// The start of the current list of a configuration.
  private var listStart: Int?
  /// The last position at which a token was tried.
  private var farthest = 0

  /// - Parameter isLenient: true to accept any name in place of the words that the resolver checks.
  package init(_ grammar: Grammar, _ file: SourceFile, isLenient: Bool = false) {
    self.grammar = grammar
    self.isLenient = isLenient
    var tokens: [Token] = []
    file.bytes.withUnsafeBufferPointer { bytes in
      var lexer = Lexer(bytes)
      repeat { tokens.append(lexer.next()) } while tokens[tokens.count - 1].kind != .end
    }
    self.tokens = tokens
    texts = tokens.map { file.text(Span($0.start, $0.end)) }
  }

  package mutating func accepts(_ start: String) -> Bool {
    ends(start, 0).contains(tokens.count - 1)
  }

  /// Returns whether the tokens are the beginning of a sentence.
  package mutating func accepts(beginningOf start: String) -> Bool {
    farthest = 0
    known = [:]
    // All alternatives are tried, and a token is tried only after matching tokens.
    return ends(start, 0).contains(tokens.count - 1) || farthest == tokens.count - 1
  }

  private mutating func ends(_ name: String, _ start: Int) -> Set<Int> {
    if Grammar.isToken(name) { return tokenEnds(name, start) }
    if isLenient, Self.leftToTheResolver.contains(name) { return tokenEnds("NAME", start) }
    let key = Key(name: name, start: start)
    if let ends = known[key] { return ends }
    let outer = listStart
    listStart = name == "names" || name == "page_origins" ? start : nil
    let result = grammar.productions[name].map { ends($0, start) } ?? []
    listStart = outer
    known[key] = result
    return result
  }

  private mutating func ends(_ expression: Grammar.Expression, _ start: Int) -> Set<Int> {
    switch expression {
    case .token(let text):
      farthest = max(farthest, start)
      return texts[start] == text ? [start + 1] : []
    case .name(let name): return ends(name, start)
    case .character, .range, .words: return []
    case .alternatives(let parts, _):
      let isOpen = texts[start] == "open" && parts.contains { beginsWithName($0) }
      let isName = isOpen && !isPlainName(start + 1)
      let isWord = !isName && parts.contains { firstWords($0).contains(texts[start]) }
      return parts.reduce(into: []) { result, part in
        // If both a word and a NAME are possible, the word takes precedence.
        if isWord, beginsWithName(part) { return }
        if isName, firstWords(part).contains("open") { return }
        result.formUnion(ends(part, start))
      }
    case .optional(let part, _): return ends(part, start).union([start])
    case .sequence(let parts):
      return parts.reduce([start]) { starts, part in
        starts.reduce(into: []) { $0.formUnion(ends(part, $1)) }
      }
    case .repetition(let part, _):
      var all: Set = [start]
      var open = [start]
      while let place = open.popLast() {
        for end in ends(part, place) where all.insert(end).inserted { open.append(end) }
      }
      return all
    }
  }

  /// Returns whether the token is a name that is no word. The grammar cannot express that `open` is the word only
  /// before such a name.
  private func isPlainName(_ place: Int) -> Bool {
    tokens[place].kind == .identifier && tokens[place].keyword == .none
  }

  /// Returns the words with which the expression can begin.
  private func firstWords(_ expression: Grammar.Expression) -> Set<String> {
    switch expression {
    case .token(let text): return [text]
    case .name(let name): return grammar.productions[name].map(firstWords) ?? []
    case .character, .range, .words: return []
    case .alternatives(let parts, _):
      return parts.reduce(into: []) { $0.formUnion(firstWords($1)) }
    case .optional(let part, _), .repetition(let part, _): return firstWords(part)
    case .sequence(let parts):
      var words: Set<String> = []
      for part in parts {
        words.formUnion(firstWords(part))
        if case .optional = part { continue }
        break
      }
      return words
    }
  }

  private func beginsWithName(_ expression: Grammar.Expression) -> Bool {
    switch expression {
    case .name("NAME"): true
    case .name(let name):
      !Grammar.isToken(name) && grammar.productions[name].map(beginsWithName) ?? false
    case .sequence(let parts): parts.first.map(beginsWithName) ?? false
    default: false
    }
  }

  private mutating func tokenEnds(_ name: String, _ start: Int) -> Set<Int> {
    let kind = tokens[start].kind
    if name != "LINE_END" { farthest = max(farthest, start) }
    let matches =
      switch name {
      case "LINE_END": tokens[start].startsLine
      case "NAME":
        // The grammar cannot express that after the first name of a list, the word of a setting is not a name.
        kind == .identifier
          && (start <= listStart ?? start || !Keyword.settings.contains(tokens[start].keyword))
      case "STRING": kind == .string
      case "RAW_STRING": kind == .rawString
      case "INTEGER": kind == .integer
      case "INDEX": kind == .integer
      case "NUMBER": kind == .number
      case "REGEX": kind == .regex
      default: false
      }
    if !matches { return [] }
    return [name == "LINE_END" ? start : start + 1]
  }
}
