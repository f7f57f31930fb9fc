import Automata

/// The values that a component may still have.
enum Constraint {
  case text(TextConstraint)
  case port(PortConstraint)
  /// A bit for each value.
  case choice(UInt32)
}

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

  /// The values for which the question has that answer; nil where there is none.
  func restricted(
    _ test: AtomTest, isNegated: Bool, in store: LanguageStore
  ) throws(OutOfSteps) -> TextConstraint? {
    var result = self
    if !isNegated { result.allowsMissing = false }
    switch (test, texts) {
    case (_, .none): break
    case (.isPresent, _): if isNegated { result.texts = .none }
    case (.literal(let literal), .value(let value)):
      if (literal == value) == isNegated { result.texts = .none }
    case (.literal(let literal), .language(let language)):
      let isIn = try store.contains(language, literal)
      if !isNegated {
        result.texts = isIn ? .value(literal) : .none
      } else if isIn {
        try result.restrict(to: store.difference(language, store.literal(literal)), in: store)
      }
    case (.language(let wanted), .value(let value)):
      if try store.contains(wanted, value) == isNegated { result.texts = .none }
    case (.language(let wanted), .language(let language)):
      try result.restrict(
        to: isNegated
          ? store.difference(language, wanted) : store.intersection([language, wanted]), in: store)
    case (.numbers, _), (.choice, _), (.point, _):
      preconditionFailure("not a question about text")
    }
    if case .none = result.texts, !result.allowsMissing { return nil }
    return result
  }

  private mutating func restrict(
    to language: Language, in store: LanguageStore
  ) throws(OutOfSteps) {
    texts = try store.isEmpty(language) ? .none : .language(language)
  }

  /// - Parameter value: nil for missing.
  func allows(_ value: [UInt8]?, in store: LanguageStore) throws(OutOfSteps) -> Bool {
    guard let value else { return allowsMissing }
    switch texts {
    case .none: return false
    case .value(let only): return only == value
    case .language(let language): return try store.contains(language, value)
    }
  }
}

struct PortConstraint {
  var allowsMissing: Bool
  var numbers: NumberSet

  func restricted(_ test: AtomTest, isNegated: Bool) -> PortConstraint? {
    var result = self
    if !isNegated { result.allowsMissing = false }
    switch test {
    case .isPresent: if isNegated { result.numbers = .none }
    case .numbers(let set):
      result.numbers = numbers.intersection(isNegated ? set.complement : set)
    default: preconditionFailure("not a question about a port")
    }
    return result.numbers.isEmpty && !result.allowsMissing ? nil : result
  }
}
