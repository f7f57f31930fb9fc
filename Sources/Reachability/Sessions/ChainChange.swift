import Interpreter
import Requests
import Semantics
import WebURL

/// A version of a chain with the results of its analysis, which may be incomplete.
struct CachedChain {
  var context: AnalysisContext
  var lowered: LoweredRules
  var flat: FlatChain
  var rules: [LoweredRule]
  var verdicts: ChainVerdicts
  var loadLoops: [ChainAnalysis.LoadLoop] = []
  /// The size of the context after the first complete analysis; nil before it.
  var firstSize: Int?
  /// False if the rules are older than the last text that the session has seen.
  var isOfLastText = true

  /// Removes the verdicts, so that the caller has the only copy and can change it in place.
  mutating func takeVerdicts() -> ChainVerdicts {
    let taken = verdicts
    verdicts = ChainVerdicts(count: 0)
    return taken
  }

  /// The analysis for new locations of the rules.
  ///
  /// - Parameter chain: the chain with the rules at their present places.
  func analysis(of chain: FlatChain, in rules: RuleSet) -> ChainAnalysis {
    verdicts.analysis(of: chain, in: rules, loadLoops)
  }

  /// True if most of the context belongs to removed rules.
  var isOutgrown: Bool { firstSize.map(context.hasOutgrown) ?? false }
}

/// The difference between two versions of a chain. Finds out which verdicts about the old version are still
/// valid.
struct ChainChange {
  private let old: FlatChain
  private let chain: FlatChain
  /// The old entries that the added rules replace.
  private let replaced: Range<Int>
  private let removed: [LoweredRule]
  private let added: [LoweredRule]
  /// The added rules that can take requests from later rules.
  private let covering: [AddedRule]
  /// The added rules that may now follow earlier rules.
  private let acting: [AddedRule]
  /// The URLs with which only one version of the chain compares. Each has a request form of its own, so the
  /// search in the other version may find another witness first.
  private let changedURLs: [(url: WebURL, path: TextStart)]
  /// Hashes of the URLs that rules name; empty if no added rule tests an encoded form of the request's URL.
  private let namedHashes: Set<UInt64>

  private struct AddedRule {
    var rule: LoweredRule
    var prefilter: Prefilter?
    /// Marks of texts that a request must contain; nil if no such texts are known.
    var marks: [TextMarks]?
    /// The roots of URLs with encoded parts that the rule tests. The values of a recorded request may not
    /// determine these parts.
    var rootsOfViews: [URLRoot]
  }

  init(from old: CachedChain, to solver: ChainSolver, changedURLs: Set<Int>) {
    let (rules, context) = (solver.rules, solver.context)
    self.old = old.flat
    chain = solver.chain
    let shared = min(old.rules.count, rules.count)
    var start = 0
    while start < shared, old.rules[start].isSame(as: rules[start]) { start += 1 }
    var end = 0
    while end < shared - start,
      old.rules[old.rules.count - 1 - end].isSame(as: rules[rules.count - 1 - end])
    { end += 1 }
    replaced = start..<(old.rules.count - end)
    removed = Array(old.rules[replaced])
    added = Array(rules[start..<(rules.count - end)])
    let prefilters = added.map { rule in
      AddedRule(
        rule: rule, prefilter: context.prefilter(rule),
        marks: context.requiredMarks(rule.formula),
        rootsOfViews: context.rootsOfViews(rule.formula))
    }
    covering = prefilters.filter { $0.rule.covers }
    acting = prefilters.filter { !$0.rule.effect.isInert }
    self.changedURLs = changedURLs.sorted().map { number in
      let url = context.atomTable.namedURLs[number]
      return (url, TextStart(Array((url.path ?? "").utf8)))
    }
    namedHashes =
      prefilters.contains { $0.rootsOfViews.contains(.request) }
      ? Set(context.atomTable.namedURLs.map { RecordedRequest.hash($0.normalized.utf8) }) : []
  }

  /// True if so many rules were added that it costs less to solve all rules again.
  var isLarge: Bool { added.count > max(Self.manyRules, chain.rules.count / 2) }

