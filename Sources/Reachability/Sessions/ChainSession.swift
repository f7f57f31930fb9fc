// Incremental analysis of a chain
// ===============================
//
// Most edits change one rule of thousands, and most verdicts about the others still hold. Confirming that
// is cheaper than solving again: every verdict is stored with its evidence (`RuleVerdict`).
//
//   - A rule is reachable, or a part of its condition is not always true: the evidence is a request
//     (`RecordedRequest`). It is valid until an earlier rule matches that request, and only new rules can.
//   - A rule is unreachable: some earlier rules matched every request that was proposed. The search has the
//     same result as long as these rules exist and no new rule can match a request of the rule.
//   - A rule is not redundant: the rule that follows it for the recorded request has another effect. This
//     holds until that rule is removed or a new one is inserted between them.
//
// The rules between the common prefix and the common suffix of the old and the new chain are solved, and
// those whose evidence is no longer valid. Rules with findings are solved again unless nothing can have
// changed, so that the findings equal those of a new analysis. For the same reason a chain that comes near its
// budget is analyzed from the start each time.
//
// An interrupted analysis keeps the verdicts that it has reached, so that repeated interruptions only delay its end.
//
// Each chain has its own context. Languages and atoms of removed rules remain in it; when they are most of
// it, a new context is created.

import Interpreter
import Requests
package import Semantics

/// Analyzes the chains of a rule set incrementally while it is edited.
package final class ChainSession {
  /// By the name of the chain.
  private var chains: [ChainName: CachedChain] = [:]

  package init() {}

  /// Returns the analysis of every chain; nil if interrupted.
  ///
  /// - Parameters:
  ///   - rules: a rule set; two of its chains may have the same name by mistake.
  ///   - edits: the changes since the last call, interrupted or not; nil if anything may have changed.
  ///   - isInterrupted: called before each rule that has to be solved, except the first.
  package func analyze(
    _ rules: RuleSet, _ edits: RuleEdits?, isInterrupted: () -> Bool = { false }
  ) -> [ChainAnalysis]? {
    var analyses: [ChainAnalysis] = []
    var next: [ChainName: CachedChain] = [:]
    var named: Set<ChainName> = []
    for index in rules.chains.indices {
      let name = rules.chains[index].chainName
      let isFirst = named.insert(name).inserted
      let cached = isFirst ? chains[name].flatMap { $0.isOutgrown ? nil : $0 } : nil
      let edits = cached?.isOfLastText ?? false ? edits : nil
      var earlier: FlatChain.Earlier?
      if let cached, let edits {
        earlier = FlatChain.Earlier(cached.flat, isUnchanged: edits.isUnchanged)
      }
      let flat = FlatChain(ID(index), in: rules, after: earlier)
      if let cached, let edits, let known = Self.unchanged(cached, flat, rules, edits) {
        analyses.append(known.analysis)
        next[name] = known.chain
        continue
      }
      var result = Self.analyze(flat, rules, cached, edits, isInterrupted)
      var keepsProgress = true
      if case .nearBudget = result, cached != nil {
        result = Self.analyze(flat, rules, nil, nil, isInterrupted)
        keepsProgress = false
      }
      switch result {
      case .interrupted(let chain):
        if isFirst, keepsProgress { next[name] = chain }
        keep(next)
        return nil
      case .known(let chain, let analysis):
        analyses.append(analysis)
        if isFirst { next[name] = chain }
      case .nearBudget(let analysis): analyses.append(analysis)
      }
    }
    chains = next
    return analyses
  }

  /// Stores the chains of an interrupted analysis, beside those that it has not reached.
  private func keep(_ next: [ChainName: CachedChain]) {
    for name in chains.keys { chains[name]?.isOfLastText = false }
    chains.merge(next) { $1 }
  }

  private enum Result {
    case known(CachedChain, ChainAnalysis)
    /// With the verdicts so far.
    case interrupted(CachedChain)
    /// Nothing is stored; the analysis is valid if the chain was analyzed from the start.
    case nearBudget(ChainAnalysis)
  }

  /// - Parameter cached: the chain before the edits; nil to analyze it from the start.
  private static func analyze(
    _ flat: FlatChain, _ rules: RuleSet, _ cached: CachedChain?, _ edits: RuleEdits?,
    _ isInterrupted: () -> Bool
  ) -> Result {
    let earlier = cached?.context ?? AnalysisContext()
    var reusable: (LoweredRules, RuleEdits)?
    if let cached, let edits { reusable = (cached.lowered, edits) }
    let lowered = LoweredRules(flat, rules, earlier.lowering(rules), reusing: reusable)
    let context = AnalysisContext(continuing: earlier, live: lowered)
    let solver = ChainSolver(
      flat, rules, context, WitnessSolver(context), lowered, remembers: true,
      asksLittle: cached != nil)
    var change: ChainChange?
    if let cached, cached.flat.frames == flat.frames {
      change = ChainChange(
        from: cached, to: solver,
        changedURLs: cached.lowered.namedURLs.symmetricDifference(lowered.namedURLs))
      if change?.isLarge ?? false { change = nil }
    }
    var verdicts: [RuleVerdict] = []
    verdicts.reserveCapacity(flat.rules.count)
    func cachedChain(rest: [RuleVerdict?] = [], _ firstSize: Int?) -> CachedChain {
      CachedChain(
        context: context, lowered: lowered, flat: flat, rules: solver.rules, verdicts: verdicts,
        rest: rest, firstSize: firstSize)
    }
    var cost = Budget.Cost()
    var isUndecided = false
    var hasSolved = false
    for entry in flat.rules.indices {
      let kept = change?.kept(entry, solver)
      if kept == nil {
        if hasSolved, isInterrupted() {
          let rest = flat.rules.indices[entry...].map { change?.kept($0, solver) }
          return .interrupted(cachedChain(rest: rest, cached?.firstSize))
        }
        hasSolved = true
      }
      let verdict = kept ?? solver.verdict(entry, [.redundancy])
      cost += verdict.evidence.cost
      if verdict.isUndecided { isUndecided = true }
      verdicts.append(verdict)
    }
    let analysis = ChainAnalysis(flat, verdicts)
    let isFarFromBudget = cost.isFarFromBudget(
      lifetime: context.steps, rules: flat.rules.count,
      atoms: { lowered.atomCount(context.atomTable) })
    if isUndecided || !isFarFromBudget { return .nearBudget(analysis) }
    var known = cachedChain(cached?.firstSize ?? context.size)
    known.analysis = analysis
    return .known(known, analysis)
  }

  /// The earlier result for new locations, in time that does not grow with the number of rules; nil if it may be
  /// another one.
  private static func unchanged(
    _ cached: CachedChain, _ flat: FlatChain, _ rules: RuleSet, _ edits: RuleEdits
  ) -> (chain: CachedChain, analysis: ChainAnalysis)? {
    guard flat.frames == cached.flat.frames, flat.hasSameEntries(as: cached.flat),
      let analysis = cached.analysis?.moved(to: flat),
      let lowered = cached.lowered.moved(rules, edits)
    else { return nil }
    var chain = cached
    (chain.lowered, chain.flat, chain.analysis) = (lowered, flat, analysis)
    return (chain, analysis)
  }
}
