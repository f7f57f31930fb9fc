import Syntax

extension Workspace {
  /// The words of the language that mean the word of another language or of WebKit, sorted; empty if there is none.
  package static func words(for foreign: String) -> [String] {
    Synonyms.words(for: foreign).sorted()
  }
}
