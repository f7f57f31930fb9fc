import Interpreter
package import Semantics

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

  /// Rules with errors are not in the rule set; the analyses are those of the other rules.
  package init(_ rules: RuleSet) { self.rules = rules }

  package func analyze(
    _ chain: ID<Chain>, _ options: AnalysisOptions = [.redundancy]
  ) -> ChainAnalysis {
    solve(chain) { $0.analyze(options) }
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
    steps += context.steps
    contexts.append(context)
    return answer
  }
}
