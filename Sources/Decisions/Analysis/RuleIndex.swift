/// Finds the rules of a chain whose formulas may hold, by the atoms that are true.
///
/// A formula that needs one of some atoms to be true waits at those atoms; the few that may hold where
/// all atoms are false are asked each time.
struct RuleIndex {
  private let formulas: [Formula]
  /// Ascending places in the chain, by atom.
  private var waiting: [[Int]]
  private var free: [Int] = []

  /// - Parameter isMeant: whether the rule at that place is to be found.
  init(
    _ formulas: [Formula], _ vocabulary: Vocabulary, where isMeant: (Int) -> Bool = { _ in true }
  ) {
    self.formulas = formulas
    waiting = Array(repeating: [], count: vocabulary.atoms.count)
    for (place, formula) in formulas.enumerated() where isMeant(place) {
      let isWaiting = formula.watch({ atom in
        8 * waiting[atom].count + vocabulary.commonness(of: atom)
      }) { atoms in
        for atom in atoms where waiting[atom].last != place { waiting[atom].append(place) }
      }
      if !isWaiting { free.append(place) }
    }
  }

  /// The first place in the range whose formula holds and that is meant.
  func first(
    in range: Range<Int>, _ truth: Truth, where isMeant: (Int) -> Bool = { _ in true }
  ) -> Int? {
    var best = range.upperBound
    func look(_ places: [Int]) {
      var next = lowerBound(places, range.lowerBound)
      while next < places.count, places[next] < best {
        if truth.holds(formulas[places[next]]), isMeant(places[next]) { best = places[next] }
        next += 1
      }
    }
    look(free)
    for atom in truth.trueAtoms {
      if atom < waiting.count, !waiting[atom].isEmpty { look(waiting[atom]) }
    }
    return best < range.upperBound ? best : nil
  }

  /// All places whose formula holds, ascending.
  func all(_ truth: Truth) -> [Int] {
    var places = free.filter { truth.holds(formulas[$0]) }
    for atom in truth.trueAtoms where atom < waiting.count {
      places += waiting[atom].filter { truth.holds(formulas[$0]) }
    }
    places.sort()
    return places.enumerated().filter { $0.offset == 0 || places[$0.offset - 1] != $0.element }
      .map(\.element)
  }

  private func lowerBound(_ places: [Int], _ bound: Int) -> Int {
    if places.first.map({ $0 >= bound }) ?? true { return 0 }
    var low = 0
    var high = places.count
    while low < high {
      let middle = (low + high) / 2
      if places[middle] < bound { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension Formula {
  /// Finds the atoms of which one has to be true for the formula to hold, and that cost the least; false
  /// where it holds without any being true.
  ///
  /// - Parameters:
  ///   - cost: of an atom; of several the greatest counts.
  ///   - body: called with the atoms if there are such.
  func watch(_ cost: (Int) -> Int, _ body: ([Int]) -> Void) -> Bool {
    guard watchCost(cost) != nil else { return false }
    var atoms: [Int] = []
    appendWatched(cost, to: &atoms)
    body(atoms)
    return true
  }

  private func watchCost(_ cost: (Int) -> Int) -> Int? {
    switch self {
    case .constant(let value): return value ? nil : 0
    case .literal(let literal): return literal.isNegated ? nil : cost(literal.atom)
    case .all(let parts):
      var least: Int?
      for part in parts {
        if let cost = part.watchCost(cost), cost < least ?? .max { least = cost }
      }
      return least
    case .any(let parts):
      var greatest = 0
      for part in parts {
        guard let cost = part.watchCost(cost) else { return nil }
        greatest = max(greatest, cost)
      }
      return greatest
    }
  }

  private func appendWatched(_ cost: (Int) -> Int, to atoms: inout [Int]) {
    switch self {
    case .constant: break
    case .literal(let literal): atoms.append(literal.atom)
    case .all(let parts):
      let least = watchCost(cost)
      parts.first { $0.watchCost(cost) == least }?.appendWatched(cost, to: &atoms)
    case .any(let parts): for part in parts { part.appendWatched(cost, to: &atoms) }
    }
  }
}

extension Vocabulary {
  /// How often the atom is likely to be true.
  func commonness(of atom: Int) -> Int {
    switch atoms[atom].test {
    case .point: 0
    case .literal: component(of: atom) == .scheme ? 50 : 1
    case .language: 2
    case .numbers: 20
    case .choice: 40
    case .isPresent: 60
    }
  }
}
