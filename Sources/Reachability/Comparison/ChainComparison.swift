// The differences between two versions of a chain
// ===============================================
//
// Two chains are equivalent if every request gets the same decision with the same steps. The naive way compares
// the effects on every class of requests. But a request that matches only *common* rules, which both versions
// have in the same order, is treated the same by both: the same rules match, and the first of them that covers is
// the same. So a difference requires a rule that is not common.
//
// The rules of both versions are lowered into one atom table, so that equal conditions are equal formulas even if
// their source differs. If only rules have changed, the others are lowered once for both. The longest common
// subsequence of rules (same formula, same effect) is omitted. For each remaining rule and each rule of the other
// version, `WitnessSolver` searches for a request that each of them handles in its own chain. The search is
// skipped if a rule before one of them has the formula of the other, which is the usual case, and if both have
// the same effect and no rule before them acts. The effects of both on the request are compared value by value.
//
// Each remaining rule has *counterparts*: the rules that the other version has in its place, between the same
// common rules. The first question is whether the rule decides any request that no counterpart takes. If not, the
// rule is compared with its counterparts only. So a rule that no request reaches, or whose condition is only
// written differently, costs one question instead of one for each later rule. If there is such a request, the
// rule is first compared with the rule of the other version that decides it, since that gives the plainest
// example.
//
// A chain that ignores some frames starts with a rule that allows them, and every chain ends with a rule that
// allows everything.
//
// A rule that attempts an action decides if the attempt succeeds, so it is paired like any other rule. Both
// versions get the same answers: the n-th attempt of an action has the same answer in both. If the courses of a
// request differ at all, they differ for such answers: at the first step that differs, every earlier attempt
// fails in both versions, and the answer of an attempt at that step is free.
//
// Traced: the old chain is `A: when path[1] == "a" cancel`, `B: otherwise allow`, the new one `A': when path
// hasPrefix "/a" cancel`, `B`. B is common. For A and A', both versions cancel the request /a. For A and B, the
// path would have the first component `a` but not the prefix /a; there is none. For B and A' (A' is not common),
// the path has the prefix /a but another first component than `a`, such as /aa. It was allowed and is cancelled
// now. That is the only difference.

import Automata
package import Interpreter
package import Semantics
import Text
import WebURL

/// A difference between two versions of a chain, with a request that shows it.
package struct ChainDifference: Sendable {
  package var witness: Witness
  /// The entry of the old chain that decides; nil for the end of the chain, and for a frame that it ignores. If
  /// the entry has an attempt, it decides if that succeeds. All earlier attempts fail.
  package var oldEntry: Int?
  package var newEntry: Int?
  package var old: Outcome
  package var new: Outcome
  /// The number of common rules before the changed one whose requests were searched.
  let place: Int
}

/// Two deciders for which it is unknown if they treat some request differently.
package struct UndecidedPair: Sendable {
  /// The part of a chain that decides.
  package enum Decider: Sendable, Equatable {
    /// No rule, since the chain ignores requests of the frame.
    case frame
    case entry(Int)
    /// No rule, since no rule matches.
    case end
  }

  package var old: Decider
  package var new: Decider
  package var why: Undecided
}

/// The differences that a comparison searches for. Each extent finds out if there are differences at all, or
/// leaves that undecided.
package enum ComparisonExtent: Sendable {
  case all
  /// Differences up to this total, but at least one for each changed rule, and at most ten.
  case examples(total: Int)
  /// Differences up to this total, and at most ten for each changed rule. The search ends when it has
  /// found them.
  case fewExamples(total: Int)
  /// One difference or one undecided pair.
  case any
  /// One difference by which a request passes that was cancelled, or one undecided pair.
  case weaker
}

/// A changed rule that may treat more requests differently than were searched.
package struct ShortenedSearch: Sendable {
  package var isOld: Bool
  package var decider: UndecidedPair.Decider
}

package struct ChainComparison: Sendable {
  package var old: FlatChain
  package var new: FlatChain
  /// One difference for each pair of an old and a new rule that match common requests and treat some of them
  /// differently, in the order of the changed rules that cause them. If there are none and no pairs are
  /// undecided, the chains are equivalent.
  package internal(set) var differences: [ChainDifference] = []
  /// The pairs that could not be decided, in the order of the old chain, then of the new one.
  package internal(set) var undecided: [UndecidedPair] = []
  /// The rules that may treat more requests differently, first those of the old chain. If there are no
  /// differences and no undecided pairs, there are no such rules either.
  package internal(set) var shortened: [ShortenedSearch] = []
  /// The number of pairs of rules that were examined. The other pairs obviously match no common request.
  package internal(set) var pairs = 0
}

/// Compares chains of two rule sets.
package struct ChainComparer {
  private let sets: [RuleSet]
  private let edits: RuleEdits?
  private let extent: ComparisonExtent

  /// Creates the comparer of two rule sets.
  ///
  /// - Parameter edits: the changes of the rules, if both sets have the same declarations.
  /// - Requires: neither rule set has errors.
  package init(
    old: RuleSet, new: RuleSet, edits: RuleEdits? = nil, extent: ComparisonExtent = .all
  ) {
    sets = [old, new]
    self.edits = edits
    self.extent = extent
  }

  /// Compares two chains. The result does not depend on other comparisons.
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
