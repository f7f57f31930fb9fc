import Automata

/// The texts that a component can have.
struct TextConstraint {
  enum Texts {
    case none
    case value([UInt8])
    case language(Language)
  }

  var allowsMissing: Bool
  var texts: Texts

  static let missing = TextConstraint(allowsMissing: true, texts: .none)

  static func value(_ bytes: [UInt8]) -> TextConstraint {
    TextConstraint(allowsMissing: false, texts: .value(bytes))
  }

  static func language(_ language: Language) -> TextConstraint {
    TextConstraint(allowsMissing: false, texts: .language(language))
  }

  static func optional(_ language: Language) -> TextConstraint {
    TextConstraint(allowsMissing: true, texts: .language(language))
  }

  /// The language of the texts; it ignores that the value may be missing.
  func language(_ store: LanguageStore) -> Language {
    switch texts {
    case .none: .empty
    case .value(let bytes): store.literal(bytes)
    case .language(let language): language
    }
  }
}
