package import Semantics

/// Two rules of a chain that take some of the same requests and do different things with them.
package struct OrderDependence: Sendable {
  /// Index into the chain's entries of the rule that comes first, and so decides.
  package var earlier: Int
  package var later: Int
  package var witness: Witness
}

extension ChainAnalyzer {
  /// For each rule of the chain, `otherwise` left out, the first rule before it that overlaps with it
  /// and has another outcome.
  ///
  /// Looks at a limited number of pairs, the first ones first.
  package func orderDependences(_ chain: ID<Chain>) -> [OrderDependence] {
    solver(chain).orderDependences()
  }
}
