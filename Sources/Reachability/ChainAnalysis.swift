// Which rules of a chain can be reached
// =====================================
//
// A chain evaluates its rules in order, and the first that matches decides. A rule is *reachable* if some
// request matches it and no earlier covering rule (`attempt` and `continue` rules do not cover). For each
// rule we want either such a request, a *witness*, or a proof that there is none, with the earlier rules
// that match its requests instead: its *cover*.
//
// Every condition on a component of a request is a test of that component alone: is the path a member of
// this regular language, is this flag true? These tests are the *atoms*, and a rule is a formula over atoms
// (`Lowering`). Components can be chosen freely once the form of the request is fixed: whether its URL is
// `https` with host and path, or opaque like `tel:1`, and the same for the page that is shown (`URLForm`).
//
// The naive way is to partition each component's values into the classes that the atoms distinguish and to
// visit the product of the classes, or to expand "this rule and no earlier one" into cases. Either grows
// exponentially with the number of components, and quadratically with the number of rules.
//
// Instead each rule is decided by *search* (`WitnessSolver`), as in a lazy SMT solver, which learns its
// constraints only when they are violated:
//
//   1. Take a *cube*: a request form, and for each component the literals that must hold. It starts with
//      the rule's own formula. Propose one value for each component, a plain one first.
//   2. Find the atoms that are true of the proposed values (`MultiPatternMatcher`: all atoms at once, at the
//      cost of reading the text), and with them the first earlier covering rule that matches (`RuleIndex`:
//      only rules with a watched literal that is true).
//   3. If there is none, the values are written as a URL (`WitnessBuilder`), which is parsed and examined
//      again if that can make a difference. If it passes, it is a witness.
//   4. If rule j matches, every solution also satisfies `not j`. A formula that is one literal narrows the
//      cube; `a or b` splits it, into `a`, and `b but not a`. Continue with 1.
//   5. A cube in which a component has no value left is empty (automata decide this: an intersection has no
//      members). If all cubes are empty, there is no witness.
//
// Traced, for the last rule of
//
//     when path[1] == "shop" present Shop cancel                                  (1)
//     when isHome && path hasPrefix "/s" cancel                                   (2)
//     when path like "/s*/{id}" && frame == new load url cancel                   (3)
//
//   cube: path in /s[^/]*/[^/]+, frame new. Proposed: https://example.com/s/a, new; neither (1) nor (2)
//   matches it: reachable, at the first attempt. If (2) had no flag, it would match the request; `not (2)`
//   means that the path does not start with /s, and the language of the cube's paths becomes empty at once.
//   The cover is (2) alone, although (1) overlaps too.
//
// Why it is sound. *Unreachable*: the values of the cubes include all that can occur (`ComponentDomains`),
// every requirement of step 4 holds for every solution, splits omit nothing, and only empty cubes are
// dropped. *Reachable*: a request whose values consist of characters that are never escaped is known from its
// text; any other is parsed from its text and examined once more. Requests that a finding shows as evidence
// against a rule, and with `interpreted` all requests, are evaluated by the interpreter, which does not use
// formulas (in long chains, within a budget). If components are views of one another (`url like "…?…"`
// reads the query as written, `query.x` its decoded value), compatible values are chosen: the texts that
// decode to members of a language are a language too (`URLPartPreimage`), and a cube without such texts is
// empty. A few values are in the domains although no URL has them (an `xn--` label that decodes to nothing).
// A request proposed with them changes when it is parsed; a few others are tried, and if none passes, the
// answer is *undecided*.
//
// Each URL that `url == "…"` names has its own form, in which every component is fixed. In all other forms
// such a test is false, since user info or an empty path component turns any URL into another one with the
// same components. A named URL needs a search only if some requirement is "is that URL": otherwise its twin
// satisfies the same requirements.
//
// Why it is quick. Most rules are reached by their first candidate, and reading that is linear in its length.
// No automaton is built unless a guess fails; languages are hash-consed and their automata lazy, so no state
// is built twice. Work is counted in steps (`LanguageStore.steps`) against a `Budget`, so the same rules get
// the same answers on every machine; beyond the budget the answer is *undecided* and names the component that
// was constrained most often.

