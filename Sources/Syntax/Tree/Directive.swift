package import Text

/// A comment such as `// bascule:ignore CODE, CODE -- reason` or `// bascule:ignore-file CODE -- reason`.
package struct DirectiveSyntax: Sendable {
  package enum Scope: Sendable {
    /// The next declaration or rule.
    case next
    /// The line of the comment, which also has other text.
    case line
    case file
  }

  /// The span of the comment.
  package var span: Span
  package var scope: Scope
  /// The offset of the start of the comment's line.
  package var lineStart: UInt32
  /// The codes to ignore; empty if the comment has none.
  package var codes: [NameSyntax] = []
  /// The text after `--`; nil if there is none.
  package var reason: String?
  /// The first word of the comment, if it is only similar to `bascule:ignore`.
  package var misspelling: NameSyntax?

  package static let next = "bascule:ignore"
  package static let file = "bascule:ignore-file"

  /// Reads a comment; fails if it is no directive.
  package init?(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int) {
    var i = start + 2
    func isBlank(_ index: Int) -> Bool { bytes[index] == 0x20 || bytes[index] == 0x09 }
    func text(_ from: Int, _ to: Int) -> String {
      String(decoding: UnsafeBufferPointer(rebasing: bytes[from..<to]), as: UTF8.self)
    }
    func skipBlanks() { while i < end, isBlank(i) { i += 1 } }
    skipBlanks()
    let prefix: StaticString = "bascule:"
    guard end - i >= prefix.utf8CodeUnitCount else { return nil }
    for k in 0..<prefix.utf8CodeUnitCount where bytes[i + k] | 0x20 != prefix.utf8Start[k] | 0x20 {
      return nil
    }
    let wordStart = i
    i += prefix.utf8CodeUnitCount
    // A blank may follow the colon, as in `bascule: ignore`.
    if i < end, isBlank(i) { skipBlanks() }
    while i < end, !isBlank(i), bytes[i] != UInt8(ascii: ",") { i += 1 }
    let word = NameSyntax(text: text(wordStart, i), span: Span(wordStart, i))
    span = Span(start, end)
    if word.text != Self.next, word.text != Self.file {
      guard Self.isNear(word.text) else { return nil }
      misspelling = word
    }
    let lineStart = Self.lineStart(bytes, start)
    self.lineStart = UInt32(lineStart)
    let isTrailing = (lineStart..<start).contains { !isBlank($0) }
    scope = word.text.contains("file") ? .file : isTrailing ? .line : .next
    while true {
      while i < end, isBlank(i) || bytes[i] == UInt8(ascii: ",") { i += 1 }
      let codeStart = i
      while i < end, !isBlank(i), bytes[i] != UInt8(ascii: ",") { i += 1 }
      if i == codeStart { return }
      let code = text(codeStart, i)
      if code.hasPrefix("--") {
        i = codeStart
        break
      }
      codes.append(NameSyntax(text: code, span: Span(codeStart, i)))
      let hasComma = i < end && bytes[i] == UInt8(ascii: ",")
      skipBlanks()
      // Words that follow the codes without `--` are not codes.
      if !hasComma, i < end, bytes[i] != UInt8(ascii: ","), bytes[i] != 0x2D { return }
    }
    i += 2
    var last = end
    while i < last, isBlank(i) { i += 1 }
    while last > i, isBlank(last - 1) { last -= 1 }
    if last > i { reason = text(i, last) }
  }

  /// True if the word after `bascule:` is meant to suppress findings.
  private static func isNear(_ word: String) -> Bool {
    let verb = String(word.dropFirst(8).drop { $0 == " " || $0 == "\t" })
    let verbs = [
      "ignore", "ignore-file", "ignored", "ignores", "ignore-next-line", "ignore-line", "disable",
      "disable-next-line", "disable-line", "disable-file", "suppress", "allow", "off", "noqa",
      "nolint", "expect", "skip",
    ]
    return verbs.contains(verb.lowercased())
      || !Nearest.names(to: verb, among: ["ignore", "ignore-file", "disable"]).isEmpty
  }

  private static func lineStart(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int {
    var start = start
    while start > 0, bytes[start - 1] != 0x0A, bytes[start - 1] != 0x0D { start -= 1 }
    return start
  }
}
