package import Semantics

/// The proof of one claim of an invariant for all its chains.
package struct ClaimProof: Sendable {
  package enum Verdict: Sendable {
    case holds
    case broken(Counterexample)
    case undecided(Undecided)
  }

  /// A request that breaks the claim.
  package struct Counterexample: Sendable {
    package var chain: ID<Chain>
    package var witness: Witness
    /// The entry of the rule that does the act, or that decides without it; nil for the end of the chain, and for
    /// a frame about which the chain does not decide.
    package var entry: Int?
    /// False if the chain does not decide about requests of the frame.
    package var isLookedAt = true
  }

  /// The reason why a claim says nothing about any request.
  package enum Idleness: Sendable {
    /// No rule of the chains does the act.
    case noAct
    /// No request satisfies the condition.
    case neverTrue
    /// Every request satisfies the condition of `only when`.
    case alwaysTrue
  }

  package var invariant: ID<Invariant>
  /// The index of the claim in the invariant.
  package var claim: Int
  /// The verdicts for the chains of the invariant, in their order.
  package var verdicts: [Verdict]
  /// The reason why the claim is about no request; nil if it is about some request.
  package var idleness: Idleness?

  /// The first request that breaks the claim.
  package var counterexample: Counterexample? {
    verdicts.lazy.compactMap { verdict in
      if case .broken(let found) = verdict { found } else { nil }
    }.first
  }

  /// The reason why the claim is not proved for some chain; nil if there is none, or a request is known that
  /// breaks the claim.
  package var undecided: Undecided? {
    if counterexample != nil { return nil }
    return verdicts.lazy.compactMap { verdict in
      if case .undecided(let why) = verdict { why } else { nil }
    }.first
  }

  /// True if the claim is proved for all chains.
  package var holds: Bool {
    verdicts.allSatisfy { verdict in if case .holds = verdict { true } else { false } }
  }
}
