import Interpreter
import Reachability
import Requests
import Semantics

/// Every rule of chains, with a request that reaches it or the reason why there is none.
package struct WitnessList: Sendable {
  struct Listed: Sendable {
    let set: LoadedRuleSet
    let interpreter: Interpreter
    let analysis: ChainAnalysis
    /// The entries that do not cover.
    let passing: [Int]
  }

  let chains: [Listed]

  /// - Parameters:
  ///   - sets: without errors.
  ///   - chain: the only one to list; nil for all.
  package init(_ sets: [LoadedRuleSet], chain: String?) throws(QueryError) {
    var chains: [Listed] = []
    for set in sets {
      var analyzer: ChainAnalyzer?
      for (index, declared) in set.rules.chains.enumerated() {
        guard chain == nil || declared.name == chain else { continue }
        let analysis = analyzer ?? ChainAnalyzer(set.rules)
        analyzer = analysis
        let interpreter = Interpreter(ID(index), in: set.rules)
        chains.append(
          Listed(
            set: set, interpreter: interpreter, analysis: analysis.analyze(ID(index), []),
            passing: interpreter.chain.passing))
      }
    }
    if let chain, chains.isEmpty {
      var names: [String] = []
      for name in sets.flatMap(\.chainNames) where !names.contains(name) { names.append(name) }
      throw QueryError(
        "there is no chain `\(chain)`", chain, among: names,
        help: names.isEmpty
          ? "there are no chains" : "there is \(names.map { "`\($0)`" }.joined(separator: ", "))")
    }
    self.chains = chains
  }
}
