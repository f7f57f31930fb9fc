import Interpreter
import Reachability
import Requests
import Semantics
import Text

/// The results of the chain analysis, by rule.
struct ChainFacts {
  /// A rule as an entry of one chain.
  struct Occurrence: Hashable {
    /// Index into `analyses`.
    var chain: Int
    /// Index into the chain's entries.
    var entry: Int
  }

  let input: CheckInput
  let analyses: [ChainAnalysis]
  /// All occurrences of each rule with a possible finding, in source order.
  let rules: [[Occurrence]]
  /// The `use` lines that contribute only unreachable rules, without those of `shadowing`.
  private(set) var deadUses: [(chain: Int, uses: [Location], entries: [Int])]
  /// The rules that alone make many later ones unreachable.
  private(set) var shadowing: [ShadowingRule] = []
  private var deadOccurrences: Set<Occurrence>
  /// The rules with a possible finding that some chain reaches.
  private var reached: Set<Location> = []
  /// The chains with rules that no request reaches because of others.
  private let chainsWithShadows: Set<Int>
  private let gaps: Gaps

  /// - Parameter analyses: of every chain.
  init(_ input: CheckInput, _ analyses: [ChainAnalysis]) {
    self.input = input
    self.analyses = analyses
    var found: [RuleOwner: Set<Int>] = [:]
    for analysis in analyses {
      let entries = analysis.chain.entries
      for entry in analysis.remarkable {
        found[entries[entry].owner, default: []].insert(entries[entry].number)
      }
    }
    // An empty dictionary is not mapped, since that makes the metadata of another type.
    let remarkable = found.isEmpty ? [:] : found.mapValues { $0.sorted() }
    var places: [Location: [Occurrence]] = [:]
    var deadUses: [(chain: Int, uses: [Location], entries: [Int])] = []
    for (chain, analysis) in analyses.enumerated() where !remarkable.isEmpty {
      for run in analysis.chain.runs {
        guard let numbers = remarkable[run.owner] else { continue }
        let start = numbers.partitionPoint { $0 >= run.number }
        for number in numbers[start...].prefix(while: { $0 < run.number + run.count }) {
          let entry = run.start + number - run.number
          places[analysis.chain.rules[entry].location, default: []].append(
            Occurrence(chain: chain, entry: entry))
        }
      }
      deadUses += Self.deadUses(analysis).map { (chain, $0.uses, $0.entries) }
    }
    let gaps = Gaps(input.rules)
    self.gaps = gaps
    // A rule that is missing from the handler may be reachable.
    deadUses.removeAll { gaps.uses.contains($0.uses[$0.uses.count - 1]) }
    rules = places.sorted { $0.key < $1.key }.map(\.value)
    self.deadUses = deadUses
    var occurrences: Set<Occurrence> = []
    for use in deadUses {
      for entry in use.entries { occurrences.insert(Occurrence(chain: use.chain, entry: entry)) }
    }
    deadOccurrences = occurrences
    chainsWithShadows = Set(
      analyses.indices.filter { chain in
        analyses[chain].remarkable.contains { Self.isTaken(analyses[chain].entries[$0]) }
      })
    for places in rules {
      if places.contains(where: isReachable) { reached.insert(rule(places[0]).location) }
    }
    shadowing = ShadowingRule.all(self)
    for rule in shadowing {
      deadOccurrences.formUnion(rule.entries.map { Occurrence(chain: rule.chain, entry: $0) })
    }
    self.deadUses.removeAll { use in
      shadowing.contains { $0.chain == use.chain && $0.entries.contains(use.entries[0]) }
    }
  }

