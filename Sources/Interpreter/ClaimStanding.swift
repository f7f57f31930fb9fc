package import Requests
package import Semantics

/// The standing of an invariant's claim for one request.
package enum ClaimStanding: Sendable {
  /// The claim says nothing about the request.
  case untouched
  case kept, broken
}

extension Interpreter {
  /// Returns whether the outcome of a request keeps the claim or breaks it.
  ///
  /// - Parameter outcome: the outcome of `request`.
  package func standing(
    of claim: Claim, _ request: Request, _ outcome: Outcome
  ) -> ClaimStanding {
    let holds = claim.condition.map { ConditionEvaluation.holds($0, request, rules) } ?? true
    let isDone = outcome.does(claim.act)
    switch claim.form {
    case .only: return isDone ? (holds ? .kept : .broken) : .untouched
    case .never: return holds ? (isDone ? .broken : .kept) : .untouched
    case .always: return holds ? (isDone ? .kept : .broken) : .untouched
    }
  }

  /// The parts of the condition that do not hold for the request, with their values; empty if the condition
  /// holds.
  package func failedParts(_ condition: Condition, _ request: Request) -> [FailedPart] {
    let evaluation = ConditionEvaluation(request: request, rules: rules, types: [], explains: true)
    if case .fails(let parts) = evaluation.result(condition) { return parts }
    return []
  }
}

extension Outcome {
  /// Returns whether the request led to the act.
  package func does(_ act: Act) -> Bool {
    act.isDone(by: decision) || steps.contains { act.isDone(by: $0.kind) }
      || failedAttempts.contains { act.isDone(by: $0.step.kind, isDeclined: true) }
  }
}