  private static let manyRules = 500

  /// Removes the verdicts that are no longer valid, and adapts the others.
  ///
  /// - Parameter verdicts: the verdicts about the old version; afterwards those about the new one.
  func apply(to verdicts: inout ChainVerdicts, _ solver: ChainSolver) {
    let doubtful = verdicts.changeFollowers(
      replaced, growth: growth, marks: Self.marks(acting), namesSameURLs: changedURLs.isEmpty)
    for entry in doubtful {
      guard let known = verdicts[entry] else { continue }
      if !holdsBefore(known, verdicts.follower(of: entry), entry, solver) {
        verdicts.remove(entry)
      }
    }
    verdicts.replace(replaced, count: added.count)
    let after = verdicts.mayDependOnEarlier(
      from: start + added.count, marks: Self.marks(covering),
      // The covers of shadowed rules contain entries, which have changed if the number of rules has.
      removed: growth == 0 && changedURLs.isEmpty ? RuleSignatures(removed) : nil,
      plainTaker: { plainTaker(solver) })
    for entry in after {
      guard let known = verdicts[entry] else { continue }
      let follower = verdicts.follower(of: entry)
      if let kept = keptAfter(known, follower, entry, solver) {
        if kept !== known { verdicts.set(entry, kept, follower) }
      } else {
        verdicts.remove(entry)
      }
    }
  }

  /// The alternative marks of requests that the rules match: each such request contains all marks of one element.
  /// Nil if not known.
  private static func marks(_ rules: [AddedRule]) -> [TextMarks]? {
    var marks: [TextMarks] = []
    for one in rules {
      guard let own = one.marks, one.rootsOfViews.isEmpty else { return nil }
      marks += own
    }
    return marks
  }

  /// The first entry that matches `https://example.com/`; -1 if the chain does not apply to that request.
  private func plainTaker(_ solver: ChainSolver) -> Int { solver.plain?.taker ?? -1 }

  /// The first entry that differs.
  private var start: Int { replaced.lowerBound }

  /// The number of added rules, less the number of removed rules.
  private var growth: Int { added.count - replaced.count }

  /// The old entry of a rule after the change.
  private func before(_ entry: Int) -> Int { entry - growth }

  /// Returns whether the verdict about a rule before the change is still valid. Only later rules differ for it.
  ///
  /// - Parameter follower: the rule that follows, with its new entry.
  private func holdsBefore(
    _ verdict: RuleVerdict, _ follower: RuleFollower, _ entry: Int, _ solver: ChainSolver
  ) -> Bool {
    if verdict.evidence.hasOpenQuestion { return false }
    if case .unreachable(.shadowed) = verdict.evidence.reachability {
      return !mayBeNamed(verdict, solver)
    }
    if !verdict.isPlain,
      !changedURLs.isEmpty || old.rules[entry] !== chain.rules[entry]
        || verdict.evidence.redundant != nil
    {
      return false
    }
    switch follower {
    case .none: return true
    case .searched: return false
    case .other(let distance) where entry + distance < start: return true
    case .other, .end: break
    }
    return verdict.path != nil
      && !acting.contains { one in
        mayTake(one, verdict, solver) && reaches(one, verdict, solver)
      }
  }

  /// The verdict about a rule after the change, if it is still valid. Added rules may take the rule's requests,
  /// and removed rules no longer do.
  private func keptAfter(
    _ verdict: RuleVerdict, _ follower: RuleFollower, _ entry: Int, _ solver: ChainSolver
  ) -> RuleVerdict? {
    if case .unreachable(let why) = verdict.evidence.reachability {
      return keptUnreachable(verdict, why, entry, solver)
    }
    guard verdict.isPlain, verdict.path != nil else { return nil }
    if case .searched = follower { return nil }
    if !verdict.evidence.unsafeTakers.isEmpty, mayBeRefuted(verdict.evidence.unsafeTakers) {
      return nil
    }
    if verdict.loads {
      guard let takers = verdict.evidence.loadTakers else { return nil }
      if !takers.isEmpty, mayBeRefuted(takers) { return nil }
    }
    if verdict.evidence.restsOnPlain, plainTaker(solver) < entry { return nil }
    for one in covering where mayTake(one, verdict, solver) {
      if reaches(one, verdict, solver) { return nil }
      for recorded in verdict.evidence.counterexamples where takes(one, recorded, solver) {
        return nil
      }
    }
    return verdict
  }

