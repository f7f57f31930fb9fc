//: output BasculeRequest
//: needs NavigationRequest

/// The decision about a request, and the rules that took part in it.
///
/// A rule is its place in the rule set's folder, `shop.bascule:25`. `bascule witness` and
/// `bascule trace` print the same as `place`.
@MainActor public struct DecisionTrace {
  public let request: NavigationRequest
  public let decision: NavigationDecision
  /// The rule that decided; nil if none did.
  public let rule: String?
  /// The rules that ran their steps and continued, in order.
  public let continued: [String]
  /// The rules whose attempt was declined, in order.
  public let declined: [String]
}

/// Collects the rules of a trace.
@MainActor final class RuleRecord {
  fileprivate var rule: String?
  fileprivate var continued: [String] = []
  fileprivate var declined: [String] = []
}

extension NavigationRequest {
  @_spi(Generated) public func decided(
    _ decision: NavigationDecision, by rule: StaticString
  ) -> NavigationDecision {
    record?.rule = rule.description
    return decision
  }

  @_spi(Generated) public func continued(by rule: StaticString) {
    record?.continued.append(rule.description)
  }

  @_spi(Generated) public func attempted(_ isTaken: Bool, by rule: StaticString) -> Bool {
    if !isTaken { record?.declined.append(rule.description) }
    return isTaken
  }

  /// Decides, and collects the rules.
  func traced(
    _ decide: (NavigationRequest) async -> NavigationDecision
  ) async -> DecisionTrace {
    let record = RuleRecord()
    var request = self
    request.record = record
    let decision = await decide(request)
    return DecisionTrace(
      request: self, decision: decision, rule: record.rule, continued: record.continued,
      declined: record.declined)
  }
}
