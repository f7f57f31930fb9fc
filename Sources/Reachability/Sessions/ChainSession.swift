// Incremental analysis of a chain
// ===============================
//
// Most edits change one rule of thousands, and most verdicts about the others are still valid. It costs less to
// confirm that than to solve the rules again, so every verdict is stored with its evidence (`RuleVerdict`).
//
//   - A rule is reachable, or a part of its condition is not always true: the evidence is a request
//     (`RecordedRequest`). It is valid until an earlier rule matches that request, and only new rules can.
//   - A rule is unreachable: some earlier rules matched every request that was proposed. The search has the
//     same result as long as these rules exist and no new rule can match a request of the rule.
//   - A rule is not redundant: the rule that follows it for the recorded request has another effect. This
//     holds until that rule is removed or a new one is inserted between them.
//
// The rules between the common prefix and the common suffix of the old and the new chain are solved, and the
// rules whose evidence is no longer valid. Rules with findings are solved again unless nothing can have changed,
// so that the findings equal those of a new analysis. For the same reason a chain that comes near its budget is
// analyzed from the start each time.
//
// An interrupted analysis keeps its lowered rules and its verdicts, so that repeated interruptions only delay the
// end.
//
// Each chain has its own context. Languages and atoms of removed rules remain in it. When they are the greater
// part, a new context is created.

import Interpreter
import Requests
package import Semantics
import Text

