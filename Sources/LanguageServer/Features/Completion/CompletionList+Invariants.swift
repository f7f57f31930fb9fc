import Requests
import Syntax

/// Completion in invariants.
extension CompletionList {
  /// Adds the lines of an invariant.
  mutating func claims() {
    for (word, snippet) in LanguageDocs.claims { keyword(word, snippet: snippet, rank: 1) }
    acts()
  }

  /// Adds the steps and decisions that an invariant can name.
  mutating func acts() {
    for word in Keyword.acts {
      switch word {
      case .popup where kind == .responses: continue
      case .open, .load: keyword(word, snippet: "\(word.rawValue) url", rank: 3)
      default: keyword(word, rank: 3)
      }
    }
  }
}
