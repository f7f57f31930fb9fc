import Diagnostics
import Reachability
import Requests
import Semantics

/// The check `vacuous-invariant`.
enum VacuousInvariant {
  static func findings(_ facts: ChainFacts) -> [Finding] {
    let rules = facts.input.rules
    let printer = RuleLanguagePrinter(rules)
    return facts.proofs.compactMap { proof in
      guard let idleness = proof.idleness, proof.counterexample == nil else { return nil }
      let claim = rules[proof.invariant].claims[proof.claim]
      let act = Prose.code(printer.text(claim.act))
      let condition = claim.condition.map { Prose.code($0.text(facts)) } ?? ""
      switch idleness {
      case .noAct:
        let chains = Prose.list(rules[proof.invariant].chains.map { rules[$0].chainName.argument })
        let place = chains.isEmpty ? "and the set has no chain" : "by any rule of \(chains)"
        return page.finding(
          "this line proves nothing: \(act) is not done \(place)",
          at: claim.location, label: "holds for rules without it",
          help: "name the step or decision that the rules use, or delete the line")
      case .neverTrue:
        return page.finding(
          "this line proves nothing: no request satisfies \(condition)", at: claim.location,
          label: "about no request",
          help: claim.form == .only
            ? "write `never` and the step if that is meant, or correct the condition"
            : "correct the condition, or delete the line")
      case .alwaysTrue:
        return page.finding(
          "this line proves nothing: every request satisfies \(condition)", at: claim.location,
          label: "holds for all rules", help: "correct the condition, or delete the line")
      }
    }
  }

  static let page = Page(
    "vacuous-invariant", .warning, "a line of an invariant that no request can break")
}
