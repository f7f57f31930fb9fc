// A chain that is edited
// ======================
//
// Somebody types in one rule of thousands. Most of what is known of the others still holds, and to see
// that is cheaper than to find it out again: every answer comes with its grounds (`RuleVerdict`).
//
//   - A rule is reached, or a part of its condition is not always true: there is a request that shows
//     it (`RecordedRequest`). It shows it as long as no earlier rule takes the request, and of those only the
//     new ones have to be asked.
//   - A rule is not reached: some earlier rules took whatever was proposed. The search goes the same
//     way again as long as those are there, and no new one can take any of what the rule asks for.
//   - A rule is not redundant: what comes next for the request that reaches it does something else.
//     It still does unless that rule is gone, or a new one comes between.
//
// The rules between the common beginning and the common end of the chain before and after are asked
// anew, and those whose grounds are gone. So are those of which something is to be reported, unless
// nothing at all can have changed, so that what is reported is what a fresh analysis reports. A chain
// that came near its budget is analysed afresh each time, for the same reason.
//
// The languages and atoms of rules that are gone stay in the context; once they are most of it, it is
// made anew.

import Automata
import Interpreter
package import Semantics
package import Text

/// Analyses the chains of a rule set again and again while it is edited.
package final class ChainSession {
  private var context = AnalysisContext()
  /// nil: nothing is known.
  private var lowered: LoweredRuleSet?
  private var memories: [String: CachedChain] = [:]
  /// Atoms and languages right after the context was made.
  private var firstSize = 0

  fileprivate struct CachedChain {
    var chain: FlatChain
    var rules: ChunkedArray<LoweredRule>
    var grounds: [RuleVerdict]
  }

  /// For how many questions no index of the chain is worth making.
  private static let walks = 24

  package init() {}

  private enum Outcome {
    case known([ChainAnalysis])
    case interrupted
    /// The context has to be made anew.
    case stale
  }

  /// What is known of every rule of every chain; nil where the work was broken off, which costs nothing
  /// of what is kept.
  ///
  /// - Parameters:
  ///   - rules: a rule set without errors.
  ///   - edits: what has changed since this last came to its end; nil where anything may have.
  ///   - isInterrupted: whether to break off; asked before each rule that has to be looked into.
  package func analyze(
    _ rules: RuleSet, _ edits: RuleEdits?, isInterrupted: () -> Bool = { false }
  ) -> [ChainAnalysis]? {
    if size > 3 * firstSize + 20_000 { forget() }
    let before = lowered
    var outcome = update(rules, edits, isInterrupted)
    if case .interrupted = outcome { lowered = before }
    if case .stale = outcome {
      forget()
      outcome = update(rules, nil, isInterrupted)
    }
    switch outcome {
    case .known(let analyses): return analyses
    case .interrupted:
      // A chain near its budget has to begin where a fresh analysis does.
      if memories.isEmpty { forget() }
      return nil
    case .stale: preconditionFailure("nothing is left to be forgotten")
    }
  }

  private var size: Int { context.atomTable.atoms.count + context.store.count / 8 }

  private func forget() {
    context = AnalysisContext()
    lowered = nil
    memories = [:]
    firstSize = 0
  }

  private func update(
    _ rules: RuleSet, _ edits: RuleEdits?, _ isInterrupted: () -> Bool
  ) -> Outcome {
    let known = lowered
    var reusable: (LoweredRuleSet, RuleEdits)?
    if let known, let edits { reusable = (known, edits) }
    let set = LoweredRuleSet(rules, context, reusing: reusable)
    lowered = set
    context.live = set
    let witnessSolver = WitnessSolver(context)
    var analyses: [ChainAnalysis] = []
    var next: [String: CachedChain] = [:]
    var isCostly = false
    for index in rules.chains.indices {
      let flat = FlatChain(ID(index), in: rules)
      let memory = memories[rules.chains[index].name]
      let solver = ChainSolver(
        flat, rules, context, witnessSolver, set, remembers: true,
        walks: memory == nil ? 0 : Self.walks)
      var change: ChainChange?
      if let memory, memory.chain.frames == flat.frames {
        change = ChainChange(
          from: memory, to: solver, changesNamedURLs: known?.namedURLs != set.namedURLs)
      }
      var grounds: [RuleVerdict] = []
      grounds.reserveCapacity(flat.rules.count)
      var cost = Budget.Cost()
      for entry in flat.rules.indices {
        let kept = change?.kept(entry, solver)
        if kept == nil, isInterrupted() { return .interrupted }
        let found = kept ?? solver.verdict(entry, [.redundancy])
        cost += found.evidence.cost
        if found.isUndecided { isCostly = true }
        grounds.append(found)
      }
      analyses.append(ChainAnalysis(flat, grounds))
      next[rules.chains[index].name] = CachedChain(
        chain: flat, rules: solver.rules, grounds: grounds)
      if !cost.isFarFromBudget(rules: flat.rules.count) { isCostly = true }
    }
    if isCostly, known != nil { return .stale }
    memories = next
    if firstSize == 0 { firstSize = size }
    if isCostly { forget() }
    return .known(analyses)
  }
}

