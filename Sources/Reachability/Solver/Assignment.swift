/// The atoms that are true for a request.
///
/// A solver reuses one assignment. Clearing it takes constant time, since each atom is stamped with the round in
/// which it was last true.
struct Assignment {
  /// The true atoms, in the order in which they were inserted.
  private(set) var trueAtoms: [Int] = []
  /// The round in which each atom was last true.
  private var stamps: [UInt32] = []
  private var round: UInt32 = 1

  /// Makes every atom false.
  ///
  /// - Parameter count: the number of atoms.
  mutating func clear(_ count: Int) {
    if stamps.count < count || round == .max {
      stamps = [UInt32](repeating: 0, count: max(count, 2 * stamps.count))
      round = 0
    }
    round += 1
    trueAtoms.removeAll(keepingCapacity: true)
  }

  mutating func insert(_ atom: Int) {
    if stamps[atom] == round { return }
    stamps[atom] = round
    trueAtoms.append(atom)
  }

  mutating func insert(_ atoms: [Int]) { for atom in atoms { insert(atom) } }

  func holds(_ atom: Int) -> Bool { stamps[atom] == round }

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