package import Interpreter
package import Semantics
package import Text

/// The results of the analysis for each rule of a chain.
package struct ChainAnalysis: Sendable {
  package enum Reachability: Sendable {
    /// The rule is reachable, with a request that reaches it.
    case reachable(Witness)
    case unreachable(Unreachable)
    case undecided(Undecided)
  }

  /// The reachability of a rule, without its evidence.
  package enum Status: Sendable {
    case reachable, undecided
    /// Unreachable, with the reasons of `Unreachable`.
    case shadowed, contradictory, frames
  }

  package enum Unreachable: Sendable {
    /// Earlier rules match every request that the rule matches. Each of these covers is needed for that.
    case shadowed([Cover])
    /// No request satisfies these parts of the rule's condition and arguments together.
    case contradictory([Location])
    /// The rule requires frames that the chain ignores.
    case frames
  }

  /// An earlier rule that matches some requests of a rule.
  package struct Cover: Sendable {
    /// The entry of the earlier rule.
    package var entry: Int
    /// A request that both rules match and that reaches the earlier one.
    package var witness: Witness
    /// True if both rules match the same requests, so that reordering cannot help.
    package var isTwin = false
  }

  /// A cover that consists of a single rule, without its witness.
  package struct OnlyCover: Sendable {
    /// The entry of the rule that covers.
    package let entry: Int
    /// True if both rules match the same requests.
    package let isTwin: Bool
  }

  /// An operand of `||` in a rule's condition that can be left out, since no request is treated differently
  /// without it.
  package struct DeadOperand: Sendable {
    package enum Cause: Sendable {
      /// No request satisfies the alternative together with these parts of the condition. The list is empty if
      /// the alternative's own parts contradict each other.
      case contradictory([Location])
      /// The alternative requires frames that the chain ignores.
      case frames
      /// Other rules or operands handle every request of the alternative. Contains a few of them.
      case handled([Handler])
    }

    /// A rule or an operand that handles a request of an alternative.
    package struct Handler: Sendable {
      package enum Place: Sendable {
        /// An earlier rule, by its entry.
        case entry(Int)
        /// Another operand of `||` in the same condition.
        case alternative(Location)
      }

      package var place: Place
      package var witness: Witness
    }

    /// The location of the operand, or of the name of the condition that contains it.
    package var location: Location
    /// The place of the operand in a declared condition; nil for an operand of the rule's own condition.
    package var named: NamedPlace?
    package var cause: Cause
  }

  /// A rule with `load url` that takes the request that it loads.
  package struct EndlessLoad: Sendable {
    /// A request that reaches the rule, and for which the loaded request also reaches it.
    package var witness: Witness
    /// True if every load of the rule is proved to reach the rule again.
    package var isCertain: Bool
  }

  /// Rules with `load url` that form a loop: each takes the request that the previous one loads.
  package struct LoadLoop: Sendable {
    /// The entries of the rules.
    package var entries: [Int]
    /// A request that the first rule takes and that the last rule leads back to it.
    package var witness: Witness
    /// The URLs that the rules load for the request, in order.
    package var loaded: [String]
    /// True if every load of these rules is proved to reach the next rule.
    package var isCertain: Bool
  }

  package let chain: FlatChain
  private let likely: LikelyRequests
  /// The loops that consist of several rules.
  package let loadLoops: [LoadLoop]
  private let verdicts: [RuleVerdict]
  /// The status of each entry. Reading it is quicker than reading `entries`.
  package let statuses: [Status]
  /// The entries with findings, in ascending order.
  package let remarkable: [Int]

  init(
    _ chain: FlatChain, in rules: RuleSet, _ verdicts: [RuleVerdict], _ loadLoops: [LoadLoop]
  ) {
    self.init(
      chain, in: rules, verdicts, loadLoops, statuses: verdicts.map { $0.status },
      remarkable: verdicts.indices.filter { !verdicts[$0].isPlain })
  }

  /// Creates an analysis.
  ///
  /// - Parameters:
  ///   - statuses: the statuses of the verdicts.
  ///   - remarkable: the entries with findings, in ascending order.
  init(
    _ chain: FlatChain, in rules: RuleSet, _ verdicts: [RuleVerdict], _ loadLoops: [LoadLoop],
    statuses: [Status], remarkable: [Int]
  ) {
    self.chain = chain
    likely = LikelyRequests(chain, in: rules)
    self.loadLoops = loadLoops
    self.verdicts = verdicts
    self.statuses = statuses
    self.remarkable = remarkable
  }

  /// The reachability of each entry. Its requests are likely ones of the app (`LikelyRequests`).
  package var entries: LazyMapCollection<Range<Int>, Reachability> {
    verdicts.indices.lazy.map { entry in
      switch verdicts[entry].evidence.reachability {
      case .reachable(let witness): .reachable(likely.reaching(entry, witness))
      case .unreachable(.shadowed(let cover)):
        .unreachable(
          .shadowed(
            cover.map { one in
              var one = one
              one.witness = likely.taken(by: one.entry, entry, one.witness)
              return one
            }))
      case .unreachable(let why): .unreachable(why)
      case .undecided(let undecided): .undecided(undecided)
      }
    }
  }

  /// The rule that alone shadows the entry; nil if the entry is not shadowed, or only by several rules together.
  package func onlyCover(_ entry: Int) -> OnlyCover? { verdicts[entry].onlyCover }

  func verdict(_ entry: Int) -> RuleVerdict { verdicts[entry] }

  /// The later entry with the same effect, for each rule whose removal changes nothing; the number of entries if
  /// that is the end of the chain.
  package var redundant: LazyMapCollection<Range<Int>, Int?> {
    verdicts.indices.lazy.map { verdicts[$0].evidence.redundant }
  }

  /// The parts of each rule's condition that are true for every request that reaches the rule.
  package var alwaysTrue: LazyMapCollection<Range<Int>, [Location]> {
    verdicts.indices.lazy.map { verdicts[$0].evidence.alwaysTrue }
  }

  /// The operands of `||` in each rule's condition that can be left out together.
  package var deadAlternatives: LazyMapCollection<Range<Int>, [DeadOperand]> {
    verdicts.indices.lazy.map { entry in
      verdicts[entry].evidence.deadAlternatives.map { alternative in
        guard case .handled(let handlers) = alternative.cause else { return alternative }
        var alternative = alternative
        alternative.cause = .handled(
          handlers.map { handler in
            var handler = handler
            let handling = if case .entry(let other) = handler.place { other } else { entry }
            handler.witness = likely.declining(handler.witness, before: handling)
            return handler
          })
        return alternative
      }
    }
  }

  /// A request for each rule that reaches it and has a URL that one of its steps must not use
  /// (`Rule.unsafeSchemes`).
  package var unsafe: LazyMapCollection<Range<Int>, Witness?> {
    verdicts.indices.lazy.map { entry in
      verdicts[entry].evidence.unsafe.map { likely.reaching(entry, $0) }
    }
  }

  /// Flags for the rules whose `load url` refuses every URL that the condition permits (`Rule.loadedSchemes`).
  package var refusedLoads: LazyMapCollection<Range<Int>, Bool> {
    verdicts.indices.lazy.map { verdicts[$0].evidence.refusesLoads }
  }

  /// A request for each rule that reaches it and has a body that its `load url` does not hand on.
  package var lostBodies: LazyMapCollection<Range<Int>, Witness?> {
    verdicts.indices.lazy.map { entry in
      verdicts[entry].evidence.lostBody.map { likely.reaching(entry, $0) }
    }
  }

  /// A request for each rule that satisfies its condition but that no rule cancels. The rule does not, since an
  /// argument is missing or does not convert.
  package var passedCancels: LazyMapCollection<Range<Int>, Witness?> {
    verdicts.indices.lazy.map { entry in
      verdicts[entry].evidence.passedCancel.map { likely.declining($0, before: entry) }
    }
  }

  /// The loop of each rule whose `load url` leads to the rule again.
  package var endlessLoads: LazyMapCollection<Range<Int>, EndlessLoad?> {
    verdicts.indices.lazy.map { entry in
      verdicts[entry].evidence.endlessLoad.map { load in
        var load = load
        load.witness = likely.declining(load.witness, before: entry)
        return load
      }
    }
  }
}
