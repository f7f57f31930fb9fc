import Diagnostics
import Interpreter
import Reachability
import Semantics
import Text

/// The check `changed-meaning`.
enum ChangedMeaning {
  /// The findings about changes of meaning since the version that the rules were written for; none if it is not
  /// known.
  static func findings(_ facts: ChainFacts) -> [Finding] {
    guard let version = facts.input.writtenFor else { return [] }
    let changes = MeaningChange.all.filter { version < $0.version }
    if changes.isEmpty { return [] }
    var findings: [Finding] = []
    // A rule of a handler is reported only for the first chain that shows the change.
    var reported: [Set<Location>] = changes.map { _ in [] }
    for (chain, analysis) in facts.analyses.enumerated() {
      for (entry, reachability) in analysis.entries.enumerated() {
        guard case .reachable(let witness) = reachability else { continue }
        let reached = ReachedRule(
          rules: facts.input.rules, chain: chain, flat: analysis.chain, entry: entry,
          witness: witness)
        for (number, change) in changes.enumerated()
        where !reported[number].contains(reached.rule.location) {
          guard let example = change.example(reached) else { continue }
          reported[number].insert(reached.rule.location)
          findings.append(finding(change, example, reached.rule, in: reached.rules))
        }
      }
    }
    return findings
  }

  private static func finding(
    _ change: MeaningChange, _ example: MeaningChange.Example, _ rule: Rule, in rules: RuleSet
  ) -> Finding {
    var finding = page.finding(
      "since \(change.version.text) \(change.summary)", at: rule.head, label: example.difference,
      help:
        "compare this with what the app needs, then set the `version` of the bascule.json to \"\(MeaningChange.newest.text)\""
    )
    // A plain URL text has its host in lower case, so the request is printed with the rule set.
    finding.witness = RuleLanguagePrinter.requestText(example.witness.request, in: rules)
    return finding
  }

  static let page = Page(
    "changed-meaning", .info,
    "a rule that means something else than in the version that it was written for")
}

/// A rule of a chain, with a request that reaches it.
struct ReachedRule {
  let rules: RuleSet
  /// The index of the chain.
  let chain: Int
  let flat: FlatChain
  let entry: Int
  let witness: Witness

  var rule: Rule { flat.rules[entry] }

  /// The steps that the rule runs for a request; nil if the rule does not match the request in the chain.
  func steps(for witness: Witness) -> [PerformedStep]? {
    let outcome = Interpreter(flat, in: rules).decide(
      witness.request, acceptingOnly: entry, evaluating: flat.rules.indices)
    let isMatched = outcome.tried.contains { tried in
      if case .matched = tried.result { tried.entry == entry } else { false }
    }
    let places = rule.steps.map { $0.location }
    return isMatched ? outcome.steps.filter { places.contains($0.location) } : nil
  }
}
