import Interpreter
import Requests
import Semantics
import WebURL

/// A chain with the results of its analysis, which may have been interrupted.
struct CachedChain {
  var context: AnalysisContext
  var lowered: LoweredRules
  var flat: FlatChain
  var rules: [LoweredRule]
  /// Of the first rules.
  var verdicts: [RuleVerdict]
  /// Of the other rules, after an interrupted analysis: nil for those that must be solved.
  var rest: [RuleVerdict?] = []
  /// The size of the context after the first complete analysis; nil before that.
  var firstSize: Int?
  /// Nil if the analysis was interrupted.
  var analysis: ChainAnalysis?
  /// False if the rules are older than the last text that the session has seen.
  var isOfLastText = true

  /// Nil if an interrupted analysis has not decided the rule.
  func verdict(_ entry: Int) -> RuleVerdict? {
    entry < verdicts.count ? verdicts[entry] : rest[entry - verdicts.count]
  }

  /// True if most of the context belongs to removed rules.
  var isOutgrown: Bool { firstSize.map { context.size > 3 * $0 + 20_000 } ?? false }
}

/// The difference between two versions of a chain, and which verdicts about the old one still hold.
struct ChainChange {
  private let old: CachedChain
  private let chain: FlatChain
  private let rules: [LoweredRule]
  /// The length of the common prefix.
  private let start: Int
  /// The length of the common suffix.
  private let end: Int
  private let removed: [LoweredRule]
  private let added: [LoweredRule]
  /// Added rules that can match requests of later rules.
  private let covering: [AddedRule]
  /// Added rules that may now follow an earlier rule.
  private let acting: [AddedRule]
  /// The URLs that only one version of the chain compares with. Each such URL has its own request form, so that
  /// the search may find another witness first.
  private let changedURLs: Set<Int>
  /// Hashes of the URLs that rules name, if an added rule tests another view of a URL's parts.
  private let namedHashes: Set<UInt64>

  private struct AddedRule {
    var rule: LoweredRule
    var prefilter: Prefilter?
    /// Texts that a request must contain; nil if there are none.
    var marks: [TextMarks]?
    /// The roots of the URLs whose parts it tests in another view, which not all recorded values determine.
    var rootsOfViews: [URLRoot]
  }

  init(from old: CachedChain, to solver: ChainSolver, changedURLs: Set<Int>) {
    let (rules, context) = (solver.rules, solver.context)
    self.old = old
    self.rules = rules
    chain = solver.chain
    let shared = min(old.rules.count, rules.count)
    var start = 0
    while start < shared, old.rules[start].isSame(as: rules[start]) { start += 1 }
    var end = 0
    while end < shared - start,
      old.rules[old.rules.count - 1 - end].isSame(as: rules[rules.count - 1 - end])
    { end += 1 }
    self.start = start
    self.end = end
    removed = Array(old.rules[start..<(old.rules.count - end)])
    added = Array(rules[start..<(rules.count - end)])
    let prefilters = added.map { rule in
      AddedRule(
        rule: rule, prefilter: context.prefilter(rule),
        marks: context.requiredMarks(rule.formula),
        rootsOfViews: context.rootsOfViews(rule.formula))
    }
    covering = prefilters.filter { $0.rule.covers }
    acting = prefilters.filter { !$0.rule.effect.isInert }
    self.changedURLs = changedURLs
    namedHashes =
      prefilters.contains { $0.rootsOfViews.contains(.request) }
      ? Set(context.atomTable.namedURLs.map { RecordedRequest.hash($0.normalized.utf8) }) : []
  }

  /// True if so many rules were added that solving all again costs less than to find out what holds.
  var isLarge: Bool { added.count > max(Self.manyRules, rules.count / 2) }

  private static let manyRules = 500

  /// The verdict about the rule, if it still holds.
  func kept(_ entry: Int, _ solver: ChainSolver) -> RuleVerdict? {
    if entry < start { return old.verdict(entry).flatMap { keptBefore($0, entry, solver) } }
    if entry < rules.count - end { return nil }
    return old.verdict(before(entry)).flatMap { keptAfter($0, entry, solver) }
  }

  /// The number of rules that were added, less those that were removed.
  private var growth: Int { rules.count - old.rules.count }

  /// The old index of an entry after the change.
  private func before(_ entry: Int) -> Int { entry - growth }

