import Diagnostics
import Interpreter
import Reachability
import Semantics
import Text

extension ChainFacts {
  /// The findings about steps that use a URL that no page may choose.
  ///
  /// - Parameter isStep: whether the step is of the page's kind.
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
      var finding = page.finding(
        "unsafe `\(verb) url`: it also takes URLs that a page must not choose",
        at: step.location, label: "for example \(Prose.request(witness))",
        help: rule.isOtherwise
          ? "put `when scheme in \(schemes) cancel` before this rule"
          : "start the condition with `!(scheme in \(schemes)) &&`",
        fix: excluding(schemes, rule))
      finding.witness = RuleLanguagePrinter.requestText(witness)
      return finding
    }
  }

  /// The fix that lets the rule no longer match the schemes: a part of its condition, or for `otherwise` a rule
  /// before it.
  private func excluding(_ schemes: String, _ rule: Rule) -> Fix? {
    guard let condition = rule.ownCondition else {
      return .insert("when scheme in \(schemes) cancel", before: rule.location, input)
    }
    let exclusion = "!(scheme in \(schemes)) && "
    let place = condition.location
    guard case .any = condition else {
      return Fix([Edit(place.start, exclusion)], isSafe: false)
    }
    let end = Location(place.file, Span(place.span.end, place.span.end))
    return Fix([Edit(place.start, exclusion + "("), Edit(end, ")")], isSafe: false)
  }
}
