import Diagnostics
import Requests
import Semantics
import Syntax
import Text

/// Decides which corrections of words are applied without asking.
///
/// Such corrections neither add nor remove a decision or negation. They write only words of the language: no name
/// that the user has chosen, and nothing within a literal or comment, whose meaning only the user knows. Other
/// corrections are offered, but not applied.
struct CorrectedWords {
  private let files: [SourceFile]
  private var tokens: [FileID: [Token]] = [:]

  init(_ files: [SourceFile]) { self.files = files }

  /// The findings with their fixes. A fix that was safe remains so only if its edits are such corrections.
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
    // A fix can move text that the user has written, or put it into the quotation marks of the language.
    let written = Set(old.map { $0.text }).union(removed.map(Self.quoted))
    guard old.allSatisfy({ !$0.token.isLiteral || new.map { $0.text }.contains($0.text) }) else {
      return false
    }
    // Adding a missing word is a guess. So is removing a comma, since an entry may be missing before it.
    let isInsertion = removed.allSatisfy { $0.isEmpty }
    if isInsertion, new.contains(where: { $0.token.kind == .identifier }) { return false }
    if new.allSatisfy({ $0.token.kind == .end }), old.contains(where: { $0.token.kind == .comma }) {
      return false
    }
    let decisions = (
      old.filter { $0.token.isDecision }.count, new.filter { $0.token.isDecision }.count
    )
    let isNegated = old.contains {
      $0.token.isNegation || $0.text.lowercased().contains("not")
    }
    // Replacing a misspelled decision adds no decision if the number of words stays the same.
    let wordCounts = [old, new].map { $0.count { $0.token.kind == .identifier } }
    let keepsDecisions =
      decisions.0 == decisions.1 || decisions.0 < decisions.1 && wordCounts[0] == wordCounts[1]
    guard keepsDecisions, isNegated == new.contains(where: { $0.token.isNegation }) else {
      return false
    }
    return fix.edits.allSatisfy { isOutsideOfText($0) }
      && new.allSatisfy { token, text in
        if token.isLiteral { return written.contains(text) }
        return token.kind != .identifier || token.keyword != .none || Self.words.contains(text)
          || written.contains(text)
      }
  }

  /// The text as a string literal, without quotation marks of another language.
  private static func quoted(_ text: String) -> String {
    let marks: Set<Character> = ["`", "'", "“", "”", "„", "«", "»", "‘", "’"]
    return "\"" + text.drop { marks.contains($0) }.reversed().drop { marks.contains($0) }.reversed()
      + "\""
  }

  /// Returns whether an edit changes nothing within a literal or comment. It may replace the comment mark of another
  /// language by `//`.
  private mutating func isOutsideOfText(_ edit: Edit) -> Bool {
    let span = edit.location.span
    let bytes = files[Int(edit.location.file.index)].bytes
    if edit.replacement == "//" { return true }
    let tokens = tokens(in: edit.location.file)
    let first = tokens.partitionPoint { $0.end > span.start }
    var covered = span.start
    for token in tokens[first...] {
      let start = min(max(token.start, covered), span.end)
      // Between the tokens are only blanks, characters that look like blanks, and comments.
      if bytes[Int(covered)..<Int(start)].contains(where: { 0x21...0x7E ~= $0 }) { return false }
      if token.start >= span.end { break }
      // An edit that covers a whole literal writes it again elsewhere.
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

  /// The words of the language that are not keywords: types, and the request values with their members and constants.
  private static let words: Set<String> = {
    var words = RequestSchema.allWords
    for value in RequestSchema.all.values {
      words.formUnion(value.row.name?.split(separator: ".").map(String.init) ?? [])
    }
    words.formUnion(NavigationKind.allCases.map { $0.rawValue })
    words.formUnion(FrameKind.allCases.map { $0.rawValue })
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
