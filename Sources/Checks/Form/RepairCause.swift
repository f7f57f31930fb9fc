import Diagnostics
import Syntax
import Text

/// The cause of a syntax error, read off the changes that correct it.
struct RepairCause {
  /// A sentence about what is wrong, such as ``missing `extends` before `Checkout` ``.
  var message: String
  /// The text that is wrong; nil if something is missing.
  var span: Span?
  /// The text beside the carets, if the wrong text is not where the parser found the error.
  private var label = "unexpected here"
  /// The word that is meant, if a word is misspelled.
  var meantWord: String?

  /// Creates the cause; nil if one sentence cannot state what the changes have in common.
  ///
  /// - Parameter repairs: the likeliest changes; not empty.
  init?(_ repairs: [Repair], in file: SourceFile) {
    let changes = repairs.map { $0.words(in: file) }
    if changes.allSatisfy({ $0.removed.isEmpty }) {
      guard Set(repairs.map { $0.span }).count == 1 else { return nil }
      let next = Self.next(after: repairs[0].span, in: file)
      let place = next.map { "before \(Prose.code($0))" } ?? "at the end of the line"
      message = "missing \(Prose.list(changes.map { $0.written })) \(place)"
      return
    }
    guard changes.count == 1 else { return nil }
    let (removed, written) = changes[0]
    guard !removed.contains("\n"),
      let message = Self.message(removed, written, before: repairs[0].span, in: file)
    else { return nil }
    self.message = message
    let blanks = file.text(repairs[0].span).utf8.prefix { $0 <= 0x20 }.count
    let start = repairs[0].span.start + UInt32(blanks)
    span = Span(start, start + UInt32(removed.utf8.count))
    if Self.isMisspelled(removed, for: written) { meantWord = written }
    if Self.exchanged(removed, written) != nil { label = "in the wrong order" }
  }

  /// Replaces the message by the cause. What the parser expected remains as the label if it is about the same text.
  func explain(_ finding: inout Finding) {
    finding.message = message
    if let span, span != finding.location.span {
      finding.location = Location(finding.location.file, span)
      finding.label = label
    }
    if let meantWord { finding.label = "did you mean `\(meantWord)`?" }
  }

  private static func message(
    _ removed: String, _ written: String, before span: Span, in file: SourceFile
  ) -> String? {
    let found = Prose.code(removed)
    if written.isEmpty {
      let length = UInt32(removed.utf8.count + 1)
      let isDoubled =
        span.start >= length
        && file.text(Span(span.start - length, span.start)) == removed + " "
      return isDoubled ? "\(found) is written twice" : "\(found) does not belong here"
    }
    if isMisspelled(removed, for: written) { return "unexpected word \(found)" }
    if written == "\"\(removed)\"" { return "\(found) is a text without quotation marks" }
    if removed == "\"\(written)\"" { return "\(found) is a name in quotation marks" }
    if let (first, second) = exchanged(removed, written) {
      return "\(Prose.code(second)) belongs before \(Prose.code(first))"
    }
    return removed.contains(" ") ? nil : "\(found) is written \(Prose.code(written))"
  }

  private static func isMisspelled(_ found: String, for word: String) -> Bool {
    let areWords = [found, word].allSatisfy { text in
      Lexer.texts(of: Array(text.utf8)).count == 1 && text.first?.isLetter == true
    }
    return areWords && Synonyms.words(for: found).isEmpty
      && !Nearest.names(to: found, among: [word]).isEmpty
  }

  /// Returns the two parts of a text that another text has in the other order.
  private static func exchanged(_ text: String, _ other: String) -> (first: String, second: String)?
  {
    for token in Lexer.tokens(of: Array(text.utf8)).dropFirst() {
      let first = String(decoding: text.utf8.prefix(Int(token.start)), as: UTF8.self)
      let second = String(decoding: text.utf8.dropFirst(Int(token.start)), as: UTF8.self)
      let start = first.split(separator: " ", omittingEmptySubsequences: true)
        .joined(separator: " ")
      if other == second + " " + start { return (start, second) }
    }
    return nil
  }

  /// Returns the token after a place on the same line; nil at the end of the line.
  private static func next(after span: Span, in file: SourceFile) -> String? {
    let line = file.bytes[min(Int(span.end), file.bytes.count)...].prefix { $0 != 0x0A }
    return Lexer.texts(of: Array(line)).first
  }
}