  /// Keeps the verdict about a rule before the change: only later rules differ.
  private func keptBefore(_ verdict: RuleVerdict, _ entry: Int, _ solver: ChainSolver)
    -> RuleVerdict?
  {
    if verdict.evidence.hasOpenQuestion { return nil }
    if case .unreachable(.shadowed) = verdict.evidence.reachability {
      return mayBeNamed(verdict, solver) ? nil : moved(verdict, to: entry)
    }
    if !verdict.isPlain,
      !changedURLs.isEmpty || old.flat.rules[entry] !== chain.rules[entry]
        || verdict.evidence.redundant != nil
    {
      return nil
    }
    var distance: Int?
    switch verdict.follower {
    case .none: return moved(verdict, to: entry)
    case .searched: return nil
    case .end: break
    case .other(let before):
      if entry + before < start { return moved(verdict, to: entry) }
      if entry + before < old.rules.count - end { return nil }
      distance = before + growth
    }
    let isFollowed = acting.contains { one in
      mayTake(one, verdict, solver) && reaches(one, verdict, solver)
    }
    guard verdict.path != nil, !isFollowed else { return nil }
    guard let distance, growth != 0 else { return moved(verdict, to: entry) }
    return verdict.moved(to: rules[entry], follower: .other(distance))
  }

  /// Keeps the verdict about a rule after the change: new rules may match its requests, and removed rules
  /// no longer do.
  private func keptAfter(_ verdict: RuleVerdict, _ entry: Int, _ solver: ChainSolver)
    -> RuleVerdict?
  {
    if case .unreachable(let why) = verdict.evidence.reachability {
      return keptUnreachable(verdict, why, entry, solver)
    }
    guard verdict.isPlain, verdict.path != nil else { return nil }
    if case .searched = verdict.follower { return nil }
    if !verdict.evidence.unsafeTakers.isEmpty, mayBeRefuted(verdict.evidence.unsafeTakers) {
      return nil
    }
    if verdict.rule.loads != nil {
      guard let takers = verdict.evidence.loadTakers else { return nil }
      if !takers.isEmpty, mayBeRefuted(takers) { return nil }
    }
    if verdict.evidence.restsOnPlain, (solver.plain?.taker ?? -1) < entry { return nil }
    for one in covering where mayTake(one, verdict, solver) {
      if reaches(one, verdict, solver) { return nil }
      for recorded in verdict.evidence.counterexamples where takes(one, recorded, solver) {
        return nil
      }
    }
    return moved(verdict, to: entry)
  }

  private func keptUnreachable(
    _ verdict: RuleVerdict, _ why: ChainAnalysis.Unreachable, _ entry: Int, _ solver: ChainSolver
  ) -> RuleVerdict? {
    guard !isRemoved(anyOf: verdict.evidence.takers), !mayBeNamed(verdict, solver),
      covering.allSatisfy({ !changesProof($0, verdict, solver) })
    else { return nil }
    guard case .shadowed(let cover) = why else {
      // Other proofs contain locations.
      return old.flat.rules[before(entry)] === chain.rules[entry] ? verdict : nil
    }
    if growth == 0 { return moved(verdict, to: entry) }
    var evidence = verdict.evidence
    evidence.reachability = .unreachable(
      .shadowed(
        cover.map { one in
          var one = one
          if one.entry >= start { one.entry += growth }
          return one
        }))
    return RuleVerdict(rules[entry], evidence, follower: verdict.follower)
  }

  /// Returns whether the proof that the rule is unreachable, or its cover, may be another one after the rule was added.
  /// The search is the same if the new rule matches no request that was proposed.
  private func changesProof(_ one: AddedRule, _ verdict: RuleVerdict, _ solver: ChainSolver) -> Bool
  {
    if solver.context.areDisjoint(one.rule.formula, verdict.rule.formula) { return false }
    guard let proposals = verdict.evidence.proposals else { return true }
    return proposals.contains { takes(one, $0, solver) }
  }

  /// Returns whether a request of the proof may have got a request form of its own, or lost it.
  private func mayBeNamed(_ verdict: RuleVerdict, _ solver: ChainSolver) -> Bool {
    if changedURLs.isEmpty { return false }
    guard let proposals = verdict.evidence.proposals else { return true }
    let urls = changedURLs.map { solver.context.atomTable.namedURLs[$0] }
    return proposals.contains { recorded in
      urls.contains { solver.context.mayHave($0, recorded) }
    }
  }

  /// Returns whether a proof that there is no such request may fail without one of the rules, which it rests on.
  private func mayBeRefuted(_ takers: [LoweredRule]) -> Bool {
    !changedURLs.isEmpty || isRemoved(anyOf: takers)
  }

  private func isRemoved(anyOf rules: [LoweredRule]) -> Bool {
    removed.contains { gone in rules.contains { $0.isSame(as: gone) } }
  }

  private func moved(_ verdict: RuleVerdict, to entry: Int) -> RuleVerdict {
    verdict.moved(to: rules[entry])
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

  /// Returns whether the rule matches the request that is evidence for the verdict.
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
