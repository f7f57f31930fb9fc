//: output BasculeRequest
//: needs NavigationRequest

import Foundation

/// The decision about a request, and the rules that took part in it.
///
/// A rule is given as its place in the rule set's folder, for example `shop.bascule:25`. `bascule witness` and `bascule
/// trace` print the same text as `place`.
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

  /// The rule that is being evaluated: its number in a list, and the places of that list.
  private var current: (number: Int, places: RulePlaces)?

  fileprivate init(_ request: NavigationRequest) { self.request = request }

  fileprivate func begin(_ number: Int, _ places: RulePlaces) { current = (number, places) }

  /// The place of the rule that is being evaluated.
  fileprivate var place: String { current.map { $1.place(of: $0) } ?? "" }
  //: if RefusedStep

  func refuse(_ verb: RefusedStep.Verb, _ url: URL, _ reason: RefusedStep.Reason) {
    refused.append(RefusedStep(verb: verb, url: url, reason: reason, rule: place))
  }
  //: end
}

/// The places of consecutive rules of one file.
@_spi(Generated) public nonisolated struct RulePlaces: Sendable {
  private let file: StaticString
  private let lines: [Int]
  //: if LeftRules
  /// The number after the block or handler that a rule with `leave` ends, by the number of the rule.
  private var exits: [Int: Int] = [:]
  //: end

  @_spi(Generated) public init(_ file: StaticString, lines: Int...) {
    self.file = file
    self.lines = lines
  }

  fileprivate func place(of number: Int) -> String { "\(file):\(lines[number])" }
  //: if LeftRules

  /// - Parameter exits: the number after the block or handler that a rule with `leave` ends, by the number of the rule.
  @_spi(Generated) public func leaving(at exits: [Int: Int]) -> RulePlaces {
    var places = self
    places.exits = exits
    return places
  }

  /// Returns the number of the rule to evaluate after a rule that has not decided.
  @_spi(Generated) @MainActor public func next(
    after number: Int, for request: NavigationRequest
  ) -> Int {
    let exit = request.memory.left == nil ? nil : exits[number]
    return exit ?? number + 1
  }
  //: end
}

extension NavigationRequest {
  /// Notes that the evaluation of a rule begins.
  @_spi(Generated) public func begins(_ number: Int, of places: RulePlaces) {
    trace?.begin(number, places)
    //: if LeftRules
    memory.left = nil
    //: end
  }

  /// Returns the decision of the rule, or `cancel` if the request was dropped while the rule waited for the app.
  @_spi(Generated) public func decided(_ decision: NavigationDecision?) -> NavigationDecision? {
    if decision == nil, Task.isCancelled { return .cancel }
    if decision != nil, let trace { trace.rule = trace.place }
    return decision
  }

  @_spi(Generated) public func continued() {
    if let trace { trace.continued.append(trace.place) }
  }

  /// Returns whether the rule takes its next step: false if its attempt was declined or the request was dropped.
  @_spi(Generated) public func attempted(_ isTaken: Bool) -> Bool {
    if Task.isCancelled { return false }
    if !isTaken, let trace { trace.declined.append(trace.place) }
    return isTaken
  }

  /// Decides about the request, and returns the decision with the rules that took part in it.
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
