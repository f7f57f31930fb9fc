import Interpreter

/// Finds the rules of a chain that hold; builds an index once there are enough lookups.
final class RuleFinder {
  private let rules: [LoweredRule]
  /// `never` for rules that are not searched for.
  private let keys: [WatchedLiterals]
  private let atomTable: AtomTable
  @exclusivity(unchecked) private var index: RuleIndex?
  /// Lookups left that scan all keys.
  @exclusivity(unchecked) private var walksLeft: Int

  /// - Parameters:
  ///   - keys: the keys of the rules to find; `never` for the others.
  ///   - walks: the number of lookups that scan all keys before an index is built.
  init(
    _ rules: [LoweredRule], _ keys: [WatchedLiterals],
    _ atomTable: AtomTable,
    walks: Int
  ) {
    self.rules = rules
    self.keys = keys
    self.atomTable = atomTable
    walksLeft = walks
  }

  /// The first place in the range with a rule to find that holds.
  func first(in range: Range<Int>, _ assignment: Assignment) -> Int? {
    if walksLeft == 0 { return made().first(in: range, assignment) }
    walksLeft -= 1
    for place in range where keys[place].mayHold(assignment) {
      if assignment.holds(rules[place].formula) { return place }
    }
    return nil
  }

  /// The first such place that also satisfies a predicate.
  func first(in range: Range<Int>, _ assignment: Assignment, where isRight: (Int) -> Bool) -> Int? {
    made().first(in: range, assignment, where: isRight)
  }

  private func made() -> RuleIndex {
    if let index { return index }
    let isMeant = keys.map { !$0.isNever }
    let index = RuleIndex(rules.map(\.formula), atomTable) { isMeant[$0] }
    self.index = index
    return index
  }
}
