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
      request.url.normalized,
      with: RequestSetting.changed(
        flags: request.flags.map { rules[$0].name }.sorted(),
        declined: answers.filter { !$0.value }.map { rules[$0.key].name }.sorted(),
        frame: request.frame, navigation: request.navigation, method: request.method,
        headers: request.headers, download: request.download, page: request.page?.normalized))
  }

  /// The steps and the decision as a test case expects them.
  package func text(_ outcome: Outcome) -> String {
    (outcome.steps.map { text($0) } + [outcome.decision.rawValue]).joined(separator: " ")
  }

  package func text(_ step: PerformedStep) -> String { text(parts(step)) }

  package func parts(_ step: PerformedStep) -> StepParts {
    switch step.kind {
    case .present(let id, let values): parts("present", id, values)
    case .push(let id, let values): parts("push", id, values)
    case .perform(let id, let values): parts("perform", id, values)
    case .attempt(let id, let values): parts("attempt", id, values)
    case .openURL(let url): StepParts(kind: "open", url: url)
    case .loadURL(let url): StepParts(kind: "load", url: url)
    case .dismiss: StepParts(kind: "dismiss")
    }
  }
}
