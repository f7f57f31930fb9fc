package import Requests
package import Text

/// A test such as `test Default { "https://…" with isHomePage present S(…) cancel }`. The chain may be one of
/// responses.
package struct TestBlock: Sendable {
  package struct Case: Sendable {
    /// The URL in the source.
    package var url: String
    package var setup: [Setup]
    package var steps: [TestStep]
    package var decision: Decision
    package var location: Location
  }

  /// A value that `with` sets for one case. All other values have their defaults, and attempts succeed.
  package enum Setup: Sendable {
    case input(RequestInput, RequestConstant)
    /// The result of an attempt.
    case attempt(Attempted, Bool)
  }

  /// An expected step. Its arguments are literals of the parameters' types, in their order.
  package struct TestStep: Sendable {
    package typealias Kind = StepKind<[Literal], HandedRequest>

    package var kind: Kind
    package var location: Location
  }

  package var chain: ID<Chain>
  package var cases: [Case]
  package var location: Location
}
