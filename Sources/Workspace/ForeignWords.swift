import Syntax

extension Workspace {
  /// The words of the language that a word of another language or of WebKit can mean, sorted; empty if there are
  /// none.
  package static func words(for foreign: String) -> [String] {
    Synonyms.words(for: foreign).sorted()
  }
}
