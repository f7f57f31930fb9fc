import Interpreter
import Semantics

/// The verdicts about the rules of a chain while it is edited, indexed by entry.
///
/// The facts that each edit needs are also stored in arrays of plain values, which can be read quickly. So an
/// edit looks only at the verdicts that it may affect.
struct ChainVerdicts {
  /// The verdicts; some may be invalid (`Facts.isValid`).
  private var verdicts: [RuleVerdict] = []
  private var facts: [Facts] = []
  /// The marks of the requests that are evidence for each verdict.
  private var marks: [TextMarks] = []
  private var costs: [Budget.Cost] = []

  private struct Facts {
    /// False if the rule must be solved.
    var isValid = false
    var status = ChainAnalysis.Status.undecided
    var isPlain = false
    var isUndecided = false
    /// True if the verdict stays valid as long as earlier rules match none of its requests (and, with
    /// `restsOnPlain`, not `https://example.com/` either).
    var restsOnRequests = false
    var restsOnPlain = false
    var restsOnProposals = false
    /// The signatures of the rules that the proof of an unreachable rule needs.
    var takers = RuleSignatures()
    var follower = RuleFollower.none

    init() {}

    init(_ verdict: RuleVerdict, _ follower: RuleFollower) {
      isValid = true
      status = verdict.status
      isPlain = verdict.isPlain
      isUndecided = verdict.isUndecided
      restsOnPlain = verdict.evidence.restsOnPlain
      restsOnRequests =
        isPlain && verdict.path != nil && verdict.evidence.unsafeTakers.isEmpty && !verdict.loads
      if case .searched = follower { restsOnRequests = false }
      restsOnProposals = verdict.restsOnProposals
      takers = RuleSignatures(verdict.evidence.takers)
      self.follower = follower
    }
  }

  /// Creates the verdicts of rules that must all be solved.
  ///
  /// - Parameter count: the number of rules.
  init(count: Int) { replace(0..<0, count: count) }

  /// Replaces the verdicts of the entries by entries that must be solved.
  mutating func replace(_ entries: Range<Int>, count: Int) {
    verdicts.replaceSubrange(entries, with: repeatElement(RuleVerdict.unsolved, count: count))
    facts.replaceSubrange(entries, with: repeatElement(Facts(), count: count))
    marks.replaceSubrange(entries, with: repeatElement(TextMarks(), count: count))
    costs.replaceSubrange(entries, with: repeatElement(Budget.Cost(), count: count))
  }

  /// The verdict about the rule; nil if the rule must be solved.
  subscript(entry: Int) -> RuleVerdict? { facts[entry].isValid ? verdicts[entry] : nil }

  /// The rule that follows for the request that reaches the entry.
  func follower(of entry: Int) -> RuleFollower { facts[entry].follower }

  /// Stores the verdict about a rule and the rule that follows it.
  mutating func set(_ entry: Int, _ verdict: RuleVerdict, _ follower: RuleFollower) {
    verdicts[entry] = verdict
    facts[entry] = Facts(verdict, follower)
    marks[entry] = verdict.requests.marks
    costs[entry] = verdict.evidence.cost
  }

  /// Notes that the rule must be solved.
  mutating func remove(_ entry: Int) { facts[entry].isValid = false }

  /// The first entry, from the given one on, that must be solved.
  func firstOpen(from entry: Int) -> Int? { facts[entry...].firstIndex { !$0.isValid } }

  /// Adapts the verdicts before the replaced rules, since other rules may follow them now.
  ///
  /// - Parameters:
  ///   - replaced: the old entries of the rules that were replaced.
  ///   - growth: the number of added rules, less the number of removed rules.
  ///   - new: the alternative marks of requests on which a new rule acts: each such request contains all marks of
  ///     one element. Nil if not known.
  ///   - namesSameURLs: false if the versions of the chain compare with different URLs.
  /// - Returns: the entries of verdicts that may be invalid now.
  mutating func changeFollowers(
    _ replaced: Range<Int>, growth: Int, marks new: [TextMarks]?, namesSameURLs: Bool
  ) -> [Int] {
    var doubtful: [Int] = []
    for entry in 0..<replaced.lowerBound where facts[entry].isValid {
      if namesSameURLs, facts[entry].restsOnProposals { continue }
      var mayBeOther = false
      switch facts[entry].follower {
      case .none: break
      case .searched: facts[entry].isValid = false
      case .end: mayBeOther = true
      case .other(let distance):
        if entry + distance < replaced.lowerBound { break }
        mayBeOther = true
        if entry + distance < replaced.upperBound { facts[entry].isValid = false }
        facts[entry].follower = .other(distance + growth)
      }
      if mayBeOther, let new { mayBeOther = marks[entry].includesAny(of: new) }
      if mayBeOther || !facts[entry].isPlain { doubtful.append(entry) }
    }
    return doubtful
  }

  /// The entries, from the given one on, of valid verdicts that may depend on new rules before them.
  ///
  /// - Parameters:
  ///   - new: the alternative marks of requests that a new rule covers: each such request contains all marks of
  ///     one element. Nil if not known.
  ///   - removed: the removed rules; nil if verdicts of unreachable rules may depend on the change in other ways.
  ///   - plainTaker: returns the first entry that matches `https://example.com/`; called only if verdicts depend
  ///     on it.
  func mayDependOnEarlier(
    from start: Int, marks new: [TextMarks]?, removed: RuleSignatures?, plainTaker: () -> Int
  ) -> [Int] {
    var taker: Int?
    return (start..<facts.count).filter { entry in
      let one = facts[entry]
      if !one.isValid { return false }
      if one.restsOnProposals {
        guard let removed, let new else { return true }
        return one.takers.mayShare(removed) || marks[entry].includesAny(of: new)
      }
      guard one.restsOnRequests, let new, !marks[entry].includesAny(of: new) else { return true }
      if !one.restsOnPlain { return false }
      let known = taker ?? plainTaker()
      taker = known
      return known < entry
    }
  }

  /// Returns whether all rules have verdicts that are valid if the rules differ only in their locations.
  func hold(for chain: FlatChain, movedFrom old: FlatChain) -> Bool {
    facts.indices.allSatisfy { entry in
      let one = facts[entry]
      return one.isValid
        && (one.isPlain || !verdicts[entry].hasLocations
          || old.rules[entry] === chain.rules[entry])
    }
  }

  /// True if the budget was too small for some question.
  ///
  /// - Requires: no rule must be solved.
  var isUndecided: Bool { facts.contains { $0.isUndecided } }

  /// The sum of the costs of all verdicts.
  var cost: Budget.Cost { costs.reduce(into: Budget.Cost()) { $0 += $1 } }

  /// The analysis that consists of these verdicts.
  ///
  /// - Requires: no rule must be solved.
  func analysis(
    of chain: FlatChain, in rules: RuleSet, _ loadLoops: [ChainAnalysis.LoadLoop]
  ) -> ChainAnalysis {
    ChainAnalysis(
      chain, in: rules, verdicts, loadLoops, statuses: facts.map { $0.status },
      remarkable: facts.indices.filter { !facts[$0].isPlain })
  }
}
