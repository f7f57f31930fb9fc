/// Finds rules of a chain that hold. After a number of lookups it builds an index.
final class RuleFinder {
  private let rules: [LoweredRule]
  /// The keys of the rules; `never` for rules that need not be found.
  private let keys: [WatchedLiterals]
  private let atomTable: AtomTable
  @exclusivity(unchecked) private var index: RuleIndex?
  /// The number of lookups left that read all keys; the next lookup builds the index.
  @exclusivity(unchecked) private var scansLeft: Int
  private static let fewLookups = 30

  /// Creates a finder.
  ///
  /// - Parameters:
  ///   - keys: the keys of the rules; `never` for rules that need not be found.
  ///   - expectsFewLookups: whether the first lookups must not wait for an index.
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

  /// The first place in the range whose rule holds and satisfies the predicate; nil if there is none.
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
    let index = RuleIndex(rules.map { $0.formula }, atomTable) { !keys[$0].isNever }
    self.index = index
    return index
  }
}
