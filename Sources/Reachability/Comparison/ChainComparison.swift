// The differences between two versions of a chain
// ===============================================
//
// Two chains are equivalent if every request gets the same decision with the same steps. The naive way
// compares the effects on every class of requests. But a request that matches only *common* rules, which
// both versions have in the same order, is treated the same by both: the same rules match, and the first of
// them that covers is the same. So a difference requires a rule that is not common.
//
// The rules of both versions are lowered into one atom table, so that equal conditions are equal formulas,
// regardless of how they are written. If only rules have changed, the others are lowered once for both. The
// longest common subsequence of rules (same formula, same effect) is omitted. For each remaining rule and each
// rule of the other version, `WitnessSolver` searches for a request that each of them handles in its own chain.
// The search is skipped if a rule before one of them has the formula of the other, which is the usual case, and
// if both have the same effect and no rule before them acts. The effects of both on the request are compared
// value by value.
//
// A question before these finds out whether the rule decides any request that none of the rules takes that the other
// version has in its place. If there is none, it is compared with these rules only: so a rule that no request reaches,
// or whose condition is written in another way, costs one question and not one for each later rule. If there is one,
// the rule of the other version that decides it is asked about first, since it gives the plainest example. A chain that ignores some frames starts with a rule that allows them, and every chain ends
// with a rule that allows everything.
//
// A rule that attempts an action decides if the action answers true, so it is paired like any other rule. Both
// versions get the same answers: the n-th attempt of an action has the same one in both. If the courses of a
// request differ at all, they differ for such answers: at the first step that differs, every attempt before it
// fails in both, and the answer of an attempt at that step is free.
//
// Traced: the old chain is `A: when path[1] == "a" cancel`, `B: otherwise allow`, the new one
// `A': when path hasPrefix "/a" cancel`, `B`. B is common. For A and A' the request /a is cancelled by both.
// For A and B: a path with first component `a` and without prefix /a: none. For B and A' (A' is not common): a
// path with prefix /a whose first component is not `a`: /aa, which was allowed and is cancelled now. That is
// the only cube.

import Automata
package import Interpreter
package import Semantics
import Text
import WebURL

/// A difference between two versions of a chain, with a request that shows it.
package struct ChainDifference: Sendable {
  package var witness: Witness
  /// The entry of the old chain that decides; nil for its end, and for a frame that it ignores. An entry with an
  /// attempt decides if that succeeds; all attempts before it fail.
  package var oldEntry: Int?
  package var newEntry: Int?
  package var old: Outcome
  package var new: Outcome
  /// The number of common rules before the changed one whose requests were searched.
  let place: Int
}

/// Two deciders for which it is unknown whether they treat some request differently.
package struct UndecidedPair: Sendable {
  /// The part of a chain that decides.
  package enum Decider: Sendable, Equatable {
    /// The chain ignores requests of that frame.
    case frame
    case entry(Int)
    /// No rule.
    case end
  }

  package var old: Decider
  package var new: Decider
  package var why: Undecided
}

/// The differences that a comparison searches for. Each of them proves that there is none, or says that there may be.
package enum ComparisonExtent: Sendable {
  case all
  /// So many in all, but at least one of each changed rule, and at most ten.
  case examples(total: Int)
  /// So many in all, at most ten of each changed rule; the search ends with the last of them.
  case fewExamples(total: Int)
  /// Only whether there are any: one, or one undecided pair.
  case any
  /// Only whether a request passes that was cancelled: one, or one undecided pair.
  case weaker
}

/// A changed rule that may differ for more requests than were searched.
package struct ShortenedSearch: Sendable {
  package var isOld: Bool
  package var decider: UndecidedPair.Decider
}

package struct ChainComparison: Sendable {
  package var old: FlatChain
  package var new: FlatChain
  /// One for each pair of an old and a new rule that match common requests and treat some of them differently,
  /// in the order of the changed rules that cause them. Empty if both chains are equivalent, unless pairs are undecided.
  package internal(set) var differences: [ChainDifference] = []
  /// Pairs that could not be decided, in the order of the old chain and then of the new one.
  package internal(set) var undecided: [UndecidedPair] = []
  /// Rules that may differ for more requests, first those of the old chain; empty if differences are empty, unless pairs
  /// are undecided.
  package internal(set) var shortened: [ShortenedSearch] = []
  /// The number of pairs of rules that were examined; the others obviously match no common request.
  package internal(set) var pairs = 0
}

/// Compares chains of two rule sets.
package struct ChainComparer {
  private let sets: [RuleSet]
  private let edits: RuleEdits?
  private let extent: ComparisonExtent

  /// - Requires: neither rule set has errors.
  /// - Parameter edits: the changes of the rules, if both sets have the same declarations.
  package init(
    old: RuleSet, new: RuleSet, edits: RuleEdits? = nil, extent: ComparisonExtent = .all
  ) {
    sets = [old, new]
    self.edits = edits
    self.extent = extent
  }

  /// Compares two chains; the answer does not depend on other comparisons.
  package func compare(_ old: ID<Chain>, _ new: ID<Chain>) -> ChainComparison {
    let context = AnalysisContext()
    let flat = zip([old, new], sets).map { FlatChain($0, in: $1) }
    let before = LoweredRules(flat[0], sets[0], context.lowering(sets[0]))
    let after = LoweredRules(
      flat[1], sets[1], context.lowering(sets[1]), reusing: edits.map { (before, $0) })
    let versions = zip([before, after], 0..<2).map { lowered, side in
      ChainVersion(flat[side], sets[side], context, lowered)
    }
    return ComparisonSolver(versions, context, WitnessSolver(context)).compare(extent)
  }
}
