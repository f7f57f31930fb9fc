import Diagnostics
import Syntax
import Text

/// The cause of a syntax error, read off the changes that correct it.
struct RepairCause {
  /// A sentence about what is wrong, such as ``missing `extends` before `Checkout` ``.
  private let message: String
  /// The text beside the carets; nil if the text that the parser expected explains more.
  private var label: String?
  /// The text that is wrong; nil if something is missing.
  private var span: Span?

  /// Creates the cause; nil if one sentence cannot state what the changes have in common.
  ///
  /// - Parameter repairs: the likeliest changes; not empty.
  init?(_ repairs: [Repair], in file: SourceFile) {
    let changes = repairs.map { Self.change($0, in: file) }
    let first = changes[0]
    if changes.allSatisfy({ $0.removed.isEmpty && $0.span == first.span }) {
      let next = Self.next(after: first.span, in: file)
      message =
        "missing \(Prose.list(changes.map { $0.written })) "
        + (next.map { "before \(Prose.code($0))" } ?? "at the end of the line")
      return
    }
    guard changes.count == 1, !first.removed.isEmpty, !first.removed.contains("\n"),
      let cause = Self.cause(first.removed, first.written, at: first.span, in: file)
    else { return nil }
    (message, label) = cause
    span = first.span
  }

  /// Lets the finding state the cause, at the place of the wrong text.
  func explain(_ finding: inout Finding) {
    finding.message = message
    if let label { finding.label = label }
    guard let span, span != finding.location.span else { return }
    finding.location = Location(finding.location.file, span)
    // What the parser expected is about another place.
    finding.label = label ?? "unexpected here"
  }

  /// Returns the change of a repair without the tokens that it keeps at both ends.
  private static func change(
    _ repair: Repair, in file: SourceFile
  ) -> (span: Span, removed: String, written: String) {
    let (old, new) = (file.text(repair.span), repair.replacement)
    let tokens = [old, new].map { Lexer.tokens(of: Array($0.utf8)).dropLast() }
    let texts = [old, new].map { Lexer.texts(of: Array($0.utf8)) }
    let most = min(texts[0].count, texts[1].count)
    let start = zip(texts[0], texts[1]).prefix { $0 == $1 }.count
    let end = zip(texts[0].reversed(), texts[1].reversed()).prefix { $0 == $1 }.prefix(most - start)
      .count
    func range(_ number: Int, _ length: Int) -> Range<Int> {
      let kept = tokens[number].dropFirst(start).dropLast(end)
      guard let first = kept.first, let last = kept.last else {
        let next = tokens[number].dropFirst(start).first.map { Int($0.start) } ?? length
        return next..<next
      }
      return Int(first.start)..<Int(last.end)
    }
    let removed = range(0, old.utf8.count)
    let written = Array(new.utf8)[range(1, new.utf8.count)]
    let span = Span(
      Int(repair.span.start) + removed.lowerBound, Int(repair.span.start) + removed.upperBound)
    return (span, file.text(span), String(decoding: written, as: UTF8.self))
  }

  private static func cause(
    _ removed: String, _ written: String, at place: Span, in file: SourceFile
  ) -> (message: String, label: String?)? {
    let found = Prose.code(removed)
    if written.isEmpty {
      let neighbours = [previous(before: place, in: file), next(after: place, in: file)]
      let isRepeated = neighbours.contains(removed)
      return (isRepeated ? "\(found) is written twice" : "\(found) does not belong here", nil)
    }
    if isMisspelled(removed, for: written) {
      return ("unexpected word \(found)", "did you mean \(Prose.code(written))?")
    }
    if removed.filter({ $0 != " " }) == written {
      return ("\(Prose.code(written)) is split by a space", nil)
    }
    if written == "\"\(removed)\"" { return ("quotation marks are missing around \(found)", nil) }
    if removed == "\"\(written)\"" { return ("\(found) is a name in quotation marks", nil) }
    if let (first, second) = exchanged(removed, written) {
      let message = "\(Prose.code(second)) belongs before \(Prose.code(first))"
      return (message, "in the wrong order")
    }
    return removed.contains(" ") ? nil : ("\(found) is written \(Prose.code(written))", nil)
  }

  /// Returns whether the texts are similar words. A word of another language is not misspelled.
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

  /// Returns the token before a place on the same line; nil at the start of the line.
  private static func previous(before span: Span, in file: SourceFile) -> String? {
    let before = file.bytes[..<min(Int(span.start), file.bytes.count)]
    let start = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    return Lexer.texts(of: Array(before[start...])).last
  }

  /// Returns the token after a place on the same line; nil at the end of the line.
  private static func next(after span: Span, in file: SourceFile) -> String? {
    let line = file.bytes[min(Int(span.end), file.bytes.count)...].prefix { $0 != 0x0A }
    return Lexer.texts(of: Array(line)).first
  }
}
