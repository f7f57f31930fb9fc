/// Finds the rules of a chain that hold. If many are sought, it builds an index.
final class RuleFinder {
  private let rules: [LoweredRule]
  /// `never` for rules that are not searched for.
  private let keys: [WatchedLiterals]
  private let atomTable: AtomTable
  @exclusivity(unchecked) private var index: RuleIndex?
  /// Lookups left that read all keys; the next one builds the index.
  @exclusivity(unchecked) private var scansLeft: Int
  private static let fewLookups = 30

  /// - Parameters:
  ///   - keys: the keys of the rules to find; `never` for the others.
  ///   - expectsFewLookups: true if the first lookups must not wait for an index.
  init(
    _ rules: [LoweredRule], _ keys: [WatchedLiterals],
    _ atomTable: AtomTable,
    expectsFewLookups: Bool
  ) {
    self.rules = rules
    self.keys = keys
    self.atomTable = atomTable
    scansLeft = expectsFewLookups ? Self.fewLookups : 0
  }

  /// The first place in the range with a rule to find that holds and that the predicate selects.
  func first(
    in range: Range<Int>, _ assignment: Assignment, where isRight: (Int) -> Bool = { _ in true }
  ) -> Int? {
    if scansLeft > 0 {
      scansLeft -= 1
      return range.first { place in
        keys[place].mayHold(assignment) && assignment.holds(rules[place].formula)
          && isRight(place)
      }
    }
    return made().first(in: range, assignment, where: isRight)
  }

  private func made() -> RuleIndex {
    if let index { return index }
    let index = RuleIndex(rules.map(\.formula), atomTable) { !keys[$0].isNever }
    self.index = index
    return index
  }
}
