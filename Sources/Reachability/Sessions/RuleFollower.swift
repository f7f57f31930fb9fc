/// The rule that follows a reachable rule for the request that reaches it.
enum RuleFollower {
  /// Not determined: the rule does not cover, or its condition is absent or `true`.
  case none
  /// The next rule that acts has another effect; it is that many entries after this one.
  case other(Int)
  /// No later rule acts, and the end of the chain has another effect.
  case end
  /// The next effect is the same; other requests were searched.
  case searched
}
