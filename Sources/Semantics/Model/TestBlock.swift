package import Requests
package import Text

/// `test Default { "https://…" with isHomePage present S(…) cancel }`; the chain may be responses.
package struct TestBlock: Sendable {
  package struct Case: Sendable {
    /// As written.
    package var url: String
    package var setup: [Setup]
    package var steps: [TestStep]
    package var decision: Decision
    package var location: Location
  }

  /// The values that `with` sets for one case; all others have their defaults, and attempts succeed.
  package enum Setup: Sendable {
    case input(RequestInput, RequestConstant)
    /// The result of an attempt.
    case attempt(Attempted, Bool)
  }

  /// An expected step, with its arguments as literals of the parameters' types, in their order.
  package struct TestStep: Sendable {
    package typealias Kind = StepKind<[Literal], HandedRequest>

    package var kind: Kind
    package var location: Location
  }

  package var chain: ID<Chain>
  package var cases: [Case]
  package var location: Location
}
