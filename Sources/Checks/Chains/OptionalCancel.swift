import Diagnostics
import Interpreter
import Reachability
import Requests
import Semantics
import Text

/// The check `optional-cancel`.
enum OptionalCancel {
  static func findings(_ facts: ChainFacts) -> [Finding] {
    facts.reachedRules.compactMap { occurrences in
      for occurrence in occurrences {
        let analysis = facts.analyses[occurrence.chain]
        guard let witness = analysis.passedCancels[occurrence.entry] else { continue }
        return finding(facts, occurrence, witness)
      }
      return nil
    }
  }

  private static func finding(
    _ facts: ChainFacts, _ occurrence: ChainFacts.Occurrence, _ witness: Witness
  ) -> Finding? {
    let (input, rule) = (facts.input, facts.rule(occurrence))
    let interpreter = Interpreter(facts.analyses[occurrence.chain].chain, in: input.rules)
    let outcome = interpreter.decide(witness.request)
    let results = outcome.tried.first { $0.entry == occurrence.entry }.map { $0.result }
    guard case .unusable(let unusable)? = results else { return nil }
    let printer = RuleLanguagePrinter(input.rules)
    let value = unusable.subject?.text ?? unusable.parameter
    let decision = printer.text(outcome.decision)
    let how =
      unusable.value == nil
      ? "by leaving out `\(value)`"
      : "by a `\(value)` that is no `\(printer.text(unusable.type))`"
    var related: [Finding.Related] = []
    if let entry = outcome.entry {
      related = [.init("decides `\(decision)`", at: interpreter.chain.rules[entry].head)]
    }
    let condition = rule.isAlways ? nil : rule.ownCondition.map { input.text($0.location) }
    let isShort = condition.map { !$0.contains("\n") && $0.utf8.count <= 80 } ?? false
    let block = condition.map { "when \($0) cancel" }
    var finding = page.finding(
      "a page can turn this `cancel` into `\(decision)` \(how)", at: unusable.location,
      label: "for example \(Prose.request(witness))", related: related,
      help: (isShort ? block : nil).map {
        "write `\($0)` after this rule, or give `\(unusable.parameter)` an optional type"
      }
        ?? "write a rule after this one that cancels what it does not match, or give `\(unusable.parameter)` an optional type",
      fix: block.flatMap { Fix.insert($0, after: rule.location, input) })
    finding.witness = RuleLanguagePrinter.requestText(witness)
    return finding
  }

  static let page = Page(
    "optional-cancel", .warning, "`cancel` that a page can avoid by leaving out an argument",
    fixes: .meaning, security: "5.3")
}
