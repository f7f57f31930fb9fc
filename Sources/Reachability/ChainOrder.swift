import Automata
import Interpreter
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

extension ChainSolver {
  func orderDependences() -> [OrderDependence] {
    var found: [OrderDependence] = []
    var pairs = 200_000
    for later in rules.indices where rules[later].covers && !chain.rules[later].isOtherwise {
      for earlier in 0..<later where rules[earlier].covers {
        if rules[earlier].effect == rules[later].effect { continue }
        if context.areDisjoint(rules[later].formula, rules[earlier].formula) { continue }
        pairs -= 1
        if pairs < 0 { return found }
        let answer = ask([rules[later].formula, rules[earlier].formula] + frames) {
          assignment, candidate in
          let verdict = self.pass(before: earlier, assignment)
          guard case .accept = verdict, let witness = candidate.witness else { return verdict }
          let request = witness.request(in: self.interpreter.rules)
          return self.interpreter.matches(later, request)
            && self.interpreter.reaches(earlier, request)
            ? .accept : .reject(self.rules[later].formula)
        }
        guard case .found(let witness) = answer else { continue }
        found.append(OrderDependence(earlier: earlier, later: later, witness: witness))
        break
      }
    }
    return found
  }
}
