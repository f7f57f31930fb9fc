import Diagnostics
import Reachability
import Requests
import Semantics
import Text

/// The check `lost-body`.
enum LostBody {
  static func findings(_ facts: ChainFacts) -> [Finding] {
    facts.reachedRules.compactMap { occurrences in
      let found = occurrences.lazy.compactMap { occurrence in
        facts.analyses[occurrence.chain].lostBodies[occurrence.entry].map { (occurrence, $0) }
      }
      guard let (occurrence, witness) = found.first else { return nil }
      let rule = facts.rule(occurrence)
      guard let step = rule.steps.last(where: { $0.isLoad }) else { return nil }
      // There is no fix. If forms are excluded, later rules decide about them and may allow what this rule cancels.
      let isLimited = rule.tests(.input(.method)) || rule.ownCondition == nil
      var finding = page.finding(
        "`load url` loses the body of a form: it sends a GET", at: step.location,
        label: "for example \(Prose.request(witness))",
        help: isLimited
          ? "limit the rule to `method == \"GET\"`, and decide about forms in another one"
          : "start the condition with `method == \"GET\" &&`, and decide about forms in another rule"
      )
      finding.witness = RuleLanguagePrinter.requestText(witness)
      return finding
    }
  }

  static let page = Page(
    "lost-body", .warning, "`load url` for a form, whose body is lost")
}
