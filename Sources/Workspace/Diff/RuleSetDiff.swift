import Interpreter
import Reachability
import Requests
import Semantics
import Text

/// The differences between two versions of rule sets: the treatment of requests, and the contract between page
/// and app.
package struct RuleSetDiff: Sendable {
  /// A version of a chain.
  struct Side: Sendable {
    let set: LoadedRuleSet
    let flat: FlatChain

    init(_ set: LoadedRuleSet, _ chain: ID<Chain>) {
      self.set = set
      flat = FlatChain(chain, in: set.rules)
    }

    var declared: Declared { rules[flat.chain].declared }
    var rules: RuleSet { self.set.rules }
    var printer: RuleLanguagePrinter { RuleLanguagePrinter(rules) }
  }

  /// A chain that differs between the versions. One side is nil if the chain was added or removed.
  struct Change: Sendable {
    let name: ChainName
    let old: Side?
    let new: Side?
    let differences: [ChainDifference]
    /// The pairs of rules that could not be compared.
    let undecided: [UndecidedPair]
    /// The changed rules that may differ for more requests than were searched.
    let shortened: [ShortenedSearch]

    init(_ name: ChainName, _ old: Side?, _ new: Side?, _ comparison: ChainComparison? = nil) {
      self.name = name
      self.old = old
      self.new = new
      differences = comparison?.differences ?? []
      undecided = comparison?.undecided ?? []
      shortened = comparison?.shortened ?? []
    }
  }

  /// The changed chains, in the order of the sets and of the new chains. Removed chains are last.
  private(set) var changes: [Change] = []

  /// The changes of the contract of one pair of sets.
  struct ContractChanges: Sendable {
    let old: LoadedRuleSet
    /// The new version; nil if the set was removed.
    let new: LoadedRuleSet?
    /// The index of the pair.
    let pair: Int
    fileprivate(set) var changes: [ContractChange]
  }

  /// The changed contracts, in the order of the sets.
  private(set) var contracts: [ContractChanges] = []

  /// The lines of invariants that exist or hold in one version only, in the order of the sets.
  private(set) var invariants: [InvariantChange] = []

  /// True if every request is proved to be treated the same, and contract and invariants are equal.
  package var isEmpty: Bool { changes.isEmpty && contracts.isEmpty && invariants.isEmpty }

  /// The number of contract changes that break released pages and are not accepted.
  package var breakingPages: Int { count { $0.pages != nil } }

  /// The number of contract changes that break released apps and are not accepted.
  package var breakingApps: Int { count { $0.apps != nil } }

  private func count(_ condition: (ContractChange) -> Bool) -> Int {
    contracts.reduce(0) { $0 + $1.changes.count { !$0.isAccepted && condition($0) } }
  }

  /// The changes of the contract that break released pages or apps and are not accepted, each with the index of its
  /// pair.
  package var breakingChanges: [(pair: Int, change: ContractChange)] {
    contracts.flatMap { contract in
      contract.changes.filter { $0.isBreaking && !$0.isAccepted }.map { (contract.pair, $0) }
    }
  }

  /// Accepts a change of a pair that breaks released pages or apps.
  ///
  /// - Parameters:
  ///   - line: the value of the change's `line`.
  /// - Returns: false if there is no such change.
  package mutating func accept(
    _ declaration: String, _ line: String, inPair pair: Int
  ) -> Bool {
    var isFound = false
    for contract in contracts.indices where contracts[contract].pair == pair {
      for (number, change) in contracts[contract].changes.enumerated()
      where change.isBreaking && change.declaration == declaration && change.line == line {
        contracts[contract].changes[number].isAccepted = true
        isFound = true
      }
    }
    return isFound
  }

  /// - Parameters:
  ///   - pairs: the versions of each set, without errors; nil for a version that does not exist.
  ///   - all: true to search for all differences, and not only for examples.
  package init(_ pairs: [(old: LoadedRuleSet?, new: LoadedRuleSet?)], all: Bool = true) {
    self.init(pairs, all ? .all : Self.examples)
    invariants = pairs.flatMap { InvariantChange.all($0.old, $0.new) }
  }

  static let examples = ComparisonExtent.examples(total: 120)

  /// The extent of a comparison in an editor, which compares the rules again after each edit.
  static let examplesInEditor = ComparisonExtent.fewExamples(total: 60)

  /// The extent of a comparison for the reader of a fix, which may change the order of very many rules.
  static let fewExamples = ComparisonExtent.fewExamples(total: 20)

  /// - Parameter extent: the extent of the comparison; nil if the chains are known to be equivalent.
  init(_ pairs: [(old: LoadedRuleSet?, new: LoadedRuleSet?)], _ extent: ComparisonExtent?) {
    for (number, pair) in pairs.enumerated() {
      if let extent { addChains(pair.old, pair.new, extent) }
      guard let old = pair.old, pair.new?.hasErrors != true else { continue }
      let comparison = ContractComparison(old: old.rules, new: pair.new?.rules ?? RuleSet())
      if comparison.changes.isEmpty { continue }
      contracts.append(
        ContractChanges(old: old, new: pair.new, pair: number, changes: comparison.changes))
    }
  }

  /// Returns whether every chain is proved to treat every request the same.
  static func haveSameChains(_ old: LoadedRuleSet, _ new: LoadedRuleSet) -> Bool {
    var diff = RuleSetDiff([])
    diff.addChains(old, new, .any)
    return diff.isEmpty
  }

  /// Returns false if it is proved that no request that was cancelled now passes.
  static func mayPassMore(_ old: LoadedRuleSet, _ new: LoadedRuleSet) -> Bool {
    var diff = RuleSetDiff([])
    diff.addChains(old, new, .weaker)
    return !diff.isEmpty
  }

  /// The edits of rules between the versions; nil if other declarations differ, or files were added or removed.
  private static func edits(_ old: LoadedRuleSet, _ new: LoadedRuleSet) -> RuleEdits? {
    guard !new.hasErrors, old.files.count == new.files.count,
      old.rules.hasSameRuleScope(as: new.rules)
    else {
      return nil
    }
    let isSame = zip(old.files, new.files).map { $0.bytes == $1.bytes }
    return RuleEdits(from: old.files, to: new.files) { isSame[Int($0.index)] }
  }

  private mutating func addChains(
    _ old: LoadedRuleSet?, _ new: LoadedRuleSet?, _ extent: ComparisonExtent
  ) {
    func side(_ set: LoadedRuleSet?, _ name: ChainName) -> Side? {
      guard let set, let index = set.rules.chains.firstIndex(where: { $0.chainName == name }) else {
        return nil
      }
      return Side(set, ID(index))
    }
    var comparer: ChainComparer?
    if let old, let new {
      comparer = ChainComparer(
        old: old.rules, new: new.rules, edits: Self.edits(old, new), extent: extent)
    }
    // A new version with errors, as in an editor, has only its chains without errors compared.
    for name in new?.chainNames ?? [] where new?.isBroken(name) != true {
      let (before, after) = (side(old, name), side(new, name))
      guard let before, let after, let comparer else {
        changes.append(Change(name, before, after))
        continue
      }
      let comparison = comparer.compare(before.flat.chain, after.flat.chain)
      if comparison.differences.isEmpty, comparison.undecided.isEmpty { continue }
      changes.append(Change(name, before, after, comparison))
      switch extent {
      case .any, .weaker: return
      case .all, .examples, .fewExamples: break
      }
    }
    if new?.hasErrors == true { return }
    for name in old?.chainNames ?? [] where side(new, name) == nil {
      changes.append(Change(name, side(old, name), nil))
    }
  }
}

extension ChainDifference {
  /// The request to show, with the attempted actions that fail in every attempt.
  func shown(_ change: RuleSetDiff.Change) -> Witness {
    let answers = answers(change)
    var witness = witness
    witness.declined = answers.failed.subtracting(answers.succeeded).sorted()
    return witness
  }

  /// Returns whether an attempted action fails first and succeeds later.
  func hasChangingAnswers(_ change: RuleSetDiff.Change) -> Bool {
    let answers = answers(change)
    return !answers.failed.isDisjoint(with: answers.succeeded)
  }

  /// The names of the attempted actions that fail, and of those that succeed.
  private func answers(
    _ change: RuleSetDiff.Change
  ) -> (failed: Set<String>, succeeded: Set<String>) {
    var (failed, succeeded): (Set<String>, Set<String>) = ([], [])
    for (side, outcome) in [(change.old, old), (change.new, new)] {
      guard let side else { continue }
      func name(_ step: PerformedStep) -> String? {
        step.kind.attempted.map { side.set.rules.name(of: $0) }
      }
      failed.formUnion(outcome.failedAttempts.compactMap { name($0.step) })
      succeeded.formUnion(outcome.steps.compactMap(name))
    }
    return (failed, succeeded)
  }
}
