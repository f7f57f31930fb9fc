import Interpreter
package import Semantics

/// The analyses of another version of a rule set, with the same options.
package struct EarlierAnalyses {
  fileprivate let rules: RuleSet
  /// By chain.
  fileprivate let analyses: [ChainAnalysis]
  /// Has made the analyses, and analyzes nothing at the same time.
  fileprivate let analyzer: ChainAnalyzer
  /// From that version to the new one.
  fileprivate let edits: RuleEdits

  /// - Requires: neither version has errors.
  package init(
    _ rules: RuleSet, _ analyses: [ChainAnalysis], by analyzer: ChainAnalyzer, _ edits: RuleEdits
  ) {
    self.rules = rules
    self.analyses = analyses
    self.analyzer = analyzer
    self.edits = edits
  }

  /// The context of a long chain, and the edits since; nil if it is not kept, or has grown too large.
  func longChain(_ chain: ID<Chain>) -> (ChainAnalyzer.LongChain, RuleEdits)? {
    guard let known = analyzer.longChains[chain], !known.context.hasOutgrown(known.firstSize)
    else { return nil }
    return (known, edits)
  }
}

/// The verdicts about the first rules of a chain, which are the same in another version that was analyzed.
struct KnownVerdicts: Sendable {
  private let analysis: ChainAnalysis
  /// The number of these rules.
  private let count: Int

  /// Nil if none is known.
  init?(_ chain: FlatChain, of rules: RuleSet, _ earlier: EarlierAnalyses?) {
    let index = Int(chain.chain.index)
    guard let earlier, index < earlier.analyses.count else { return nil }
    analysis = earlier.analyses[index]
    let old = analysis.chain
    guard old.frames == chain.frames, earlier.rules.hasSameRuleScope(as: rules) else { return nil }
    var count = 0
    for (one, other) in zip(old.rules, chain.rules) {
      if !earlier.edits.isSame(one, other) { break }
      count += 1
    }
    if count == 0 { return nil }
    self.count = count
  }

  /// The verdict about a rule, if it holds: only later rules differ.
  private func verdict(_ entry: Int, _ solver: ChainSolver) -> RuleVerdict? {
    guard entry < count else { return nil }
    let verdict = analysis.verdict(entry)
    guard verdict.isPlain, verdict.evidence.isComplete,
      case .reachable(let witness) = verdict.evidence.reachability,
      solver.isNeeded(entry, for: witness)
    else { return nil }
    return verdict
  }

  /// The verdict about a rule: the known one, or a new one.
  static func verdict(
    _ entry: Int, _ known: KnownVerdicts?, _ solver: ChainSolver, _ options: AnalysisOptions
  ) -> RuleVerdict {
    known?.verdict(entry, solver) ?? solver.verdict(entry, options)
  }
}
