package import Requests
package import Semantics
package import Text

/// A step that a rule ran, with the values of its arguments.
package struct PerformedStep: Sendable {
  package typealias Kind = StepKind<[Literal], HandedRequest>

  package var kind: Kind
  /// The place of the step in its rule.
  package var location: Location
}

/// A rule that was evaluated.
package struct TriedRule: Sendable {
  package enum Result: Sendable {
    case matched
    /// A part of the condition does not hold; for `||`, one part of each side.
    case failed([FailedPart])
    /// The implicit guard failed: the value of a required parameter is missing or does not convert.
    case unusable(Unusable)
    /// The attempt failed.
    case declined(Attempted)
    /// The system was not asked to open the URL, since the condition does not name its scheme.
    case refused
  }

  package struct Unusable: Sendable {
    /// The place of the argument.
    package var location: Location
    package var parameter: String
    package var type: ValueType
    /// The value that the argument names; nil for a capture.
    package var subject: RequestValue?
    /// The text or number that does not convert; nil if the value is missing.
    package var value: RequestConstant?
  }

  /// The index of the rule among the entries of the chain.
  package var entry: Int
  package var result: Result

  package var isMatch: Bool { if case .matched = result { true } else { false } }
}

/// The result of a chain for a request.
package struct Outcome: Sendable {
  /// `allow`, `cancel`, `download` or `popup`.
  package var decision: Decision
  /// The entry of the rule that decided; nil if no rule did.
  package var entry: Int?
  /// The steps that ran, in order, including those of `continue` rules.
  package var steps: [PerformedStep]
  /// The steps `load url` and `open url` that the app refuses, since the rule's condition does not name the URL's
  /// scheme.
  package var refusedSteps: [PerformedStep] = []
  /// The attempts that failed, in order.
  package var failedAttempts: [FailedAttempt] = []
  /// The rules that were evaluated, in order; empty if the chain ignores requests of the frame.
  package var tried: [TriedRule]
  /// False if the chain ignores requests of the frame.
  package var isLookedAt: Bool

  /// An `attempt` that failed.
  package struct FailedAttempt: Sendable {
    package var step: PerformedStep
    /// The number of `steps` that ran before it.
    package var stepsBefore: Int
  }
}
