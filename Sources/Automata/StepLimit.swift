/// The value of a store's step counter beyond which a search gives up.
package struct StepLimit: Sendable {
  let steps: Int

  package init(steps: Int) { self.steps = steps }

  /// No search reaches this limit.
  package static let none = StepLimit(steps: .max)
}

/// The error of a search that reached its limit before it found the answer.
package struct OutOfSteps: Error, Hashable, Sendable {
  package init() {}
}

extension LanguageStore {
  /// The limit that allows the given number of further steps, but not more than `limit` does.
  package func limit(after count: Int, within limit: StepLimit = .none) -> StepLimit {
    let (sum, isOverflow) = steps.addingReportingOverflow(count)
    return StepLimit(steps: min(isOverflow ? .max : sum, limit.steps))
  }

  /// The limit after the given part of the steps that are left: half of them for 2.
  package func limit(part: Int, of limit: StepLimit) -> StepLimit {
    StepLimit(steps: steps + max(0, limit.steps - steps) / part)
  }

  package func check(_ limit: StepLimit) throws(OutOfSteps) {
    if steps > limit.steps { throw OutOfSteps() }
  }

  /// Adds steps for work of a caller that handles languages itself.
  package func count(steps count: Int) { steps += count }
}
