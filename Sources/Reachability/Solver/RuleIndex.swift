import Requests
import Text

/// Finds the rules of a chain whose formulas hold, by the true atoms.
///
/// Each formula is listed under its watched literals: it can hold only if at least one of these atoms is true.
/// The few formulas that can hold without a true atom are evaluated each time.
final class RuleIndex {
  private let formulas: [Formula]
  /// The places of the rules in the chain: first those listed under the first atom, ascending, then those under
  /// the next atom, and so on. The rules without an atom come last.
  private let places: [Int]
  /// The index of the first place of each atom; at the end, the index of the first place without an atom.
  private let starts: [Int]

  /// Creates an index.
  ///
  /// - Parameter isMeant: returns whether the rule at the place is to be found.
  init(
    _ formulas: [Formula], _ atomTable: AtomTable, where isMeant: (Int) -> Bool = { _ in true }
  ) {
    self.formulas = formulas
    var counts = [Int](repeating: 0, count: atomTable.atoms.count)
    var waiting: [(atom: Int, place: Int)] = []
    waiting.reserveCapacity(formulas.count)
    var free: [Int] = []
    // The last place that is listed under each atom.
    var last = [Int](repeating: -1, count: counts.count)
    for (place, formula) in formulas.enumerated() where isMeant(place) {
      let first = waiting.count
      let isWaiting = formula.watch({ 8 * counts[$0] + atomTable.commonness(of: $0) }) { atom in
        if last[atom] == place { return }
        last[atom] = place
        waiting.append((atom, place))
      }
      for (atom, _) in waiting[first...] { counts[atom] += 1 }
      if !isWaiting { free.append(place) }
    }
    var starts = [0]
    starts.reserveCapacity(counts.count + 1)
    for count in counts { starts.append(starts[starts.count - 1] + count) }
    var places = [Int](repeating: 0, count: waiting.count) + free
    for (atom, place) in waiting.reversed() {
      counts[atom] -= 1
      places[starts[atom] + counts[atom]] = place
    }
    self.starts = starts
    self.places = places
  }

  /// The indices of the places that are listed under the atom.
  private func range(_ atom: Int) -> Range<Int> {
    atom + 1 < starts.count ? starts[atom]..<starts[atom + 1] : 0..<0
  }

  private var free: Range<Int> { starts[starts.count - 1]..<places.count }

  /// The first place in the range whose formula holds and that satisfies the predicate; nil if there is none.
  func first(
    in range: Range<Int>, _ assignment: Assignment, where isMeant: (Int) -> Bool = { _ in true }
  ) -> Int? {
    var best = range.upperBound
    func look(_ found: Range<Int>) {
      var next = lowerBound(found, range.lowerBound)
      while next < found.upperBound, places[next] < best {
        if assignment.holds(formulas[places[next]]), isMeant(places[next]) { best = places[next] }
        next += 1
      }
    }
    look(free)
    for atom in assignment.trueAtoms { look(self.range(atom)) }
    return best < range.upperBound ? best : nil
  }

  /// The places whose formulas hold, in ascending order.
  func all(_ assignment: Assignment) -> [Int] {
    var found = places[free].filter { assignment.holds(formulas[$0]) }
    for atom in assignment.trueAtoms {
      found += places[range(atom)].filter { assignment.holds(formulas[$0]) }
    }
    found.sort()
    return found.enumerated().filter { $0.offset == 0 || found[$0.offset - 1] != $0.element }
      .map { $0.element }
  }

  /// The first index in the range whose place is at least the bound.
  private func lowerBound(_ range: Range<Int>, _ bound: Int) -> Int {
    if range.isEmpty || places[range.lowerBound] >= bound { return range.lowerBound }
    return places[range].partitionPoint { $0 >= bound }
  }
}

extension Formula {
  /// Finds the cheapest set of atoms such that the formula holds only if at least one of them is true. Returns
  /// false if the formula can hold without a true atom.
  ///
  /// - Parameters:
  ///   - cost: returns the cost of an atom. A set costs as much as its most expensive atom.
  ///   - body: called for each atom of the set.
  func watch(_ cost: (Int) -> Int, _ body: (Int) -> Void) -> Bool {
    guard watchCost(cost) != nil else { return false }
    eachWatched(cost, body)
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

  private func eachWatched(_ cost: (Int) -> Int, _ body: (Int) -> Void) {
    switch self {
    case .constant: break
    case .literal(let literal): body(literal.atom)
    case .all(let parts):
      let least = watchCost(cost)
      parts.first { $0.watchCost(cost) == least }?.eachWatched(cost, body)
    case .any(let parts): for part in parts { part.eachWatched(cost, body) }
    }
  }
}

extension AtomTable {
  /// An estimate of the frequency with which the atom is true.
  func commonness(of atom: Int) -> Int {
    switch atoms[atom].test {
    case .namedURL: 0
    case .literal: atoms[atom].component == schemeNumber ? 50 : 1
    case .language: 2
    case .numbers: 20
    case .equal, .related: 30
    case .choice: 40
    case .isPresent: 60
    }
  }
}