  private func keptUnreachable(
    _ verdict: RuleVerdict, _ why: ChainAnalysis.Unreachable, _ entry: Int, _ solver: ChainSolver
  ) -> RuleVerdict? {
    guard !isRemoved(anyOf: verdict.evidence.takers), !mayBeNamed(verdict, solver),
      covering.allSatisfy({ !changesProof($0, verdict, solver) })
    else { return nil }
    guard case .shadowed(let cover) = why else {
      // Other proofs contain locations.
      return old.rules[before(entry)] === chain.rules[entry] ? verdict : nil
    }
    if growth == 0 { return verdict }
    return verdict.shadowed(
      by: cover.map { one in
        var one = one
        if one.entry >= start { one.entry += growth }
        return one
      })
  }

  /// Returns whether the added rule may change the proof that a rule is unreachable, or its cover. The search has
  /// the same result if the added rule matches none of the proposed requests.
  private func changesProof(_ one: AddedRule, _ verdict: RuleVerdict, _ solver: ChainSolver) -> Bool
  {
    if solver.context.areDisjoint(one.rule.formula, verdict.formula) { return false }
    guard let proposals = verdict.evidence.proposals else { return true }
    return mayTake(one, verdict, solver) && proposals.contains { takes(one, $0, solver) }
  }

  /// Returns whether a request of the proof may have gained or lost a request form of its own.
  private func mayBeNamed(_ verdict: RuleVerdict, _ solver: ChainSolver) -> Bool {
    if changedURLs.isEmpty { return false }
    guard let proposals = verdict.evidence.proposals else { return true }
    return proposals.contains { recorded in
      changedURLs.contains { solver.context.mayHave($0.url, path: $0.path, recorded) }
    }
  }

  /// Returns whether a proof that no request exists may be invalid because it needs one of these rules.
  private func mayBeRefuted(_ takers: [LoweredRule]) -> Bool {
    !changedURLs.isEmpty || isRemoved(anyOf: takers)
  }

  private func isRemoved(anyOf rules: [LoweredRule]) -> Bool {
    removed.contains { gone in rules.contains { $0.isSame(as: gone) } }
  }

  /// Returns false if the rule matches none of the requests that are evidence for the verdict. Costs little.
  private func mayTake(_ one: AddedRule, _ verdict: RuleVerdict, _ solver: ChainSolver) -> Bool {
    guard let marks = one.marks, !verdict.requests.mayContain(marks) else { return true }
    return !one.rootsOfViews.allSatisfy { root in
      if root == .request { return verdict.requests.haveWrittenURL(named: namedHashes) }
      guard let place = solver.context.atomTable.otherRoots.firstIndex(of: root) else {
        return false
      }
      return verdict.requests.lackURL(at: place)
    }
  }

  /// Returns whether the rule matches the request that shows that another rule is reachable.
  private func reaches(
    _ one: AddedRule, _ verdict: RuleVerdict, _ solver: ChainSolver
  ) -> Bool {
    if let start = one.prefilter?.path, let path = verdict.path, !path.mayStart(like: start) {
      return false
    }
    guard let reached = verdict.evidence.reached else { return true }
    return takes(one, reached, solver)
  }

  private func takes(
    _ one: AddedRule, _ recorded: RecordedRequest,
    _ solver: ChainSolver
  ) -> Bool {
    if !one.rootsOfViews.isEmpty {
      if !solver.context.knowsViews(of: one.rootsOfViews, recorded) { return true }
    } else if let prefilter = one.prefilter, !solver.context.mayTake(prefilter, recorded) {
      return false
    }
    return solver.context.holds(one.rule.formula, recorded)
  }
}
