import Diagnostics
import DispatchTables
import Interpreter
import Reachability
import Semantics
import Text

/// The check `undecided`.
enum UndecidedRule {
  static func findings(_ facts: ChainFacts) -> [Finding] {
    undecidedClaims(facts) + undecidedRules(facts)
  }

  private static func undecidedClaims(_ facts: ChainFacts) -> [Finding] {
    facts.proofs.compactMap { proof in
      guard let undecided = proof.undecided else { return nil }
      let component = undecided.component.map { "`\($0)`" } ?? "the URL"
      return page.finding(
        "could not decide whether this invariant holds",
        at: facts.input.rules[proof.invariant].claims[proof.claim].location,
        label: undecided.reason == .budget
          ? "too many cases, most of them about \(component)"
          : "found neither a request that breaks it nor a proof, mostly because of \(component)",
        help: "simplify `||` and regular expressions in this condition and in the rules")
    }
  }

  private static func undecidedRules(_ facts: ChainFacts) -> [Finding] {
    let tested = facts.undecidedRules.isEmpty ? [] : testedRules(facts)
    return facts.undecidedRules.compactMap { occurrences in
      let open = occurrences.filter { facts.status($0) == .undecided && !tested.contains($0) }
      guard let first = open.first, case .undecided(let undecided) = facts.reachability(first)
      else {
        return nil
      }
      let component = undecided.component.map { "`\($0)`" } ?? "the URL"
      return page.finding(
        "could not decide whether any \(facts.subject(open[0].chain)) reaches this rule in \(facts.chainNames(open))",
        at: facts.rule(first).head,
        label: undecided.reason == .budget
          ? "too many cases, most of them about \(component)"
          : "found neither a request nor a proof that there is none, mostly because of \(component)",
        help: undecided.reason == .budget
          ? "simplify `||` and regular expressions, or move the rule up in the chain"
          : "simplify the conditions on \(component) in this rule and the rules before it")
    }
  }

  /// The rules that match the request of a test. The test shows that they are reached.
  private static func testedRules(_ facts: ChainFacts) -> Set<ChainFacts.Occurrence> {
    var chains = TestedChains(facts.input.rules)
    var found: Set<ChainFacts.Occurrence> = []
    for block in facts.input.rules.tests {
      let chain = chains[block.chain]
      for test in block.cases {
        for tried in chain.verdict(test)?.outcome.tried ?? [] {
          switch tried.result {
          case .matched, .declined, .refused:
            found.insert(ChainFacts.Occurrence(chain: Int(block.chain.index), entry: tried.entry))
          case .failed, .unusable: break
          }
        }
      }
    }
    return found
  }

  static let page = Page(
    "undecided", .warning, "a rule or an invariant about which the analysis could not decide")
}
