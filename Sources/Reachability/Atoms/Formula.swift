/// A condition that consists of atoms, in negation normal form.
enum Formula: Hashable {
  case constant(Bool)
  case literal(AtomLiteral)
  case all([Formula])
  case any([Formula])

  static func conjunction(_ parts: [Formula]) -> Formula {
    if parts.count == 1 { return parts[0] }
    var kept: [Formula] = []
    kept.reserveCapacity(parts.count)
    for part in parts {
      switch part {
      case .constant(true): continue
      case .constant(false): return part
      case .all(let inner): kept += inner
      case .literal, .any: kept.append(part)
      }
    }
    return kept.isEmpty ? .constant(true) : kept.count == 1 ? kept[0] : .all(kept)
  }

  static func disjunction(_ parts: [Formula]) -> Formula {
    if parts.count == 1 { return parts[0] }
    var kept: [Formula] = []
    kept.reserveCapacity(parts.count)
    for part in parts {
      switch part {
      case .constant(false): continue
      case .constant(true): return part
      case .any(let inner): kept += inner
      case .literal, .all: kept.append(part)
      }
    }
    return kept.isEmpty ? .constant(false) : kept.count == 1 ? kept[0] : .any(kept)
  }

  var negated: Formula {
    switch self {
    case .constant(let value): .constant(!value)
    case .literal(let literal): .literal(literal.negated)
    case .all(let parts): .any(parts.map { $0.negated })
    case .any(let parts): .all(parts.map { $0.negated })
    }
  }

  /// Evaluates the formula.
  ///
  /// - Parameter isTrue: returns whether the atom is true.
  func holds(_ isTrue: (Int) -> Bool) -> Bool {
    switch self {
    case .constant(let value): value
    case .literal(let literal): isTrue(literal.atom) != literal.isNegated
    case .all(let parts): parts.allSatisfy { $0.holds(isTrue) }
    case .any(let parts): parts.contains { $0.holds(isTrue) }
    }
  }

  /// Calls the closure for every occurrence of an atom.
  func eachAtom(_ body: (Int) -> Void) {
    switch self {
    case .constant: break
    case .literal(let literal): body(literal.atom)
    case .all(let parts), .any(let parts): for part in parts { part.eachAtom(body) }
    }
  }
}
