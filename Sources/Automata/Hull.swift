extension LanguageStore {
  /// A superset with a smaller automaton: without the choice of first matches, and without the limits of texts that are
  /// already limited to some bytes, such as those of the captures of a path component.
  ///
  /// Linear in the size of the expression; creates no state.
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

  /// True for any number of bytes of a set.
  private func isRun(_ language: Language) -> Bool {
    guard case .repetition(let part, _, _) = node(language) else { return false }
    if case .alternation(let sets) = node(part) { return sets.allSatisfy(isByte) }
    return isByte(part)
  }

  private func isByte(_ language: Language) -> Bool {
    if case .bytes = node(language) { true } else { false }
  }
}
