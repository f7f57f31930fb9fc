import Interpreter

/// Finds the rules of a chain that hold; builds an index at the first lookup.
final class RuleFinder {
  private let rules: [LoweredRule]
  /// `never` for rules that are not searched for.
  private let keys: [WatchedLiterals]
  private let atomTable: AtomTable
  @exclusivity(unchecked) private var index: RuleIndex?
  /// Lookups left before an index is built whose lookups are quicker.
  @exclusivity(unchecked) private var lookupsLeft: Int
  private static let fewLookups = 500

  /// - Parameters:
  ///   - keys: the keys of the rules to find; `never` for the others.
  ///   - isForFewLookups: whether building the index must be quick, rather than its lookups.
  init(
    _ rules: [LoweredRule], _ keys: [WatchedLiterals],
    _ atomTable: AtomTable,
    isForFewLookups: Bool
  ) {
    self.rules = rules
    self.keys = keys
    self.atomTable = atomTable
    lookupsLeft = isForFewLookups ? Self.fewLookups : 0
  }

  /// The first place in the range with a rule to find that holds.
  func first(in range: Range<Int>, _ assignment: Assignment) -> Int? {
    made().first(in: range, assignment)
  }

  /// The first such place that also satisfies a predicate.
  func first(in range: Range<Int>, _ assignment: Assignment, where isRight: (Int) -> Bool) -> Int? {
    made().first(in: range, assignment, where: isRight)
  }

  private func made() -> RuleIndex {
    if lookupsLeft > 0 {
      lookupsLeft -= 1
      if lookupsLeft == 0 { index = nil }
    }
    if let index { return index }
    let formulas = rules.map(\.formula)
    let index =
      lookupsLeft > 0
      ? RuleIndex(formulas, keys, atomTable)
      : RuleIndex(formulas, atomTable) { !keys[$0].isNever }
    self.index = index
    return index
  }
}
