package import Text

/// A change of a few tokens after which the text around a syntax error follows the grammar.
package struct Repair: Hashable, Sendable {
  /// The span of the replaced text, which consists of whole tokens; empty for an insertion.
  package var span: Span
  package var replacement: String
  /// The sum of the costs of the edits. Unlikely edits cost more.
  package var cost: Int
  /// The cost of replacing a misspelled or foreign word by a word of the language.
  package static let costOfWord = 1
  /// True if the user must decide whether the repair is meant.
  package var isGuess: Bool
  /// True if a finding with a correction of its own is left.
  package var leavesCorrections = false

  /// The removed and the inserted text, without blanks at their ends.
  package func words(in file: SourceFile) -> (removed: String, written: String) {
    (Self.trimmed(file.text(span)), Self.trimmed(replacement))
  }

  /// Returns whether the repair inserts names that the user has declared, or loses words that the user has written. A
  /// word is not lost if it belongs to another language, or is in a string after the repair.
  package func changesNames(in file: SourceFile) -> Bool {
    let old = Self.words(of: file.text(span))
    let new = Self.words(of: replacement)
    let written = Set(new.map { $0.text })
    let removed = Set(old.map { $0.text })
    return old.contains { word in
      !written.contains(word.text) && !Synonyms.isForeign(word.text)
        && Nearest.names(to: word.text, among: written).isEmpty
    }
      || new.contains { $0.keyword == .none && !removed.contains($0.text) }
  }

  /// Returns whether the repair inserts a word that permits every page or frame. Only the user can know that.
  package func permitsAll(in file: SourceFile) -> Bool {
    func count(_ text: String) -> Int {
      Self.words(of: text).count { $0.keyword == .any || $0.keyword == .all }
    }
    return count(replacement) > count(file.text(span))
  }

  /// The words of a text, including those in strings.
  private static func words(of text: String) -> [(text: String, keyword: Keyword)] {
    let bytes = text.utf8.map { $0 == UInt8(ascii: "\"") ? 0x20 : $0 }
    return Lexer.tokens(of: bytes).lazy.filter { $0.kind == .identifier }
      .map { (String(decoding: bytes[Int($0.start)..<Int($0.end)], as: UTF8.self), $0.keyword) }
  }

  private static func trimmed(_ text: String) -> String {
    func isBlank(_ byte: UInt8) -> Bool { byte <= 0x20 }
    let bytes = text.utf8.drop(while: isBlank)
    let end = bytes.lastIndex { !isBlank($0) }.map(bytes.index(after:)) ?? bytes.startIndex
    return String(bytes[..<end]) ?? text
  }
}
