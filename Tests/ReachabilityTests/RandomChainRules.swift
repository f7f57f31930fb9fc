import Interpreter
import RandomRules
import Semantics
import Syntax
import Text

@testable import Reachability

/// A random chain without errors, with its rule set.
struct RandomChainRules {
  let text: String
  let rules: RuleSet
  let chain: ID<Chain>

  /// Generates chains until one has no error.
  init(_ chains: inout RandomChains) {
    while true {
      let text = RandomChains.prelude + chains.chain("Main")
      let tree = SyntaxTree.parse(SourceFile(name: "a.bascule", text: text))
      let resolution = Resolution([tree]) { _ in nil }
      if resolution.faults.isEmpty,
        let index = resolution.rules.chains.firstIndex(where: { $0.name == "Main" })
      {
        (self.text, rules, chain) = (text, resolution.rules, ID(index))
        return
      }
    }
  }

  /// Returns a solver of the chain with a context of its own.
  func solver(remembers: Bool = false) -> ChainSolver {
    let flat = FlatChain(chain, in: rules)
    let context = AnalysisContext()
    let lowered = LoweredRules(flat, rules, context.lowering(rules))
    return ChainSolver(
      flat, rules, context, WitnessSolver(context), lowered, remembers: remembers)
  }
}
