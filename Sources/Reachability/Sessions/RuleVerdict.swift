import Text

/// What is known of one rule of a chain, and what that rests on.
///
/// Where it stands in the chain is not part of it, so that it can be kept when others come or go.
final class RuleVerdict: Sendable {
  typealias Reachability = ChainAnalysis.Reachability

  /// What follows a reachable rule for the request that reaches it.
  enum Follower {
    /// Nobody asked: it does not cover, or it is the rule for all that is left.
    case none
    /// The rule that acts next, so many entries behind, does something else.
    case other(Int)
    /// No rule acts next, and the end of the chain does something else.
    case end
    /// What follows does the same; further requests were looked for.
    case searched
  }

  /// What is found out, bit by bit.
  struct Evidence {
    var reachability = Reachability.unreachable(.frames)
    var redundant: Int?
    var alwaysTrue: [Location] = []
    /// The request that reaches it.
    var reached: RecordedRequest?
    /// The earlier rules that took a request that was proposed, where none reaches it.
    var takers: [LoweredRule] = []
    var follower = Follower.none
    /// Requests that show of parts of its condition that they are not always true.
    var counterexamples: [RecordedRequest] = []
    /// Whether `https://example.com/` is one of them.
    var restsOnPlain = false
    /// False where some question was given up.
    var isComplete = true
    var cost = Budget.Cost()
  }

  let rule: LoweredRule
  let evidence: Evidence
  /// Whether it is reached and there is nothing to be said of it.
  let isPlain: Bool
  let isUndecided: Bool
  /// How the path begins of the request that reaches it; nil where none does.
  let path: TextStart?

  init(_ rule: LoweredRule, _ evidence: Evidence) {
    self.rule = rule
    self.evidence = evidence
    path = evidence.reached?.path
    switch evidence.reachability {
    case .reachable:
      isPlain = evidence.redundant == nil && evidence.alwaysTrue.isEmpty
      isUndecided = !evidence.isComplete
    case .unreachable: (isPlain, isUndecided) = (false, !evidence.isComplete)
    case .undecided: (isPlain, isUndecided) = (false, true)
    }
  }
}
