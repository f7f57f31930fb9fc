import Diagnostics
import Interpreter
import Reachability
import Semantics
import Text

extension ChainFacts {
  /// The findings about steps that load or open a URL with a scheme that a page must not choose.
  ///
  /// - Parameter isStep: returns whether the page is about this kind of step.
  func unsafeFindings(
    _ page: Page, _ verb: String, isStep: (Step.Kind) -> Bool
  ) -> [Finding] {
    reachedRules.compactMap { occurrences in
      let found = occurrences.lazy.compactMap { occurrence in
        analyses[occurrence.chain].unsafe[occurrence.entry].map { (occurrence, $0) }
      }
      guard let (occurrence, witness) = found.first else { return nil }
      let rule = rule(occurrence)
      guard let step = rule.steps.first(where: { isStep($0.kind) }) else { return nil }
      let schemes = "[" + rule.unsafeSchemes.map { "\"\($0)\"" }.joined(separator: ", ") + "]"
      let refusal = refusal(schemes, rule, step)
      var finding = page.finding(
        "unsafe `\(verb) url`: it also takes URLs that a page must not choose",
        at: step.location, label: "for example \(Prose.request(witness))",
        help: refusal.map { "put \(Prose.code($0)) before this rule" }
          ?? (rule.isOtherwise
            ? "decide about `scheme in \(schemes)` in a rule before this one"
            : "start the condition with `!(scheme in \(schemes)) &&`"),
        fix: refusal.map { .insert($0, before: rule.location, input) }
          ?? .require("!(scheme in \(schemes))", in: rule))
      finding.witness = RuleLanguagePrinter.requestText(witness)
      return finding
    }
  }

  /// A new rule for the URLs that the app refuses: it does everything that the rule does, except the unsafe step.
  ///
  /// Nil for a rule that an argument or attempt can skip, and for one with a comment.
  private func refusal(_ schemes: String, _ rule: Rule, _ unsafe: Step) -> String? {
    guard !rule.isAttempt, rule.decision.isFinal, !input.mayHaveComment(rule.location),
      !rule.arguments.contains(where: { $0.isRequired }),
      let last = rule.steps.last
    else { return nil }
    var condition = "scheme in \(schemes)"
    if let own = rule.ownCondition, !rule.isAlways {
      let text = input.text(own.location)
      if case .any = own { condition += " && (\(text))" } else { condition += " && " + text }
    }
    let decision = input.text(
      Location(rule.location.file, Span(last.location.span.end, rule.location.span.end)))
    let steps = rule.steps.filter { $0.location != unsafe.location }.map { input.text($0.location) }
    return (["when", condition] + steps + [decision.trimmingBlanks])
      .joined(separator: " ")
  }
}

extension String {
  fileprivate var trimmingBlanks: String {
    split { $0.isWhitespace }.joined(separator: " ")
  }
}
