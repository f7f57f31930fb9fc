//: output BasculeRequest
//: needs NavigationRequest

/// The decision about a request, and the rules that took part in it.
///
/// A rule is its place in the rule set's folder, `shop.bascule:25`. `bascule witness` and
/// `bascule trace` print the same as `place`.
@MainActor public final class DecisionTrace {
  public let request: NavigationRequest
  public fileprivate(set) var decision = NavigationDecision.allow
  /// The rule that decided; nil if none did.
  public fileprivate(set) var rule: String?
  /// The rules that ran their steps and continued, in order.
  public fileprivate(set) var continued: [String] = []
  /// The rules whose attempt was declined, in order.
  public fileprivate(set) var declined: [String] = []
  //: if RefusedStep
  /// The steps that were not performed.
  public private(set) var refused: [RefusedStep] = []
  //: end

  fileprivate init(_ request: NavigationRequest) { self.request = request }
  //: if RefusedStep

  func refuse(_ step: RefusedStep) { refused.append(step) }
  //: end
}

extension NavigationRequest {
  @_spi(Generated) public func decided(
    _ decision: NavigationDecision, by rule: StaticString
  ) -> NavigationDecision {
    trace?.rule = rule.description
    return decision
  }

  @_spi(Generated) public func continued(by rule: StaticString) {
    trace?.continued.append(rule.description)
  }

  @_spi(Generated) public func attempted(_ isTaken: Bool, by rule: StaticString) -> Bool {
    if Task.isCancelled { return false }
    if !isTaken { trace?.declined.append(rule.description) }
    return isTaken
  }

  /// Decides, and collects the rules.
  func traced(
    _ decide: (NavigationRequest) async -> NavigationDecision
  ) async -> DecisionTrace {
    let trace = DecisionTrace(self)
    var request = self
    request.trace = trace
    trace.decision = await decide(request)
    return trace
  }
}
