package import Requests
package import Semantics
import WebURL

extension RuleLanguagePrinter {
  /// The request as a test case writes it.
  ///
  /// - Parameter answers: what attempted actions answer; those without an entry answer true.
  package static func requestText(
    _ request: Request, answers: [ID<Action>: Bool] = [:], in rules: RuleSet
  ) -> String {
    self.request(
      request.url.normalized, with: request.settings,
      declined: answers.filter { !$0.value }.map { rules[$0.key].name }.sorted())
  }

  /// The steps and the decision as a test case expects them.
  package func text(_ outcome: Outcome) -> String {
    (outcome.steps.map { text($0) } + [outcome.decision.rawValue]).joined(separator: " ")
  }

  package func text(_ step: PerformedStep) -> String { text(parts(step)) }

  package func parts(_ step: PerformedStep) -> StepParts { parts(step.kind) { $0 } }
}
