import Interpreter
package import Semantics

/// Analyzes the chains of one rule set.
///
/// Every answer depends on the chain alone: it shares no language or atom with other chains. So the rules that
/// stay undecided do not depend on other chains or on the order of the questions.
package final class ChainAnalyzer {
  package let rules: RuleSet
  /// The number of steps that all questions so far have taken.
  package private(set) var steps = 0
  /// All contexts. They are kept so that a process that ends soon can skip their deallocation.
  private var contexts: [AnalysisContext] = []

  /// Creates an analyzer of the rules in the set. Rules with errors are not in it.
  package init(_ rules: RuleSet) { self.rules = rules }

  package func analyze(
    _ chain: ID<Chain>, _ options: AnalysisOptions = [.redundancy]
  ) -> ChainAnalysis {
    solve(chain) { $0.analyze(options) }
  }

  /// The first earlier rule that overlaps and has another outcome, for each rule except `otherwise`.
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
    steps += context.steps
    contexts.append(context)
    return answer
  }
}
