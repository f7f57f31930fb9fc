package import Requests
package import Semantics
import WebURL

extension RuleLanguagePrinter {
  /// The request in the syntax of a test case.
  ///
  /// - Parameter answers: the answers of attempts; attempts without an answer succeed.
  package static func requestText(
    _ request: Request, answers: [Attempted: Bool] = [:], in rules: RuleSet
  ) -> String {
    self.request(
      request.url.href, with: request.settings,
      declined: answers.filter { !$0.value }.map { rules.name(of: $0.key) }.sorted())
  }

  /// The steps and the decision of the outcome in the syntax of a test case.
  package func text(_ outcome: Outcome) -> String {
    (outcome.steps.map { text($0) } + [text(outcome.decision)]).joined(separator: " ")
  }

  /// A sentence for each step that the app refuses.
  package func refusals(_ outcome: Outcome) -> [String] {
    outcome.refusedSteps.map { step in
      let scheme = step.kind.handed.map { String($0.url.prefix { $0 != ":" }) } ?? ""
      return "`\(text(step))` is refused: the condition does not name the scheme `\(scheme)`"
    }
  }

  /// A sentence for each kind of data of the request that the `load url` does not hand on.
  package func losses(_ step: PerformedStep) -> [String] {
    guard let losses = step.kind.handed?.losses else { return [] }
    var notes: [String] = []
    if losses.body { notes.append("the body of the request is lost, since `load url` sends a GET") }
    if !losses.headers.isEmpty {
      let names = losses.headers.map { "`\($0)`" }.joined(separator: ", ")
      notes.append("without \(names), which the other server or a GET does not get")
    }
    return notes
  }

  package func text(_ step: PerformedStep) -> String { text(parts(step)) }

  package func parts(_ step: PerformedStep) -> StepParts { parts(step.kind) }
}
