/// Which atoms are true of one request.
final class Assignment {
  @exclusivity(unchecked) private(set) var trueAtoms: [Int] = []
  /// By atom, the epoch in which it was true last. No array, since this is read so often that counting
  /// who holds on to one would cost more than reading it.
  @exclusivity(unchecked) private var stamps = UnsafeMutableBufferPointer<UInt32>.allocate(
    capacity: 0)
  @exclusivity(unchecked) private var epoch: UInt32 = 1

  deinit { stamps.deallocate() }

  /// Makes every atom false.
  ///
  /// - Parameter count: the number of atoms.
  func clear(_ count: Int) {
    if stamps.count < count || epoch == .max {
      let size = max(count, 2 * stamps.count)
      stamps.deallocate()
      stamps = .allocate(capacity: size)
      stamps.initialize(repeating: 0)
      epoch = 0
    }
    epoch += 1
    trueAtoms.removeAll(keepingCapacity: true)
  }

  func insert(_ atom: Int) {
    precondition(atom < stamps.count)
    if stamps[atom] == epoch { return }
    stamps[atom] = epoch
    trueAtoms.append(atom)
  }

  func insert(_ atoms: [Int]) { for atom in atoms { insert(atom) } }

  func holds(_ atom: Int) -> Bool {
    precondition(atom < stamps.count)
    return stamps[atom] == epoch
  }

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
