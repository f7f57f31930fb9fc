/// Which atoms are true of one request.
final class Truth {
  @exclusivity(unchecked) private(set) var trueAtoms: [Int] = []
  @exclusivity(unchecked) private var stamps: [UInt32] = []
  @exclusivity(unchecked) private var epoch: UInt32 = 1

  /// Makes every atom false.
  ///
  /// - Parameter count: the number of atoms.
  func clear(_ count: Int) {
    if stamps.count < count {
      stamps += [UInt32](repeating: 0, count: max(count, 2 * stamps.count) - stamps.count)
    }
    epoch += 1
    trueAtoms.removeAll(keepingCapacity: true)
  }

  func insert(_ atom: Int) {
    if stamps[atom] == epoch { return }
    stamps[atom] = epoch
    trueAtoms.append(atom)
  }

  func insert(_ atoms: [Int]) { for atom in atoms { insert(atom) } }

  func holds(_ atom: Int) -> Bool { stamps[atom] == epoch }

  func holds(_ literal: AtomLiteral) -> Bool { holds(literal.atom) != literal.isNegated }

  func holds(_ formula: Formula) -> Bool {
    switch formula {
    case .constant(let value): return value
    case .literal(let literal): return holds(literal)
    case .all(let parts):
      for part in parts where !holds(part) { return false }
      return true
    case .any(let parts):
      for part in parts where holds(part) { return true }
      return false
    }
  }
}
