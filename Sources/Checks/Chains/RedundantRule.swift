import Diagnostics
import Interpreter
import Reachability
import Semantics
import Text

/// The check `redundant-rule`.
enum RedundantRule {
  static func findings(_ facts: ChainFacts) -> [Finding] {
    facts.reachedRules.compactMap { occurrences in
      guard isRedundant(occurrences, facts) else { return nil }
      let first = facts.reachedPlaces(occurrences)[0]
      let analysis = facts.analyses[first.chain]
      let rule = facts.rule(first)
      let next = analysis.redundant[first.entry]!
      let isInert = rule.decision == .continue
      var related: [Finding.Related] = []
      if !isInert, next < analysis.chain.rules.count {
        related.append(
          Finding.Related(
            "does the same for \(example(analysis, first.entry))",
            at: analysis.chain.rules[next].head))
      }
      return page.finding(
        "rule has no effect: every request is treated the same without it", at: rule.head,
        label: isInert
          ? "runs no step and decides nothing"
          : related.isEmpty
            ? "the end of the chain allows the same requests" : "a later rule does the same",
        related: related, help: "delete the rule",
        fix: isInOrder(occurrences, facts) ? .delete(item: rule.location, facts.input) : nil)
    }
  }

  /// Returns whether no chain of the rule has shadowed rules, since these could be the reason why the rule has no
  /// effect.
  private static func isInOrder(
    _ occurrences: [ChainFacts.Occurrence], _ facts: ChainFacts
  ) -> Bool {
    !occurrences.contains { facts.hasShadowedRules($0.chain) }
  }

  /// Returns whether the rule has no effect. It must be in each chain only once, since each of two copies may have no
  /// effect because of the other.
  static func isRedundant(_ occurrences: [ChainFacts.Occurrence], _ facts: ChainFacts) -> Bool {
    guard facts.hasAllFollowers(occurrences) else { return false }
    let places = facts.reachedPlaces(occurrences)
    return !places.isEmpty && Set(occurrences.map { $0.chain }).count == occurrences.count
      && places.allSatisfy { facts.analyses[$0.chain].redundant[$0.entry] != nil }
  }

  private static func example(_ analysis: ChainAnalysis, _ entry: Int) -> String {
    if case .reachable(let witness) = analysis.entries[entry] { return Prose.request(witness) }
    return "them"
  }

  static let page = Page(
    "redundant-rule", .warning, "a rule that has no effect",
    fixes: .meaning)
}
