import Text

/// What is known of one rule of a chain, and what that rests on.
struct Grounds {
  /// What follows a reachable rule for the request that reaches it.
  enum Follower {
    /// Nobody asked: it does not cover, or it is the rule for all that is left.
    case none
    /// The entry that acts next (the number of entries for the end) does something else.
    case other(Int)
    /// It does the same; further requests were looked for.
    case searched
  }

  struct Cost {
    var steps = 0
    var pairs = 0
    var parts = 0

    static func += (sum: inout Cost, other: Cost) {
      sum.steps += other.steps
      sum.pairs += other.pairs
      sum.parts += other.parts
    }
  }

  var rule: LoweredRule
  var reachability: ChainAnalysis.Reachability
  var redundant: Int?
  var alwaysTrue: [Location] = []

  /// The request that reaches it.
  var reached: Sample?
  /// The earlier rules that took a request that was proposed, where none reaches it.
  var takers: [LoweredRule] = []
  var follower = Follower.none
  /// Requests that show of parts of its condition that they are not always true.
  var counterexamples: [Sample] = []
  /// Whether `https://example.com/` is one of them.
  var restsOnPlain = false
  /// False where some question was given up.
  var isPatient = true
  var cost = Cost()

  /// Whether there is nothing to be said of it.
  var isPlain: Bool {
    if case .reachable = reachability { return redundant == nil && alwaysTrue.isEmpty }
    return false
  }

  var isUndecided: Bool {
    if case .undecided = reachability { return true }
    return !isPatient
  }
}
