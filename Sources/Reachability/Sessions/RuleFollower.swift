/// The rule that follows a reachable rule for the request that reaches it.
enum RuleFollower {
  /// The follower is not determined, since the rule does not cover, or its condition is absent or `true`.
  case none
  /// The next acting rule has another effect. It is the given number of entries later.
  case other(Int)
  /// No later rule acts, and the end of the chain has another effect.
  case end
  /// The next effect is the same, so other requests were searched.
  case searched
}
