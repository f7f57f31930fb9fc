import Automata

extension AnalysisContext {
  /// Returns true if it is obvious, without a search, that no request satisfies both formulas.
  ///
  /// Compares only pairs of operands of the outermost `&&`: most pairs of rules differ in the literal prefix of
  /// their paths.
  func areDisjoint(_ one: Formula, _ other: Formula) -> Bool {
    for a in literals(one) {
      for b in literals(other) where areDisjoint(a, b) { return true }
    }
    return false
  }

  private func literals(_ formula: Formula) -> [AtomLiteral] {
    switch formula {
    case .literal(let literal): return [literal]
    case .all(let parts):
      return parts.compactMap { if case .literal(let literal) = $0 { literal } else { nil } }
    case .constant, .any: return []
    }
  }

  private func areDisjoint(_ a: AtomLiteral, _ b: AtomLiteral) -> Bool {
    if a == b.negated { return true }
    let (one, other) = (atomTable.atoms[a.atom], atomTable.atoms[b.atom])
    guard one.component == other.component, !(a.isNegated && b.isNegated) else { return false }
    switch (one.test, other.test) {
    case (.literal(let text), _) where !a.isNegated: return !holds(b, .text(text))
    case (_, .literal(let text)) where !b.isNegated: return !holds(a, .text(text))
    case (.namedURL, .namedURL): return !a.isNegated && !b.isNegated && a.atom != b.atom
    case (.choice(let mask), .choice(let otherMask)):
      return (a.isNegated ? ~mask : mask) & (b.isNegated ? ~otherMask : otherMask) == 0
    case (.language(let first), .language(let second)) where !a.isNegated && !b.isNegated:
      let (start, otherStart) = (
        store.literalPrefix(first).bytes, store.literalPrefix(second).bytes
      )
      return !start.starts(with: otherStart) && !otherStart.starts(with: start)
    default: return false
    }
  }
}