/// What has changed in the rules of a rule set while the declarations that they speak of are the same.
package struct RuleEdits {
  /// Whether nothing has changed in the file.
  package let isUnchanged: (FileID) -> Bool
  /// Whether a rule as it was and one as it is now are written the same.
  package let isSame: (Rule, Rule) -> Bool

  package init(isUnchanged: @escaping (FileID) -> Bool, isSame: @escaping (Rule, Rule) -> Bool) {
    self.isUnchanged = isUnchanged
    self.isSame = isSame
  }
}

/// What of a chain is new, and what is known of the rest.
private struct ChainChange {
  private let old: ChainSession.CachedChain
  private let chain: FlatChain
  private let rules: ChunkedArray<LoweredRule>
  /// Length of the common beginning.
  private let start: Int
  /// Length of the common end.
  private let end: Int
  private let removed: [LoweredRule]
  private let added: [LoweredRule]
  /// Those of them that take requests from what is behind.
  private let covering: [(rule: LoweredRule, prefilter: Prefilter?)]
  /// Those of them that may be what comes next for a rule before.
  private let acting: [(rule: LoweredRule, prefilter: Prefilter?)]
  /// Whether `url ==` names other URLs somewhere in the set: such a URL is a kind of request of its
  /// own, so that another witness may be the first to be found.
  private let changesNamedURLs: Bool

  init(from old: ChainSession.CachedChain, to solver: ChainSolver, changesNamedURLs: Bool) {
    let (rules, context) = (solver.rules, solver.context)
    self.old = old
    self.rules = rules
    chain = solver.chain
    let start = old.rules.commonPrefixCount(rules) { $0.isSame(as: $1) }
    let end = old.rules.commonSuffixCount(rules, atMost: min(old.rules.count, rules.count) - start)
    {
      $0.isSame(as: $1)
    }
    self.start = start
    self.end = end
    removed = Array(old.rules[start..<(old.rules.count - end)])
    added = Array(rules[start..<(rules.count - end)])
    let prefilters = added.map { ($0, context.prefilter($0)) }
    covering = prefilters.filter { $0.0.covers }
    acting = prefilters.filter { !$0.0.effect.isInert }
    self.changesNamedURLs = changesNamedURLs
  }

  /// What is known of the rule, if that still holds.
  func kept(_ entry: Int, _ solver: ChainSolver) -> RuleVerdict? {
    if entry < start { return keptBefore(old.grounds[entry], entry, solver) }
    if entry < rules.count - end { return nil }
    return keptBehind(old.grounds[before(entry)], entry, solver)
  }

  /// How many more rules there are now.
  private var growth: Int { rules.count - old.rules.count }

