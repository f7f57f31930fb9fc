import Text

/// The findings about one rule of a chain, with their evidence.
///
/// It does not contain the rule's index in the chain, so that several versions of the chain share it.
final class RuleVerdict: Sendable {
  typealias Reachability = ChainAnalysis.Reachability

  /// The findings, and the requests and rules that show them.
  struct Evidence {
    var reachability = Reachability.unreachable(.frames)
    var redundant: Int?
    var alwaysTrue: [Location] = []
    var deadAlternatives: [ChainAnalysis.DeadAlternative] = []
    /// A request that reaches the rule.
    var reached: RecordedRequest?
    /// For an unreachable rule, the earlier rules that matched the requests that were proposed.
    var takers: [LoweredRule] = []
    /// For an unreachable rule, the requests that were proposed, and the witnesses of its cover; nil if the result depends
    /// on others, too.
    var proposals: [RecordedRequest]?
    /// A request that reaches the rule, with a URL that a step must not use.
    var unsafe: Witness?
    /// Without such a request, the earlier rules that matched those that were proposed.
    var unsafeTakers: [LoweredRule] = []
    /// The earlier rules that matched requests that were proposed while none was found that the rule's `load url` leads
    /// to the rule again; nil if the rule loads nothing, or if that may depend on others, too.
    var loadTakers: [LoweredRule]?
    /// A request of the rule whose `load url` leads to the rule again.
    var endlessLoad: ChainAnalysis.EndlessLoad?
    /// A request that reaches the rule, and whose body its `load url` does not hand on.
    var lostBody: Witness?
    /// A request that the rule lets pass although its condition holds.
    var passedCancel: Witness?
    /// Requests that show that parts of its condition are not always true, and that alternatives are not dead.
    var counterexamples: [RecordedRequest] = []
    /// True if `https://example.com/` is one of them.
    var restsOnPlain = false
    /// False if the budget did not suffice for some question.
    var isComplete = true
    /// True if some question was not decided because the requests that were found changed when they were written, or if its
    /// answer may depend on all rules, so that the rule is solved again after each edit.
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

  /// Of the rule.
  let formula: Formula
  /// True if the rule has a `load url`.
  let loads: Bool
  let evidence: Evidence
  let status: ChainAnalysis.Status
  /// True if it is reachable and has no finding.
  let isPlain: Bool
  let isUndecided: Bool
  /// The rule that alone shadows it; nil if it is not shadowed, or by several rules.
  let onlyCover: ChainAnalysis.OnlyCover?
  /// The first bytes of the path of the request that reaches it; nil if none does.
  let path: TextStart?
  /// Of the requests that show that it is reachable and has no finding, or of the proposals that show that it is
  /// unreachable.
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
        && evidence.lostBody == nil
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

  /// In place of the verdict about a rule that must be solved.
  static let unsolved = RuleVerdict(.constant(false), loads: false, Evidence())

  /// The verdict for a version of the chain in which the entries of its cover are others.
  func shadowed(by cover: [ChainAnalysis.Cover]) -> RuleVerdict {
    var evidence = evidence
    evidence.reachability = .unreachable(.shadowed(cover))
    return RuleVerdict(formula, loads: loads, evidence)
  }

  /// True if it is shadowed, and stays so, by the same entries, after each change that keeps the number of rules,
  /// removes none of `takers`, names no other URL, and adds no rule that matches one of its requests.
  var restsOnProposals: Bool {
    status == .shadowed && evidence.proposals != nil && !evidence.hasOpenQuestion
  }

  /// True if the findings contain locations inside of the rule.
  var hasLocations: Bool {
    status == .contradictory || !evidence.alwaysTrue.isEmpty || !evidence.deadAlternatives.isEmpty
  }
}
