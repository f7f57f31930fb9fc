import Diagnostics
import Interpreter
import Reachability
import Semantics
import Text

/// The check `partly-unreachable-handler`.
enum PartlyUnreachableHandler {
  /// The number of rules that a finding shows.
  private static let shown = 5

  /// An outermost `use` of a chain.
  private struct Use: Hashable {
    var chain: Int
    var place: Location
  }

  static func findings(_ facts: ChainFacts) -> [Finding] {
    var unreached: [Use: [ChainFacts.Occurrence]] = [:]
    for occurrence in facts.reachedRules.joined()
    where facts.status(occurrence) == .shadowed && !facts.isReportedInGroup(occurrence) {
      let chain = facts.analyses[occurrence.chain].chain
      guard let place = chain.entries[occurrence.entry].uses.first,
        !isOverridden(occurrence, facts)
      else { continue }
      unreached[Use(chain: occurrence.chain, place: place), default: []].append(occurrence)
    }
    return unreached.map { finding($0, $1.sorted { $0.entry < $1.entry }, facts) }
  }

  /// Returns whether a rule of the chain itself matches the same requests, which is probably on purpose, or another
  /// `use` has already inserted the rule.
  private static func isOverridden(
    _ occurrence: ChainFacts.Occurrence, _ facts: ChainFacts
  ) -> Bool {
    let entries = facts.analyses[occurrence.chain].chain.entries
    let own = entries[occurrence.entry].rule.location
    return facts.cover(occurrence).contains { cover in
      let other = entries[cover.entry]
      return cover.isTwin && other.uses.isEmpty || other.rule.location == own
    }
  }

  private static func finding(
    _ use: Use, _ occurrences: [ChainFacts.Occurrence], _ facts: ChainFacts
  ) -> Finding {
    let analysis = facts.analyses[use.chain]
    let name = facts.input.text(use.place).split { $0.isWhitespace }.last ?? ""
    let all = analysis.chain.runs.filter { $0.uses.first == use.place }.map { $0.count }.reduce(
      0, +)
    let isOne = occurrences.count == 1
    var related: [Finding.Related] = []
    var witness: Witness?
    for occurrence in occurrences.prefix(shown) {
      let covers = facts.cover(occurrence)
      guard let first = covers.first else { continue }
      witness = witness ?? first.witness
      related.append(
        Finding.Related(
          "not reached in `\(facts.chainName(use.chain))`", at: facts.rule(occurrence).head))
      for one in UnreachableRule.related(covers, occurrence, facts)
      where !related.contains(where: { $0.location == one.location }) {
        related.append(one)
      }
    }
    var finding = page.finding(
      "no \(facts.subject(use.chain)) of `\(facts.chainName(use.chain))` reaches "
        + "\(isOne ? "1" : "\(occurrences.count)") of the \(all) rules of `\(name)`: earlier rules handle \(isOne ? "its" : "their") requests",
      at: use.place, label: "other chains reach \(isOne ? "that rule" : "these rules")",
      related: related,
      help: "move the `use` before the rules that handle the requests, or narrow their conditions")
    finding.witness = witness.map { RuleLanguagePrinter.requestText($0) }
    return finding
  }

  static let page = Page(
    "partly-unreachable-handler", .info,
    "a `use` that adds only a part of the rules, since the chain handles the others before")
}
