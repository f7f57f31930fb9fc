extension LanguageStore {
  /// A superset with a smaller automaton.
  ///
  /// It ignores which of several matches is the first. Of an intersection with repetitions of bytes, such as the
  /// texts of a capture in a path, it keeps only these repetitions. Takes time linear in the size of the expression,
  /// and creates no state.
  package func hull(_ language: Language) -> Language {
    switch node(language) {
    case .empty, .epsilon, .bytes, .complement, .repetition: return language
    case .word(_, .epsilon): return language
    case .word, .concatenation:
      var parts: [Language] = []
      var rest = language
      while let (first, second) = firstPart(rest) {
        parts.append(hull(first))
        rest = second
      }
      return concatenation(parts + [hull(rest)])
    case .alternation(let parts): return alternation(parts.map(hull))
    case .intersection(let parts):
      let runs = parts.filter(isRun)
      return intersection(runs.isEmpty ? parts.map(hull) : runs)
    case .preimage(let part, let function): return preimage(of: hull(part), under: function)
    case .first(_, let among, let taken, _): return concatenation(hull(taken), hull(among))
    }
  }

  /// Returns whether the language is a repetition of bytes from a set.
  private func isRun(_ language: Language) -> Bool {
    guard case .repetition(let part, _, _) = node(language) else { return false }
    if case .alternation(let sets) = node(part) { return sets.allSatisfy(isByte) }
    return isByte(part)
  }

  private func isByte(_ language: Language) -> Bool {
    if case .bytes = node(language) { true } else { false }
  }
}
