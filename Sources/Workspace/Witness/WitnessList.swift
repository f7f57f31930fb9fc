import Interpreter
import Reachability
package import Requests
import Semantics

/// The rules of chains, each with a request that reaches it or the reason why there is none.
package struct WitnessList: Sendable {
  struct Listed: Sendable {
    let set: LoadedRuleSet
    let interpreter: Interpreter
    let analysis: ChainAnalysis
    /// The entries after which later rules are still tried.
    let passing: [Int]

    var name: ChainName { self.set.rules[analysis.chain.chain].chainName }
  }

  let chains: [Listed]
  /// The lines of invariants about the chains.
  private(set) var proofs: [ListedProof] = []

  /// - Parameters:
  ///   - sets: the rule sets, without errors.
  ///   - chain: the only chain to list; nil for all.
  package init(_ sets: [LoadedRuleSet], chain: ChainName?) throws(QueryError) {
    var chains: [Listed] = []
    for set in sets {
      var analyzer: ChainAnalyzer?
      for (index, declared) in set.rules.chains.enumerated() {
        guard chain == nil || declared.chainName == chain else { continue }
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
      for other in sets.flatMap({ $0.chainNames })
      where other.kind == chain.kind && !names.contains(other.name) { names.append(other.name) }
      throw QueryError(
        "there is no \(chain.kind.rawValue) `\(chain.name)`", chain.name, among: names,
        help: names.isEmpty
          ? "there are no \(chain.kind == .requests ? "chains" : "responses")"
          : "there is \(names.map { "`\($0)`" }.joined(separator: ", "))")
    }
    self.chains = chains
    proofs = sets.flatMap(ListedProof.all).filter { proof in
      chain == nil
        || proof.invariant.chains.contains { proof.set.rules[$0].chainName == chain }
    }
  }
}
