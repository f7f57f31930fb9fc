import Diagnostics
import Requests
import Semantics
import Syntax
import Text

/// The corrections of words that may be applied without asking.
///
/// They add and remove no decision and no negation, and write words of the language only: no name that the user has
/// chosen, and nothing inside of a literal or a comment, whose meaning only the user knows. The others are offered, but
/// not applied.
struct CorrectedWords {
  private let files: [SourceFile]
  private var tokens: [FileID: [Token]] = [:]

  init(_ files: [SourceFile]) { self.files = files }

  /// The findings, each with a safe fix only if its edits are such corrections.
  mutating func marking(_ findings: [Finding]) -> [Finding] {
    var findings = findings
    for index in findings.indices {
      guard let fix = findings[index].fix, fix.kind == .words, fix.isSafe else { continue }
      findings[index].fix?.isSafe = isOfTheLanguage(fix)
    }
    return findings
  }

  private mutating func isOfTheLanguage(_ fix: Fix) -> Bool {
    func tokens(_ text: String) -> [(token: Token, text: String)] {
      let bytes = Array(text.utf8)
      return Lexer.tokens(of: bytes).map { ($0, Self.text($0, bytes)) }
    }
    let removed = fix.edits.map { files[Int($0.location.file.index)].text($0.location.span) }
    let old = removed.flatMap(tokens)
    let new = fix.edits.flatMap { tokens($0.replacement) }
    // A fix can move what the user has written, and write the quotation marks of the language around it.
    let written = Set(old.map(\.text)).union(removed.map(Self.quoted))
    guard old.allSatisfy({ !$0.token.isLiteral || new.map(\.text).contains($0.text) }) else {
      return false
    }
    // To add a missing word is a guess, and so is to remove a comma: an entry may be missing before it.
    let isInsertion = removed.allSatisfy(\.isEmpty)
    if isInsertion, new.contains(where: { $0.token.kind == .identifier }) { return false }
    if new.allSatisfy({ $0.token.kind == .end }), old.contains(where: { $0.token.kind == .comma }) {
      return false
    }
    let decisions = (old.filter(\.token.isDecision).count, new.filter(\.token.isDecision).count)
    let isNegated = old.contains {
      $0.token.isNegation || $0.text.lowercased().contains("not")
    }
    // A misspelled decision is one already; a word more or less is another rule.
    let wordCounts = [old, new].map { $0.count { $0.token.kind == .identifier } }
    let keepsDecisions =
      decisions.0 == decisions.1 || decisions.0 < decisions.1 && wordCounts[0] == wordCounts[1]
    guard keepsDecisions, isNegated == new.contains(where: \.token.isNegation) else {
      return false
    }
    return fix.edits.allSatisfy { isOutsideOfText($0) }
      && new.allSatisfy { token, text in
        if token.isLiteral { return written.contains(text) }
        return token.kind != .identifier || token.keyword != .none || Self.words.contains(text)
          || written.contains(text)
      }
  }

  /// The text as a string literal, without the marks of another language around it.
  private static func quoted(_ text: String) -> String {
    let marks: Set<Character> = ["`", "'", "“", "”", "„", "«", "»", "‘", "’"]
    return "\"" + text.drop { marks.contains($0) }.reversed().drop { marks.contains($0) }.reversed()
      + "\""
  }

  /// Returns whether an edit changes nothing inside of a literal or a comment. `//` replaces the mark of a comment of
  /// another language.
  private mutating func isOutsideOfText(_ edit: Edit) -> Bool {
    let span = edit.location.span
    let bytes = files[Int(edit.location.file.index)].bytes
    if edit.replacement == "//" { return true }
    let tokens = tokens(in: edit.location.file)
    let first = tokens.partitionPoint { $0.end > span.start }
    var covered = span.start
    for token in tokens[first...] {
      let start = min(max(token.start, covered), span.end)
      // Between the tokens are blanks, characters that look like blanks, and comments.
      if bytes[Int(covered)..<Int(start)].contains(where: { 0x21...0x7E ~= $0 }) { return false }
      if token.start >= span.end { break }
      // A literal that is covered as a whole is written again elsewhere.
      let isCovered = span.start <= token.start && token.end <= span.end
      if token.isLiteral, !isCovered { return false }
      covered = min(token.end, span.end)
    }
    return true
  }

  private mutating func tokens(in file: FileID) -> [Token] {
    if let known = tokens[file] { return known }
    let found = Lexer.tokens(of: files[Int(file.index)].bytes)
    tokens[file] = found
    return found
  }

  private static func text(_ token: Token, _ bytes: [UInt8]) -> String {
    String(decoding: bytes[Int(token.start)..<Int(token.end)], as: UTF8.self)
  }

  /// The words of the language that are no keywords: the values of requests with their members and their constants, and
  /// the types.
  private static let words: Set<String> = {
    var words = RequestSchema.allWords
    for value in RequestSchema.all.values {
      words.formUnion(value.row.name?.split(separator: ".").map(String.init) ?? [])
    }
    words.formUnion(NavigationKind.allCases.map(\.rawValue))
    words.formUnion(FrameKind.allCases.map(\.rawValue))
    words.formUnion(ValueType.scalars.keys)
    return words
  }()
}

extension Token {
  fileprivate var isDecision: Bool {
    [.allow, .cancel, .download, .popup, .continue, .leave].contains(keyword)
  }

  fileprivate var isLiteral: Bool {
    switch kind {
    case .string, .rawString, .regex, .integer, .number: true
    default: false
    }
  }

  fileprivate var isNegation: Bool { kind == .not || kind == .notEqual }
}
