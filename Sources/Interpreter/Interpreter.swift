package import Requests
package import Semantics
import WebURL

/// The reference semantics of a chain: evaluates its rules one after the other until one decides.
///
/// Deliberately naive, since the analysis and the generated code are tested against it.
package struct Interpreter: Sendable {
  package let chain: FlatChain
  package let rules: RuleSet

  package init(_ chain: FlatChain, in rules: RuleSet) {
    self.chain = chain
    self.rules = rules
  }

  package init(_ chain: ID<Chain>, in rules: RuleSet) {
    self.init(FlatChain(chain, in: rules), in: rules)
  }

  /// Decides a request.
  ///
  /// - Parameter answers: the answers of attempts; attempts without an answer succeed.
  package func decide(_ request: Request, answers: [Attempted: Bool] = [:]) -> Outcome {
    decide(request, answers: answers, evaluating: chain.rules.indices)
  }

  /// Decides a request with some of the entries.
  ///
  /// - Parameters:
  ///   - answers: the answers of attempts; attempts without an answer succeed.
  ///   - entries: the entries to evaluate, in ascending order. The others must be known not to match.
  package func decide(
    _ request: Request, answers: [Attempted: Bool], evaluating entries: some Sequence<Int>
  ) -> Outcome {
    decide(request, evaluating: entries) { answers[$1] ?? true }
  }

  /// Decides a request if at most one attempt succeeds.
  ///
  /// - Parameters:
  ///   - entry: the entry whose attempt succeeds; nil if every attempt fails.
  ///   - entries: the entries to evaluate, in ascending order. The others must be known not to match.
  package func decide(
    _ request: Request, acceptingOnly entry: Int?, evaluating entries: some Sequence<Int>
  ) -> Outcome {
    decide(request, evaluating: entries) { asked, _ in asked == entry }
  }

  /// Decides a request.
  ///
  /// - Parameter accepts: returns whether the attempt of an entry succeeds.
  private func decide(
    _ request: Request, evaluating entries: some Sequence<Int>,
    accepts: (Int, Attempted) -> Bool
  ) -> Outcome {
    var outcome = Outcome(decision: .allow, entry: nil, steps: [], tried: [], isLookedAt: true)
    guard chain.frames.contains(request.settings.frame) else {
      outcome.isLookedAt = false
      return outcome
    }
    var next = 0
    for index in entries where index >= next {
      let rule = chain.rules[index]
      let (result, steps) = evaluate(rule, request)
      if case .matched = result, let attempt = steps.first,
        let attempted = attempt.kind.attempted
      {
        if rule.refuses(attempt, request) {
          outcome.tried.append(TriedRule(entry: index, result: .refused))
          outcome.refusedSteps.append(attempt)
          continue
        }
        if !accepts(index, attempted) {
          outcome.tried.append(TriedRule(entry: index, result: .declined(attempted)))
          outcome.failedAttempts.append(
            Outcome.FailedAttempt(step: attempt, stepsBefore: outcome.steps.count))
          continue
        }
      }
      outcome.tried.append(TriedRule(entry: index, result: result))
      guard case .matched = result else { continue }
      for step in steps {
        if rule.refuses(step, request) {
          outcome.refusedSteps.append(step)
        } else {
          outcome.steps.append(step)
        }
      }
      if rule.decision.isFinal {
        outcome.decision = rule.decision
        outcome.entry = index
        break
      }
      if rule.decision == .leave { next = chain.next(after: index) }
    }
    return outcome
  }

  /// Returns true if the request matches a rule with `leave` that skips the entry.
  package func leavesOut(_ entry: Int, _ request: Request) -> Bool {
    chain.leaves.contains { $0.skips(entry) && matches($0.entry, request) }
  }

  /// Returns true if the entry's rule matches, including its implicit guard. Other rules are ignored.
  package func matches(_ entry: Int, _ request: Request) -> Bool {
    if case .matched = evaluate(chain.rules[entry], request, explains: false).0 { return true }
    return false
  }

  /// Returns true if the entry's rule matches and no rule with `leave` skips it. Other rules are ignored.
  package func applies(_ entry: Int, _ request: Request) -> Bool {
    matches(entry, request) && !leavesOut(entry, request)
  }

  /// The steps of the entry's rule that the app performs, with their values; nil if the rule does not match, or a rule
  /// with `leave` skips it.
  package func performed(_ entry: Int, _ request: Request) -> [PerformedStep]? {
    if leavesOut(entry, request) { return nil }
    let rule = chain.rules[entry]
    if case (.matched, let steps) = evaluate(rule, request, explains: false) {
      return steps.filter { !rule.refuses($0, request) }
    }
    return nil
  }

  /// Returns true if the request reaches the entry and matches its rule, provided that every earlier attempt
  /// fails.
  package func reaches(_ entry: Int, _ request: Request) -> Bool {
    guard chain.frames.contains(request.settings.frame) else { return false }
    for (index, other) in chain.rules[..<entry].enumerated() {
      if !other.decision.isFinal || other.isAttempt { continue }
      if applies(index, request) { return false }
    }
    return applies(entry, request)
  }

  /// The attempts of earlier rules that must fail for the request to reach the entry.
  ///
  /// - Parameter attempts: the entries with attempts, in ascending order.
  package func attempts(
    of request: Request, before entry: Int, among attempts: [Int]
  ) -> Set<Attempted> {
    var found: Set<Attempted> = []
    for index in attempts {
      if index >= entry { break }
      guard let attempted = chain.rules[index].steps.first?.kind.attempted,
        !found.contains(attempted), applies(index, request)
      else { continue }
      found.insert(attempted)
    }
    return found
  }

  /// The result of the rule for a request, and the steps that the rule runs, provided that its attempt succeeds.
  ///
  /// - Parameter explains: false if the values that failed parts tested are not needed.
  private func evaluate(
    _ rule: Rule, _ request: Request, explains: Bool = true
  ) -> (TriedRule.Result, [PerformedStep]) {
    var captures: CapturedTexts = [:]
    if let condition = rule.condition {
      let evaluation = ConditionEvaluation(
        request: request, rules: rules, types: rule.captures.map { $0.type }, explains: explains)
      switch evaluation.result(condition) {
      case .fails(let failed): return (.failed(failed), [])
      case .holds(let held): captures = held
      }
    }
    let evaluation = ArgumentEvaluation(
      request: request, kind: rules[chain.chain].kind, rules: rules, captured: rule.captures,
      texts: captures)
    var steps: [PerformedStep] = []
    for step in rule.steps {
      switch evaluation.performed(step) {
      case .failure(let failure): return (failure.result, [])
      case .success(let performed): steps.append(performed)
      }
    }
    return (.matched, steps)
  }
}

extension Rule {
  /// Returns true if the app refuses to hand on the URL, since the condition does not name its scheme.
  fileprivate func refuses(_ step: PerformedStep, _ request: Request) -> Bool {
    step.kind.handing.map { refuses($0, scheme: request.url.scheme) } ?? false
  }
}

extension FrameSet {
  package func contains(_ frame: FrameKind) -> Bool {
    switch frame {
    case .main: main
    case .new: new
    case .sub: sub
    }
  }
}