/// Analyzes the chains of a rule set incrementally while it is edited.
package final class ChainSession {
  /// The chains by their names.
  private var chains: [ChainName: CachedChain] = [:]
  /// The rules that an interrupted analysis has lowered, if it has reached no verdict.
  private var lowered: [ChainName: LoweredRules] = [:]

  package init() {}

  /// Returns the analysis of every chain; nil if interrupted.
  ///
  /// - Parameters:
  ///   - rules: the rule set. Two of its chains may have the same name by mistake.
  ///   - edits: the changes since the last call, even if that was interrupted; nil if anything may have changed.
  ///   - isInterrupted: returns whether to stop. Called before each rule that has to be solved, except the first;
  ///     in a repeated analysis also after rules have been lowered.
  package func analyze(
    _ rules: RuleSet, _ edits: RuleEdits?, isInterrupted: () -> Bool = { false }
  ) -> [ChainAnalysis]? {
    var analyses: [ChainAnalysis] = []
    var next: [ChainName: CachedChain] = [:]
    var named: Set<ChainName> = []
    let lowered = lowered
    self.lowered = [:]
    for index in rules.chains.indices {
      let name = rules.chains[index].chainName
      let isFirst = named.insert(name).inserted
      var cached = isFirst ? chains.removeValue(forKey: name) : nil
      if cached?.isOutgrown ?? false { cached = nil }
      let known = isFirst ? edits.flatMap { edits in lowered[name].map { ($0, edits) } } : nil
      let edits = cached?.isOfLastText ?? false ? edits : nil
      var earlier: FlatChain.Earlier?
      if let cached, let edits {
        earlier = FlatChain.Earlier(cached.flat, isUnchanged: edits.isUnchanged)
      }
      let flat = FlatChain(ID(index), in: rules, after: earlier)
      if let known = cached, let edits, let moved = Self.unchanged(known, flat, rules, edits) {
        analyses.append(moved.analysis(of: flat, in: rules))
        next[name] = moved
        continue
      }
      let isFirstAnalysis = cached == nil
      var result = Self.analyze(flat, rules, from: &cached, edits, known, isInterrupted)
      var keepsProgress = true
      if case .nearBudget = result, !isFirstAnalysis {
        cached = nil
        result = Self.analyze(flat, rules, from: &cached, nil, nil, isInterrupted)
        keepsProgress = false
      }
      switch result {
      case .lowered(let some):
        self.lowered[name] = some
        cached?.isOfLastText = false
        next[name] = cached
        keep(next)
        return nil
      case .interrupted(let chain):
        if isFirst, keepsProgress { next[name] = chain }
        keep(next)
        return nil
      case .known(let chain):
        analyses.append(chain.analysis(of: flat, in: rules))
        if isFirst { next[name] = chain }
      case .nearBudget(let analysis): analyses.append(analysis)
      }
    }
    chains = next
    return analyses
  }

  /// Stores the chains of an interrupted analysis, and keeps those that it has not reached.
  private func keep(_ next: [ChainName: CachedChain]) {
    for name in chains.keys { chains[name]?.isOfLastText = false }
    chains.update(from: next)
  }

  private enum Result {
    case known(CachedChain)
    /// The analysis was interrupted while it lowered rules.
    case lowered(LoweredRules)
    /// The analysis was interrupted; contains the verdicts so far.
    case interrupted(CachedChain)
    /// The chain is too near its budget, so nothing is stored. The analysis is valid only if the chain was
    /// analyzed from the start.
    case nearBudget(ChainAnalysis)
  }

  /// Analyzes one chain.
  ///
  /// - Parameters:
  ///   - cached: the chain before the edits, whose verdicts are reused; nil to analyze the chain from the start.
  ///   - known: the rules that an interrupted analysis has lowered.
  private static func analyze(
    _ flat: FlatChain, _ rules: RuleSet, from cached: inout CachedChain?, _ edits: RuleEdits?,
    _ known: (LoweredRules, RuleEdits)?, _ isInterrupted: () -> Bool
  ) -> Result {
    let earlier = cached?.context ?? AnalysisContext()
    var reusable: (LoweredRules, RuleEdits)?
    // The first analysis of a chain has no context with which an interrupted one could continue.
    let isRepeated = cached != nil
    if let cached { reusable = known ?? edits.map { (cached.lowered, $0) } }
    let lowered = LoweredRules(flat, rules, earlier.lowering(rules), reusing: reusable) {
      isRepeated && isInterrupted()
    }
    if !lowered.isComplete { return .lowered(lowered) }
    let context = AnalysisContext(continuing: earlier, live: lowered)
    let solver = ChainSolver(
      flat, rules, context, WitnessSolver(context), lowered, remembers: true,
      asksLittle: cached != nil)
    var verdicts: ChainVerdicts
    if isSameText(flat, as: cached?.flat, rules, edits), let taken = cached?.takeVerdicts() {
      verdicts = taken
    } else if let change = change(from: cached, to: solver, lowered),
      let taken = cached?.takeVerdicts()
    {
      verdicts = taken
      change.apply(to: &verdicts, solver)
    } else {
      verdicts = ChainVerdicts(count: flat.rules.count)
    }
    func version(_ firstSize: Int?) -> CachedChain {
      CachedChain(
        context: context, lowered: lowered, flat: flat, rules: solver.rules, verdicts: verdicts,
        firstSize: firstSize)
    }
    var next = verdicts.firstOpen(from: 0)
    while let entry = next {
      let (verdict, follower) = solver.verdictAndFollower(entry, [.redundancy])
      verdicts.set(entry, verdict, follower)
      next = verdicts.firstOpen(from: entry + 1)
      if next != nil, isInterrupted() { return .interrupted(version(cached?.firstSize)) }
    }
    let loadLoops = solver.loadLoops { verdicts[$0]?.status == .reachable }
    let isFarFromBudget = verdicts.cost.isFarFromBudget(
      lifetime: context.steps, rules: flat.rules.count,
      atoms: { lowered.atomCount(context.atomTable) })
    if verdicts.isUndecided || !isFarFromBudget {
      return .nearBudget(verdicts.analysis(of: flat, in: rules, loadLoops))
    }
    var known = version(cached?.firstSize ?? context.size)
    known.loadLoops = loadLoops
    return .known(known)
  }

  /// Returns true if the rules and their places are the same as in an interrupted analysis.
  private static func isSameText(
    _ flat: FlatChain, as old: FlatChain?, _ rules: RuleSet, _ edits: RuleEdits?
  ) -> Bool {
    guard let old, let edits, flat.frames == old.frames, flat.leaves == old.leaves,
      flat.hasSameEntries(as: old)
    else { return false }
    return flat.runs.allSatisfy { edits.isUnchanged(rules.file(of: $0.owner)) }
  }

  /// The change of the chain; nil if no verdict is worth keeping.
  private static func change(
    from cached: CachedChain?, to solver: ChainSolver, _ lowered: LoweredRules
  ) -> ChainChange? {
    guard let cached, cached.flat.frames == solver.chain.frames else { return nil }
    let change = ChainChange(
      from: cached, to: solver,
      changedURLs: cached.lowered.namedURLs.symmetricDifference(lowered.namedURLs))
    return change.isLarge ? nil : change
  }

  /// The earlier result, adapted to new locations; nil if the result may differ. Takes time that hardly grows
  /// with the number of rules.
  private static func unchanged(
    _ cached: CachedChain, _ flat: FlatChain, _ rules: RuleSet, _ edits: RuleEdits
  ) -> CachedChain? {
    guard flat.frames == cached.flat.frames, flat.leaves == cached.flat.leaves,
      flat.hasSameEntries(as: cached.flat),
      cached.verdicts.hold(for: flat, movedFrom: cached.flat),
      let lowered = cached.lowered.moved(rules, edits)
    else { return nil }
    var chain = cached
    (chain.lowered, chain.flat) = (lowered, flat)
    return chain
  }
}
