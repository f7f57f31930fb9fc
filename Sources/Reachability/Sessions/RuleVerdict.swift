import Text

/// The findings about a rule of a chain, with their evidence.
///
/// A verdict does not contain the entry of the rule, so that several versions of the chain can share it.
final class RuleVerdict: Sendable {
  typealias Reachability = ChainAnalysis.Reachability

  /// The findings, with the requests and rules that show them.
  struct Evidence {
    var reachability = Reachability.unreachable(.frames)
    var redundant: Int?
    var alwaysTrue: [Location] = []
    var deadAlternatives: [ChainAnalysis.DeadOperand] = []
    /// A request that reaches the rule.
    var reached: RecordedRequest?
    /// The earlier rules that matched the proposed requests, if the rule is unreachable.
    var takers: [LoweredRule] = []
    /// The proposed requests and the witnesses of the cover, if the rule is unreachable; nil if the result also
    /// depends on other requests.
    var proposals: [RecordedRequest]?
    /// A request that reaches the rule and has a URL that one of its steps must not use.
    var unsafe: Witness?
    /// The earlier rules that matched the proposed requests, if no such request exists.
    var unsafeTakers: [LoweredRule] = []
    /// True if `load url` refuses every URL that the rule's condition permits.
    var refusesLoads = false
    /// The earlier rules that matched the requests that were proposed as endless loads of the rule, if none
    /// exists; nil if the rule loads nothing, or if the result may also depend on other rules.
    var loadTakers: [LoweredRule]?
    /// A request for which the `load url` of the rule leads to the rule again.
    var endlessLoad: ChainAnalysis.EndlessLoad?
    /// A request that reaches the rule and has a body that its `load url` does not hand on.
    var lostBody: Witness?
    /// A request that the rule does not cancel although its condition holds.
    var passedCancel: Witness?
    /// Requests that show that parts of the condition are not always true, or that alternatives are not dead.
    var counterexamples: [RecordedRequest] = []
    /// True if `https://example.com/` is one of the counterexamples.
    var restsOnPlain = false
    /// False if the budget was too small for some question.
    var isComplete = true
    /// True if a question was not decided because each request that was found changed when it was written, or if
    /// an answer may depend on all rules. The rule is then solved again after each edit.
    var hasOpenQuestion = false
    var cost = Budget.Cost()

    /// Notes that a question was not decided.
    mutating func note(_ undecided: Undecided) {
      switch undecided.reason {
      case .budget: isComplete = false
      case .views: hasOpenQuestion = true
      }
    }
  }

  /// The formula of the rule's condition and implicit guard (`LoweredRule.own`).
  let formula: Formula
  /// True if the rule has a `load url`.
  let loads: Bool
  let evidence: Evidence
  let status: ChainAnalysis.Status
  /// True if the rule is reachable and has no finding.
  let isPlain: Bool
  let isUndecided: Bool
  /// The rule that alone shadows this one; nil if the rule is not shadowed, or only by several rules together.
  let onlyCover: ChainAnalysis.OnlyCover?
  /// The first bytes of the path of the request that reaches the rule; nil if there is no such request.
  let path: TextStart?
  /// The marks of the requests that are evidence: witnesses and counterexamples of a reachable rule, or the
  /// requests that were proposed for an unreachable one.
  let requests: RequestMarks

  convenience init(_ rule: LoweredRule, _ evidence: consuming Evidence) {
    self.init(rule.own, loads: rule.loads != nil, evidence)
  }

  private init(_ formula: Formula, loads: Bool, _ evidence: consuming Evidence) {
    self.formula = formula
    self.loads = loads
    path = evidence.reached?.path
    onlyCover =
      if case .unreachable(.shadowed(let cover)) = evidence.reachability, cover.count == 1 {
        ChainAnalysis.OnlyCover(entry: cover[0].entry, isTwin: cover[0].isTwin)
      } else {
        nil
      }
    requests = RequestMarks(evidence.reached, evidence.proposals ?? evidence.counterexamples)
    switch evidence.reachability {
    case .reachable:
      status = .reachable
      isPlain =
        evidence.redundant == nil && evidence.alwaysTrue.isEmpty && evidence.unsafe == nil
        && evidence.deadAlternatives.isEmpty && evidence.endlessLoad == nil
        && evidence.lostBody == nil && !evidence.refusesLoads
        && !evidence.hasOpenQuestion
      isUndecided = !evidence.isComplete
    case .unreachable(let why):
      status =
        switch why {
        case .shadowed: .shadowed
        case .contradictory: .contradictory
        case .frames: .frames
        }
      (isPlain, isUndecided) = (false, !evidence.isComplete)
    case .undecided: (status, isPlain, isUndecided) = (.undecided, false, true)
    }
    self.evidence = evidence
  }

  /// A placeholder for the verdict about a rule that must be solved.
  static let unsolved = RuleVerdict(.constant(false), loads: false, Evidence())

  /// The verdict for a version of the chain in which the rules of the cover have other entries.
  func shadowed(by cover: [ChainAnalysis.Cover]) -> RuleVerdict {
    var evidence = evidence
    evidence.reachability = .unreachable(.shadowed(cover))
    return RuleVerdict(formula, loads: loads, evidence)
  }

  /// True if the proof that the rule is shadowed, by the same entries, survives each edit that
  /// - keeps the number of rules,
  /// - removes none of `takers`,
  /// - changes no URL with which rules compare,
  /// - and adds no rule that matches one of the proposed requests.
  var restsOnProposals: Bool {
    status == .shadowed && evidence.proposals != nil && !evidence.hasOpenQuestion
  }

  /// True if the findings contain locations in the rule.
  var hasLocations: Bool {
    status == .contradictory || !evidence.alwaysTrue.isEmpty || !evidence.deadAlternatives.isEmpty
  }
}
