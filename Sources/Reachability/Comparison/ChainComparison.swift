// Where two versions of a chain differ
// ====================================
//
// Two chains mean the same when every request comes to the same decision by the same steps. The naive
// way compares what they do with every class of requests. But a request that only rules match which
// both versions have, in the same order, is treated the same by both: the same rules match, and the
// first of them that covers is the same. So a difference needs a rule that is not *common*.
//
// The rules are lowered into one vocabulary, so that the same condition is the same formula, however
// it is written in its file. The longest common sequence of rules (same formula, same effect) is left
// out; for each rule that remains, and each rule of the other version, a search (`WitnessSolver`) asks for a
// request that the one takes in its chain and the other in its own; unless a rule before either asks for
// just what the other one does, as after most changes one does. What both do with it is compared value
// by value. A chain that leaves some frames alone starts with a rule that allows them, and every
// chain ends with one that allows everything.
//
// Traced: the old chain is `A: when path[1] == "a" cancel`, `B: otherwise allow`, the new one
// `A': when path hasPrefix "/a" cancel`, `B`. Common is B. For A and A' the request /a is cancelled by
// both. For A and B: a path with first component `a`, and not with prefix /a: none. For B and A' (it
// is A' that is not common): a path with prefix /a whose first component is not `a`: /aa, which was
// allowed and is cancelled now. That is the only cube.

import Automata
package import Interpreter
package import Semantics
import Text
import WebURL

/// Requests that two versions of a chain treat differently, by one that shows it.
package struct ChainDifference: Sendable {
  package var witness: Witness
  /// Entry of the old chain that decides; nil for its end, and where it leaves the frame alone.
  package var oldEntry: Int?
  package var newEntry: Int?
  package var old: Outcome
  package var new: Outcome
  /// Whether attempted actions have to answer false for the difference to be seen.
  package var attemptsDecline: Bool
}

/// Two rules, or what stands in place of one, of which it is not known whether some request that both
/// take is treated differently.
package struct UndecidedPair: Sendable {
  /// What decides in a chain.
  package enum Decider: Sendable, Equatable {
    /// The chain does not look at requests of that frame.
    case frame
    case entry(Int)
    /// No rule.
    case end
  }

  package var old: Decider
  package var new: Decider
  package var why: Undecided
}

package struct ChainComparison: Sendable {
  package var old: FlatChain
  package var new: FlatChain
  /// One for each pair of rules, an old one and a new one, that take the same requests and treat some
  /// of them differently; in the order of the old chain. Empty where both chains mean the same.
  package internal(set) var differences: [ChainDifference] = []
  /// Pairs that could not be decided, in the order of the old chain and then of the new one.
  package internal(set) var undecided: [UndecidedPair] = []
}

/// Compares chains of two rule sets.
package struct ChainComparer {
  private let sets: [RuleSet]

  /// - Requires: neither rule set has errors.
  package init(old: RuleSet, new: RuleSet) { sets = [old, new] }

  /// Compares two chains; the answer does not depend on other comparisons.
  package func compare(_ old: ID<Chain>, _ new: ID<Chain>) -> ChainComparison {
    let context = AnalysisContext()
    let versions = zip([old, new], sets).map { chain, rules in
      let flat = FlatChain(chain, in: rules)
      return (flat, rules, LoweredRules(flat, rules, context.lowering(rules)))
    }
    .map { flat, rules, lowered in ChainVersion(flat, rules, context, lowered) }
    return ComparisonSolver(versions, context, WitnessSolver(context)).compare()
  }
}