  /// Which entry it was that now stands behind the change.
  private func before(_ entry: Int) -> Int { entry - growth }

  /// Of a rule before the change, for which only what follows may be another.
  private func keptBefore(_ grounds: RuleVerdict, _ entry: Int, _ solver: ChainSolver)
    -> RuleVerdict?
  {
    if !grounds.isPlain,
      changesNamedURLs || old.chain.rules[entry] !== chain.rules[entry]
        || grounds.evidence.redundant != nil
    {
      return nil
    }
    var distance: Int?
    switch grounds.evidence.follower {
    case .none: return moved(grounds, to: entry)
    case .searched: return nil
    case .end: break
    case .other(let before):
      if entry + before < start { return moved(grounds, to: entry) }
      if entry + before < old.rules.count - end { return nil }
      distance = before + growth
    }
    guard grounds.path != nil, !acting.contains(where: { reaches($0, grounds, solver) }) else {
      return nil
    }
    guard let distance, growth != 0 else { return moved(grounds, to: entry) }
    var found = grounds.evidence
    found.follower = .other(distance)
    return RuleVerdict(rules[entry], found)
  }

  /// Of a rule behind the change, which new rules may take requests from, and those that are gone may
  /// leave some.
  private func keptBehind(_ grounds: RuleVerdict, _ entry: Int, _ solver: ChainSolver)
    -> RuleVerdict?
  {
    if case .unreachable(let why) = grounds.evidence.reachability {
      return keptUnreachable(grounds, why, entry, solver)
    }
    guard grounds.isPlain, grounds.path != nil else { return nil }
    if case .searched = grounds.evidence.follower { return nil }
    if grounds.evidence.restsOnPlain, (solver.plain?.taker ?? -1) < entry { return nil }
    for one in covering {
      if reaches(one, grounds, solver) { return nil }
      for recorded in grounds.evidence.counterexamples where takes(one, recorded, solver) {
        return nil
      }
    }
    return moved(grounds, to: entry)
  }

  private func keptUnreachable(
    _ grounds: RuleVerdict, _ why: ChainAnalysis.Unreachable, _ entry: Int, _ solver: ChainSolver
  ) -> RuleVerdict? {
    guard !changesNamedURLs, old.chain.rules[before(entry)] === chain.rules[entry],
      covering.allSatisfy({ solver.context.areDisjoint($0.rule.formula, grounds.rule.formula) }),
      !removed.contains(where: { gone in grounds.evidence.takers.contains { $0.isSame(as: gone) } })
    else { return nil }
    guard case .shadowed(let cover) = why, growth != 0 else { return grounds }
    var found = grounds.evidence
    found.reachability = .unreachable(
      .shadowed(
        cover.map { one in
          var one = one
          if one.entry >= start { one.entry += growth }
          return one
        }))
    return RuleVerdict(grounds.rule, found)
  }

  private func moved(_ grounds: RuleVerdict, to entry: Int) -> RuleVerdict {
    grounds.rule === rules[entry] ? grounds : RuleVerdict(rules[entry], grounds.evidence)
  }

  /// Whether the rule takes the request that the grounds rest on.
  private func reaches(
    _ one: (rule: LoweredRule, prefilter: Prefilter?), _ grounds: RuleVerdict, _ solver: ChainSolver
  ) -> Bool {
    if let start = one.prefilter?.path, let path = grounds.path, !path.mayStart(like: start) {
      return false
    }
    guard let reached = grounds.evidence.reached else { return true }
    return takes(one, reached, solver)
  }

  private func takes(
    _ one: (rule: LoweredRule, prefilter: Prefilter?), _ recorded: RecordedRequest,
    _ solver: ChainSolver
  ) -> Bool {
    if let prefilter = one.prefilter, !solver.context.mayTake(prefilter, recorded) { return false }
    return solver.context.holds(one.rule.formula, recorded)
  }
}
