import Automata
import Interpreter
package import Semantics
package import Tasks

/// Analyzes the chains of one rule set.
///
/// Every question is answered from the chain alone: no language or atom of another chain is shared, so that
/// what is undecided does not depend on the other chains or on the order of the questions.
package final class ChainAnalyzer {
  package let rules: RuleSet
  /// The steps that all questions so far have taken.
  package private(set) var steps = 0
  /// Kept so that a process that ends soon can skip the deallocation of all contexts with the analyzer.
  private var contexts: [AnalysisContext] = []
  /// The long chains: an analysis of another version can continue with their contexts.
  private(set) var longChains: [ID<Chain>: LongChain] = [:]
  /// Nil if one thread analyzes each chain.
  private let tasks: TaskRunner?
  private let earlier: EarlierAnalyses?

  /// The context of an analyzed chain, and the rules that it has lowered.
  struct LongChain {
    var context: AnalysisContext
    var lowered: LoweredRules
    /// The size of the context after the first version.
    var firstSize: Int
  }

  /// Rules with errors are not in the rule set; the analyses are those of the other rules.
  ///
  /// - Parameters:
  ///   - tasks: analyzes long chains; nil if one thread analyzes each chain.
  ///   - earlier: of another version of the rule set, whose verdicts are kept where they hold.
  package init(
    _ rules: RuleSet, tasks: TaskRunner? = nil, after earlier: EarlierAnalyses? = nil
  ) {
    self.rules = rules
    self.tasks = tasks
    self.earlier = earlier
  }

  package func analyze(
    _ chain: ID<Chain>, _ options: AnalysisOptions = [.redundancy]
  ) -> ChainAnalysis {
    if let tasks, let analysis = divided(chain, options, tasks) { return analysis }
    return solve(chain) { $0.analyze(options) }
  }

  /// The analysis by two threads; nil if one must analyze the chain.
  private func divided(
    _ chain: ID<Chain>, _ options: AnalysisOptions, _ tasks: TaskRunner
  ) -> ChainAnalysis? {
    let (rules, flat) = (rules, FlatChain(chain, in: rules))
    if flat.rules.count < ChainDivision.leastRules { return nil }
    let known = KnownVerdicts(flat, of: rules, earlier)
    let start = known == nil ? nil : earlier?.longChain(chain)
    let (context, lowered) = context(flat, after: start)
    let stepsBefore = context.steps
    let solver = ChainSolver(flat, rules, context, WitnessSolver(context), lowered)
    let division = ChainDivision(
      solver, options, tasks,
      known: known, live: start == nil ? nil : lowered
    ) { context, finders in
      ChainSolver(flat, rules, context, WitnessSolver(context), lowered, finders: finders)
    }
    let verdicts = division.verdicts()
    longChains[chain] = LongChain(
      context: context, lowered: lowered, firstSize: start?.0.firstSize ?? context.size)
    steps += context.steps - stepsBefore + division.otherSteps
    if let other = division.context { contexts.append(other) }
    return verdicts.map { verdicts in
      ChainAnalysis(
        flat, verdicts, solver.loadLoops(options) { verdicts[$0].status == .reachable })
    }
  }

  /// The context of a chain, which continues the one of an earlier version if there is one.
  private func context(
    _ flat: FlatChain, after earlier: (LongChain, RuleEdits)?
  ) -> (AnalysisContext, LoweredRules) {
    guard let (known, edits) = earlier else {
      let context = AnalysisContext()
      return (context, LoweredRules(flat, rules, context.lowering(rules)))
    }
    let lowered = LoweredRules(
      flat, rules, known.context.lowering(rules), reusing: (known.lowered, edits))
    return (AnalysisContext(continuing: known.context, live: lowered), lowered)
  }

  /// For each rule of the chain but `otherwise`, the first earlier rule that overlaps with it and has
  /// another outcome.
  ///
  /// Compares a limited number of pairs, in the order of the chain.
  package func orderDependences(_ chain: ID<Chain>) -> [OrderDependence] {
    solve(chain) { $0.orderDependences() }
  }

  private func solve<Answer>(_ chain: ID<Chain>, _ question: (ChainSolver) -> Answer) -> Answer {
    let context = AnalysisContext()
    let flat = FlatChain(chain, in: rules)
    let lowered = LoweredRules(flat, rules, context.lowering(rules))
    let answer = question(
      ChainSolver(flat, rules, context, WitnessSolver(context), lowered))
    steps += context.store.steps
    contexts.append(context)
    return answer
  }
}
