import Interpreter
import Requests
import Semantics
import Syntax
import Text

/// Hover texts for tokens that are no names of declarations: values of the request, patterns, files, URLs of tests,
/// keywords.
struct TokenHover {
  /// The text in Markdown.
  var text: String
  var span: Span

  init(_ text: String, _ span: Span) {
    self.text = text
    self.span = span
  }

  /// Creates the text for a position; nil if there is nothing to show.
  init?(_ place: Place, folderFile: (String) -> [UInt8]?) {
    let list = place.snapshot.tokens(place.file)
    guard let index = list.indexOfToken(at: place.offset) else { return nil }
    let token = list.tokens[index]
    let file = place.snapshot.files[place.file]
    if let reference = list.reference(around: index, file),
      let text = Self.text(ofValue: file.text(reference), place.snapshot)
    {
      self.init(text, reference)
      return
    }
    switch token.kind {
    case .string, .rawString:
      guard let found = Self.string(token, index, list, place, folderFile) else { return nil }
      self = found
    case .identifier:
      // A declared name can have the same letters as a word of the language.
      if place.reference?.span == token.span || index > 0 && list.tokens[index - 1].kind == .dot {
        return nil
      }
      guard let text = LanguageDocs.keywords[token.keyword] else { return nil }
      self.init("`\(token.keyword.rawValue)`: \(text)", token.span)
    default:
      let written = file.text(token.span)
      guard let text = LanguageDocs.operators[written] else { return nil }
      self.init("`\(written)`: \(text)", token.span)
    }
  }

  /// Returns true in a value with brackets, such as `path[2]`, which says more than its first word.
  static func isBracketed(_ place: Place) -> Bool {
    let list = place.snapshot.tokens(place.file)
    guard let index = list.indexOfToken(at: place.offset),
      let reference = list.reference(around: index, place.snapshot.files[place.file])
    else { return false }
    return place.snapshot.files[place.file].bytes[Int(reference.end) - 1] == 0x5D
  }

  /// Returns the description of a value of the request or of a URL of the app; nil if there is none.
  static func text(ofValue written: String, _ snapshot: Snapshot) -> String? {
    guard let value = RequestSchema.all.value(written: written) ?? snapshot.appValue(written) else {
      return nil
    }
    return "```bascule\n\(written): \(value.type.name)\n```\n\n\(value.row.documentation)"
  }

  private static func string(
    _ token: Token, _ index: Int, _ list: TokenList, _ place: Place,
    _ folderFile: (String) -> [UInt8]?
  ) -> TokenHover? {
    let snapshot = place.snapshot
    if let path = snapshot.trees[place.file].namedFiles.first(where: { $0.span == token.span }) {
      guard let bytes = folderFile(path.value) else { return nil }
      let lines = String(decoding: bytes, as: UTF8.self)
        .split(omittingEmptySubsequences: false, whereSeparator: { $0.isNewline })
      let language = path.value.hasSuffix(".json") ? "json" : "js"
      let shown = lines.prefix(12).joined(separator: "\n") + (lines.count > 12 ? "\n…" : "")
      return TokenHover("```\(language)\n\(shown)\n```", token.span)
    }
    if index > 0, list.tokens[index - 1].keyword == .like {
      return pattern(token, snapshot.files[place.file], at: place.offset)
    }
    guard let decision = snapshot.testedDecision(at: place.location(token.span)) else { return nil }
    guard let rule = decision.rule else {
      return TokenHover("No rule matches; the request is allowed.", token.span)
    }
    let text = snapshot.text(rule)
    let lines = text.split { $0.isNewline }
    let shown = lines.prefix(8).joined(separator: "\n") + (lines.count > 8 ? "\n…" : "")
    return TokenHover("Decided by\n\n```bascule\n\(shown)\n```", token.span)
  }

  /// Returns the text for the wildcard of a pattern at the offset; nil if there is none.
  private static func pattern(_ token: Token, _ file: SourceFile, at offset: Int) -> TokenHover? {
    func isStar(_ place: Int) -> Bool {
      place >= Int(token.start) && place < Int(token.end) && file.bytes[place] == 0x2A
    }
    guard var start = [offset, offset - 1].first(where: isStar) else { return nil }
    while isStar(start - 1) { start -= 1 }
    var end = start
    while isStar(end) { end += 1 }
    let written = file.text(Span(start, end))
    return LanguageDocs.wildcards[written].map {
      TokenHover("`\(written)`: \($0)", Span(start, end))
    }
  }
}

extension Token {
  var span: Span { Span(start, end) }
}

extension TokenList {
  /// Returns the index of the token that contains the offset. A token that starts at the offset takes precedence over
  /// one that ends there.
  func indexOfToken(at offset: Int) -> Int? {
    let index = index(endingAfter: offset)
    if index < tokens.count, Int(tokens[index].start) <= offset { return index }
    if index > 0, Int(tokens[index - 1].end) == offset { return index - 1 }
    return nil
  }

  /// Returns the part of a reference up to the token, with its brackets: `query.title` around `title`, `path[2]` around
  /// `2`. Returns nil for other tokens, and for the first word of a reference without brackets.
  func reference(around index: Int, _ file: SourceFile) -> Span? {
    var last = index
    switch tokens[index].kind {
    case .identifier: break
    case .leftBracket: last = index + 2
    case .integer, .string: last = index + 1
    case .rightBracket, .dot: break
    default: return nil
    }
    if tokens[index].kind == .dot { last = index + 1 }
    if last == index, last + 3 < tokens.count, tokens[last + 1].kind == .leftBracket,
      !tokens[last + 1].startsLine, tokens[last].kind == .identifier
    {
      last += 3
    }
    guard last < tokens.count else { return nil }
    var first = last
    while first > 0 {
      let (token, before) = (tokens[first], tokens[first - 1])
      if token.kind == .rightBracket {
        guard first >= 3, tokens[first - 2].kind == .leftBracket,
          tokens[first - 3].kind == .identifier
        else { return nil }
        first -= 3
      } else if token.kind == .identifier, before.kind == .dot, first >= 2 {
        first -= 2
      } else {
        break
      }
    }
    guard first < last, tokens[first].kind == .identifier else { return nil }
    return Span(tokens[first].start, tokens[last].end)
  }
}

extension Snapshot {
  /// Returns the decision about the request of the test case whose URL is at the location; nil if there is no such
  /// case.
  func testedDecision(at url: Location) -> TestedDecision? {
    for block in rules.tests where block.location.file == url.file {
      guard let test = block.cases.first(where: { $0.location.span.start == url.span.start })
      else { continue }
      let interpreter = Interpreter(block.chain, in: rules)
      guard let verdict = TestVerdict(test, interpreter) else { return nil }
      return TestedDecision(
        rule: verdict.outcome.entry.map { interpreter.chain.rules[$0].location })
    }
    return nil
  }
}

/// The decision of a chain about the request of a test case.
struct TestedDecision {
  /// The rule that decides; nil if no rule matches.
  var rule: Location?
}
