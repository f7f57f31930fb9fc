// What a chain's rules can still take
// ===================================
//
// A chain asks its rules in order and the first that matches decides. A rule is *reachable* when some
// request matches it and no earlier rule that covers (`attempt` and `continue` rules do not). We want
// for each rule either such a request, a *witness*, or a proof that there is none, with the earlier
// rules that take its place: its *cover*.
//
// Every condition on a component of a request is a question about that component alone: is the path of
// this regular language, is this flag true? Those questions are the *atoms*, and a rule is a formula
// over atoms (`Lowering`). Components can be chosen freely once the *kind* of the request is fixed:
// whether its URL is `https` with host and path, or opaque like `tel:1`, and the same for the page that
// is shown (`URLForm`).
//
// The naive way is to cut each component's values into the classes that the atoms tell apart and to
// walk through the product of the classes, or to expand "this rule and none of those before" into
// cases. Either grows exponentially with the components, and as the square of the rules.
//
// Instead each rule is asked by *search* (`WitnessSolver`), in the way of a solver that learns its constraints
// only when they are violated:
//
//   1. Take a *cube*: a kind, and for each component the questions that have to be answered so. It
//      starts with the rule's own formula. Propose for each component one value, a plain one first.
//   2. Ask which atoms are true of the proposed values (`MultiPatternMatcher`: all questions at once, at the cost
//      of reading the text), and so which earlier covering rule is the first to take the request
//      (`RuleIndex`: looks only at rules that wait for an atom that is true).
//   3. If none does, the values are written as a URL (`WitnessBuilder`), which is parsed and asked again
//      where that may make a difference. If it holds, it is a witness.
//   4. If rule j takes it, then whatever we look for has `not j` too. A formula that is one question
//      narrows the cube; `a or b` splits it, into `a`, and `b but not a`. Go on with 1.
//   5. A cube whose component has no value left is empty (a question about automata: an
//      intersection without members). When all cubes are, there is no witness.
//
// Traced, for the last rule of
//
//     when path[1] == "shop" present Shop cancel                                  (1)
//     when isHome && path hasPrefix "/s" cancel                                   (2)
//     when path like "/s*/{id}" && frame == new load url cancel                   (3)
//
//   cube: path of /s[^/]*/[^/]+, frame new. Proposed: https://example.com/s/a, new; (1) and (2) do
//   not hold of it: reachable, at the first try. Were (2) without its flag, it would take the request;
//   `not (2)` says that the path does not start with /s, and the language of the cube's paths
//   becomes empty at once. The cover is (2) alone, though (1) overlaps too.
//
// Why it is sound. *Unreachable*: the values that the cubes range over are all that can occur and
// more (`ComponentDomains`), every requirement in step 4 holds for all that is looked for, splits leave
// nothing out, and only what is empty is dropped. *Reachable*: a request whose values are of characters
// that stand for themselves is known by how it is written; any other is parsed from its text and
// examined once more. Requests that a finding shows against a rule, and with `interpreted` all of them,
// are asked of the interpreter, which knows nothing of formulas (of very long chains, the first ones).
// Where components are views of one another (`url like "…?…"` sees the query as it is written, `query.x`
// what it holds), values are taken that go together: the texts that decode to what is asked for are a
// language too (`URLPartPreimage`), and a cube that has none of them is empty. What little the components
// allow and no URL has (an `xn--` label that decodes to nothing) makes a proposed request turn out to be
// another; some more are tried, and if none is right the answer is *undecided*.
//
// The URLs that `url == "…"` names are kinds of their own, each with every component fixed. Outside of
// them such a question is false, for user info or an empty path component makes of any URL another
// with the same components. A named URL needs asking only where some requirement said "is that URL":
// otherwise its twin satisfies the same requirements.
//
// Why it is quick. Most rules are met by their first candidate, and reading it costs its length. No
// automaton is made unless a guess fails; languages are hash-consed and their automata lazy, so what is
// asked twice is known. The work is counted in steps (`LanguageStore.steps`) against a budget, so the
// same input gets the same answer on every machine; past it, the answer is *undecided*, and says what
// was asked about most.

package import Interpreter
import Semantics
package import Text

/// What is known of each rule of a chain.
package struct ChainAnalysis: Sendable {
  package enum Reachability: Sendable {
    /// With a request that reaches it.
    case reachable(Witness)
    case unreachable(Unreachable)
    case undecided(Undecided)
  }

  package enum Unreachable: Sendable {
    /// Earlier rules take all that it asks for, and none of them can be left out.
    case shadowed([Cover])
    /// No request has what these parts of its condition and arguments ask for together.
    case contradictory([Location])
    /// It asks for frames that the chain does not look at.
    case frames
  }

  /// An earlier rule that takes some of what a rule asks for.
  package struct Cover: Sendable {
    /// Index into the chain's entries.
    package var entry: Int
    /// A request that both rules match and the earlier one takes.
    package var witness: Witness
    /// Whether both ask for the very same, so that none of them could be reached behind the other.
    package var isTwin = false
  }

  package let chain: FlatChain
  private let grounds: [RuleVerdict]

  init(_ chain: FlatChain, _ grounds: [RuleVerdict]) {
    self.chain = chain
    self.grounds = grounds
  }

  /// By entry.
  package var entries: LazyMapCollection<Range<Int>, Reachability> {
    grounds.indices.lazy.map { grounds[$0].evidence.reachability }
  }

  /// By entry: for a rule without which every request would be treated the same, the entry that
  /// follows with the same effect (the number of entries where that is the end of the chain).
  package var redundant: LazyMapCollection<Range<Int>, Int?> {
    grounds.indices.lazy.map { grounds[$0].evidence.redundant }
  }

  /// By entry: parts of its condition that are true for every request that comes so far.
  package var alwaysTrue: LazyMapCollection<Range<Int>, [Location]> {
    grounds.indices.lazy.map { grounds[$0].evidence.alwaysTrue }
  }

  /// Entries of which something is to be said, ascending.
  package var remarkable: LazyFilterCollection<Range<Int>> {
    grounds.indices.lazy.filter { !grounds[$0].isPlain }
  }
}
