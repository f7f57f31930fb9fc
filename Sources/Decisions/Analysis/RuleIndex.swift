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
      let watch = formula.watch { atom in
        8 * waiting[atom].count + vocabulary.commonness(of: atom)
      }
      if let watch {
        for atom in watch.atoms where waiting[atom].last != place { waiting[atom].append(place) }
      } else {
        free.append(place)
      }
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
  /// Atoms of which one has to be true for a formula to hold.
  struct Watch {
    var atoms: [Int]
    var cost: Int
  }

  /// The atoms that cost the least; nil where the formula holds without any being true.
  ///
  /// - Parameter cost: of an atom; of several the greatest counts.
  func watch(_ cost: (Int) -> Int) -> Watch? {
    switch self {
    case .constant(let value): return value ? nil : Watch(atoms: [], cost: 0)
    case .literal(let literal):
      if literal.isNegated { return nil }
      return Watch(atoms: [literal.atom], cost: cost(literal.atom))
    case .all(let parts):
      return parts.compactMap { $0.watch(cost) }.min { $0.cost < $1.cost }
    case .any(let parts):
      var all = Watch(atoms: [], cost: 0)
      for part in parts {
        guard let watch = part.watch(cost) else { return nil }
        all.atoms += watch.atoms
        all.cost = max(all.cost, watch.cost)
      }
      return all
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
