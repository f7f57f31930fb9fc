import Diagnostics
import Interpreter
import Reachability
import Semantics
import Text

/// The check `shadowing-rule`: a rule that alone makes several later ones unreachable. One finding replaces those
/// about the later rules.
struct ShadowingRule {
  /// The index of the chain in the analyses.
  var chain: Int
  /// The entry of the rule.
  var entry: Int
  /// The entries of the unreachable rules, ascending.
  var entries: [Int]
  /// The first entry, and the location, of each unreachable rule, or of the `use` that inserts only such rules.
  var victims: [(location: Location, entry: Int)]

  /// The minimum number of unreachable rules. Fewer ones are reported one by one, each with a fix.
  static let leastVictims = 3
  /// The number of unreachable rules that a finding shows.
  static let shownVictims = 30

  static func findings(_ facts: ChainFacts) -> [Finding] {
    if facts.shadowing.isEmpty { return [] }
    var chains: [Location: [ShadowingRule]] = [:]
    for rule in facts.shadowing {
      chains[facts.rule(rule.occurrence).head, default: []].append(rule)
    }
    return chains.sorted { $0.key < $1.key }.map { head, rules in
      let names = facts.chainNames(rules.map { $0.occurrence })
      var victims = rules.flatMap { rule in
        rule.victims.map { (location: $0.location, occurrence: rule.occurrence(of: $0.entry)) }
      }
      // A rule may occur in several chains, and several times in one.
      if !zip(victims, victims.dropFirst()).allSatisfy({ $0.location < $1.location }) {
        var seen: Set<Location> = []
        victims.removeAll { !seen.insert($0.location).inserted }
      }
      let shown = victims.prefix(shownVictims).compactMap { victim in
        facts.cover(victim.occurrence).first.map { (victim.location, $0.witness) }
      }
      var related = shown.map { location, witness in
        Finding.Related(
          "not reached: the rule above handles \(Prose.request(witness))", at: location)
      }
      if victims.count > shownVictims {
        related.append(
          Finding.Related(
            "not reached, like \(victims.count - shownVictims - 1) more rules below",
            at: victims[shownVictims].location))
      }
      var finding = page.finding(
        "rule makes \(victims.count) later rules of \(names) unreachable", at: head,
        label: "handles every request that they match", related: related,
        help: "narrow this condition, or move the rule below the rules that it shadows",
        fix: rules[0].fix(facts))
      finding.witness = (shown.first?.1).map { RuleLanguagePrinter.requestText($0) }
      return finding
    }
  }

  /// Moves the rule, or the `use` that inserts it, below the last of the shadowed rules. An `otherwise` stays last.
  private func fix(_ facts: ChainFacts) -> Fix? {
    let items = facts.analyses[chain].chain.entries
    let (own, last) = (items[entry], entries.last { !items[$0].rule.isOtherwise })
    guard let last else { return nil }
    let shared = UnreachableRule.shared(own, items[last])
    return .move([own.path[shared]], after: items[last].path[shared], facts.input)
  }

  var occurrence: ChainFacts.Occurrence { occurrence(of: entry) }

  private func occurrence(of entry: Int) -> ChainFacts.Occurrence {
    ChainFacts.Occurrence(chain: chain, entry: entry)
  }

  /// The rules of all chains that each shadow at least `leastVictims` others by themselves.
  static func all(_ facts: ChainFacts) -> [ShadowingRule] {
    facts.analyses.indices.flatMap { chain -> [ShadowingRule] in
      if !facts.hasShadowedRules(chain) { return [] }
      let rules = facts.analyses[chain].chain.rules
      // For each entry, the entry of the rule that alone shadows it.
      var causes = [Int?](repeating: nil, count: rules.count)
      var shadowed: [Int: [Int]] = [:]
      for entry in facts.analyses[chain].remarkable {
        guard let cause = cause(of: entry, in: facts.analyses[chain]) else { continue }
        causes[entry] = cause
        shadowed[cause, default: []].append(entry)
      }
      // The uses that contribute only unreachable rules, each with the rule that alone shadows all of them.
      var uses: [(location: Location, cause: Int?)] = []
      var useOfEntry = [Int?](repeating: nil, count: rules.count)
      for use in facts.deadUses where use.chain == chain {
        let first = causes[use.entries[0]]
        let isOnly = use.entries.allSatisfy { causes[$0] == first }
        for entry in use.entries { useOfEntry[entry] = uses.count }
        uses.append((use.uses[use.uses.count - 1], isOnly ? first : nil))
      }
      return shadowed.sorted { $0.key < $1.key }.compactMap { cause, entries in
        // A `use` with several causes has a finding of its own.
        let taken = entries.filter { entry in
          useOfEntry[entry].map { uses[$0].cause == cause } ?? true
        }
        var victims: [(location: Location, entry: Int)] = []
        for entry in taken {
          if let use = useOfEntry[entry] {
            if victims.last?.location != uses[use].location {
              victims.append((uses[use].location, entry))
            }
          } else if !facts.isReachedSomewhere(rules[entry]) {
            victims.append((rules[entry].head, entry))
          }
        }
        guard victims.count >= leastVictims else { return nil }
        return ShadowingRule(chain: chain, entry: cause, entries: taken, victims: victims)
      }
    }
  }

  /// The rule that alone shadows the entry's rule; nil if there is none, or if it has the same condition.
  private static func cause(of entry: Int, in analysis: ChainAnalysis) -> Int? {
    guard let cover = analysis.onlyCover(entry),
      !cover.isTwin || analysis.chain.rules[entry].isOtherwise
    else { return nil }
    return cover.entry
  }

  static let page = Page(
    "shadowing-rule", .error, "a rule that makes several later rules unreachable",
    fixes: .meaning, canBeIgnored: true)
}