  /// Outermost `use` lines that contribute no reachable rule, but at least one shadowed rule.
  private static func deadUses(
    _ analysis: ChainAnalysis
  ) -> [(uses: [Location], entries: [Int])] {
    var result: [(uses: [Location], entries: [Int])] = []
    if !analysis.remarkable.contains(where: { isTaken(analysis.entries[$0]) }) { return result }
    var start = 0
    let entries = analysis.chain.entries
    /// The end of the entries that share the first `depth` uses of the entry at `start`.
    func end(_ depth: Int) -> Int {
      let prefix = entries[start].uses.prefix(depth)
      var end = start
      while end < entries.count, entries[end].uses.starts(with: prefix) { end += 1 }
      return end
    }
    while start < entries.count {
      var next = start + 1
      if !isTaken(analysis.entries[start]), !isContradictory(analysis.entries[start]) {
        start = next
        continue
      }
      for depth in entries[start].uses.indices.map({ $0 + 1 }) {
        let range = start..<end(depth)
        // A use is handled at its first rule.
        if start > 0, entries[start - 1].uses.starts(with: entries[start].uses.prefix(depth)) {
          continue
        }
        let all = range.map { analysis.entries[$0] }
        if all.allSatisfy({ isTaken($0) || isContradictory($0) }), all.contains(where: isTaken) {
          result.append((Array(entries[start].uses.prefix(depth)), Array(range)))
          next = range.upperBound
          break
        }
      }
      start = next
    }
    return result
  }

  static func isTaken(_ reachability: ChainAnalysis.Reachability) -> Bool {
    switch reachability {
    case .unreachable(.shadowed), .unreachable(.frames): true
    default: false
    }
  }

  private static func isContradictory(_ reachability: ChainAnalysis.Reachability) -> Bool {
    if case .unreachable(.contradictory) = reachability { return true }
    return false
  }

  /// False if a rule or `use` that could not be read may follow the rule in some chain, or may insert it into
  /// another one.
  func hasAllFollowers(_ occurrences: [Occurrence]) -> Bool {
    gaps.isEmpty
      || occurrences.allSatisfy {
        analyses[$0.chain].chain.entries[$0.entry].uses.isEmpty && !gaps.chains.contains($0.chain)
      }
  }

  /// False if a `use` that could not be read may insert the rule into another chain.
  func hasAllPlaces(_ occurrences: [Occurrence]) -> Bool {
    gaps.isEmpty
      || occurrences.allSatisfy { analyses[$0.chain].chain.entries[$0.entry].uses.isEmpty }
  }

  /// True if the rule is reported together with others: those of a `use`, or those that one rule shadows.
  func isInDeadUse(_ occurrence: Occurrence) -> Bool {
    deadOccurrences.contains(occurrence)
  }

  func hasShadowedRules(_ chain: Int) -> Bool { chainsWithShadows.contains(chain) }

  func reachability(_ occurrence: Occurrence) -> ChainAnalysis.Reachability {
    analyses[occurrence.chain].entries[occurrence.entry]
  }

  func rule(_ occurrence: Occurrence) -> Rule {
    analyses[occurrence.chain].chain.rules[occurrence.entry]
  }

  /// True if some chain reaches the rule, which has a possible finding.
  func isReachedSomewhere(_ rule: Rule) -> Bool { reached.contains(rule.location) }

  func isReachable(_ occurrence: Occurrence) -> Bool {
    if case .reachable = reachability(occurrence) { return true }
    return false
  }

  /// The occurrences where the rule is reached; empty if this is unknown for any of them.
  func reachedPlaces(_ occurrences: [Occurrence]) -> [Occurrence] {
    let isDecided = occurrences.allSatisfy {
      if case .undecided = reachability($0) { return false }
      return true
    }
    return isDecided ? occurrences.filter(isReachable) : []
  }

  func chainName(_ chain: Int) -> String { input.rules.chains[chain].chainName.argument }

  /// `request` or `response`.
  func subject(_ chain: Int) -> String { input.rules.chains[chain].kind.subject }

  /// `` `Default` ``, or `` `Default` and `Payment` ``; each once.
  func chainNames(_ occurrences: [Occurrence]) -> String {
    var names: [String] = []
    for occurrence in occurrences where !names.contains(chainName(occurrence.chain)) {
      names.append(chainName(occurrence.chain))
    }
    return Prose.list(names, "and")
  }
}
