package import Semantics

/// The plain meaning of a chain: its rules are asked one after the other, and the first that matches
/// decides.
///
/// Naive on purpose: the analysis, the generated code and the tests are held against it.
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

  /// - Parameter answers: what attempted actions answer; true for those that are not in it.
  package func decide(_ request: Request, answers: [ID<Action>: Bool] = [:]) -> Outcome {
    var outcome = Outcome(decision: .allow, entry: nil, steps: [], tried: [], isLookedAt: true)
    guard chain.frames.contains(request.frame) else {
      outcome.isLookedAt = false
      return outcome
    }
    for (index, entry) in chain.entries.enumerated() {
      let (result, steps) = ask(entry.rule, request, answers)
      outcome.tried.append(TriedRule(entry: index, result: result))
      guard case .matched = result else { continue }
      outcome.steps += steps
      if entry.rule.decision != .continue {
        outcome.decision = entry.rule.decision
        outcome.entry = index
        break
      }
    }
    return outcome
  }

  /// Whether the rule matches, and the steps that it runs then.
  private func ask(
    _ rule: Rule, _ request: Request, _ answers: [ID<Action>: Bool]
  ) -> (TriedRule.Result, [PerformedStep]) {
    var captures: CapturedTexts = [:]
    if let condition = rule.condition {
      let evaluation = ConditionEvaluation(
        request: request, rules: rules, types: rule.captures.map(\.type))
      switch evaluation.result(condition) {
      case .fails(let failed): return (.failed(failed), [])
      case .holds(let held): captures = held
      }
    }
    let evaluation = ArgumentEvaluation(
      request: request, rules: rules, captured: rule.captures, texts: captures)
    var steps: [PerformedStep] = []
    for step in rule.steps {
      switch evaluation.performed(step) {
      case .failure(let unusable): return (.unusable(unusable.fault), [])
      case .success(let performed): steps.append(performed)
      }
    }
    if case .attempt(let action, _) = steps.first?.kind, answers[action] == false {
      return (.declined(action), [])
    }
    return (.matched, steps)
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
