import Interpreter
import Reachability
import Semantics
import Text

/// A line of an invariant with its proof, for reports.
struct ListedProof: Sendable {
  let set: LoadedRuleSet
  let proof: ClaimProof

  /// Proves all lines of invariants, in the order of the source.
  ///
  /// - Parameter set: a rule set without errors.
  static func all(_ set: LoadedRuleSet) -> [ListedProof] {
    if set.rules.invariants.isEmpty { return [] }
    return InvariantProver.proofs(set.rules).map { ListedProof(set: set, proof: $0) }
  }

  var invariant: Invariant { self.set.rules[proof.invariant] }
  var location: Location { invariant.claims[proof.claim].location }
  var text: String { self.set.places.source(location) }

  /// The verdict as a word: `proved`, `broken` or `undecided`.
  var verdict: String {
    proof.counterexample != nil ? "broken" : proof.undecided != nil ? "undecided" : "proved"
  }

  /// The request that breaks the line; nil if none is known.
  var request: String? {
    proof.counterexample.map { RuleLanguagePrinter.requestText($0.witness) }
  }

  /// The rule that breaks the line; nil if it is broken at the end of a chain, or in a frame that the chain ignores.
  var rule: Rule? {
    proof.counterexample.flatMap { found in
      found.entry.map { FlatChain(found.chain, in: set.rules).rules[$0] }
    }
  }

  /// The verdict and the request, such as `proved`, or `broken by "https://a.com/"`.
  var summary: String { verdict + (request.map { " by \($0)" } ?? "") }
}
