package import Automata
package import Requests

/// The languages of regular expressions.
package final class ExpressionLanguages {
  let store: LanguageStore
  /// Creates the language of one scalar from a set.
  private let scalar: (ScalarSet) -> Language
  /// The languages of expressions with anchors, cached because each is needed up to four times.
  private var known: [Place: Language] = [:]

  /// An expression, and its possible positions in the value.
  private struct Place: Hashable {
    var expression: RegularExpression
    var atStart: Bool
    var atEnd: Bool
  }

  package convenience init(_ store: LanguageStore) {
    self.init(store) { store.scalars($0.ranges) }
  }

  init(_ store: LanguageStore, scalar: @escaping (ScalarSet) -> Language) {
    self.store = store
    self.scalar = scalar
  }

  /// The texts that the expression matches as a whole.
  package func language(of expression: RegularExpression) -> Language {
    language(of: expression, atStart: true, atEnd: true)
  }

  /// The texts that the expression matches at a position of the value.
  ///
  /// Without `^` and `$` the position does not matter. With them a part of a sequence is at the start only if all
  /// parts before it match the empty text, so a sequence is split into cases by the side that is empty.
  ///
  /// - Parameters:
  ///   - atStart: whether the match begins at the start of the value.
  ///   - atEnd: whether the match ends at the end of the value.
  private func language(
    of expression: RegularExpression, atStart: Bool, atEnd: Bool
  ) -> Language {
    guard expression.hasAnchors else {
      return makeLanguage(of: expression, atStart: false, atEnd: false)
    }
    let place = Place(expression: expression, atStart: atStart, atEnd: atEnd)
    if let language = known[place] { return language }
    let language = makeLanguage(of: expression, atStart: atStart, atEnd: atEnd)
    known[place] = language
    return language
  }

  private func makeLanguage(
    of expression: RegularExpression, atStart: Bool, atEnd: Bool
  ) -> Language {
    switch expression {
    case .empty: return .epsilon
    case .set(let set): return scalar(set)
    case .start: return atStart ? .epsilon : .empty
    case .end: return atEnd ? .epsilon : .empty
    case .alternatives(let parts):
      return store.alternation(parts.map { language(of: $0, atStart: atStart, atEnd: atEnd) })
    case .sequence(let parts):
      guard expression.hasAnchors else {
        return store.concatenation(parts.map { language(of: $0, atStart: false, atEnd: false) })
      }
      return sequence(parts[...], atStart: atStart, atEnd: atEnd)
    case .repetition(let part, let lower, let upper):
      guard expression.hasAnchors else {
        return store.repetition(
          language(of: part, atStart: false, atEnd: false), lower: lower, upper: upper)
      }
      var parts = [RegularExpression](repeating: part, count: lower)
      if let upper {
        parts += [RegularExpression](
          repeating: .alternatives([.empty, part]), count: max(0, upper - lower))
        return sequence(parts[...], atStart: atStart, atEnd: atEnd)
      }
      if lower > 0 {
        parts.append(.repetition(part, lower: 0, upper: nil))
        return sequence(parts[...], atStart: atStart, atEnd: atEnd)
      }
      // Empty repetitions have no effect, so every repetition is nonempty.
      func piece(_ atStart: Bool, _ atEnd: Bool) -> Language {
        nonEmpty(language(of: part, atStart: atStart, atEnd: atEnd))
      }
      return store.alternation([
        .epsilon, piece(atStart, atEnd),
        store.concatenation([
          piece(atStart, false), store.repetition(piece(false, false)), piece(false, atEnd),
        ]),
      ])
    }
  }

  private func sequence(
    _ parts: ArraySlice<RegularExpression>, atStart: Bool, atEnd: Bool
  ) -> Language {
    // The texts that the remaining parts match: in the middle, and at the start of the value.
    var (inside, first) = (Language.epsilon, Language.epsilon)
    for part in parts.reversed() {
      func extended(_ atStart: Bool, _ rest: Language) -> Language {
        let before = language(of: part, atStart: atStart, atEnd: false)
        let alone = language(of: part, atStart: atStart, atEnd: atEnd)
        // The part is nonempty, with a nonempty or empty rest; or the part is empty.
        var cases = [store.concatenation(nonEmpty(before), nonEmpty(inside))]
        if store.holdsEpsilon(inside) { cases.append(nonEmpty(alone)) }
        if store.holdsEpsilon(before) { cases.append(nonEmpty(rest)) }
        if store.holdsEpsilon(alone), store.holdsEpsilon(rest) { cases.append(.epsilon) }
        return store.alternation(cases)
      }
      (inside, first) = (extended(false, inside), extended(true, first))
    }
    return atStart ? first : inside
  }

  private func nonEmpty(_ language: Language) -> Language {
    store.holdsEpsilon(language)
      ? store.difference(language, .epsilon) : language
  }
}

extension RegularExpression {
  var hasAnchors: Bool {
    switch self {
    case .empty, .set: false
    case .start, .end: true
    case .sequence(let parts), .alternatives(let parts): parts.contains { $0.hasAnchors }
    case .repetition(let part, _, _): part.hasAnchors
    }
  }
}
