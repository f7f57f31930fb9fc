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
  /// Those of them that some chain reaches.
  let reachedRules: [[Occurrence]]
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
    let rules = Self.rules(analyses)
    self.rules = rules
    reachedRules = rules.filter { places in
      places.contains { analyses[$0.chain].status($0.entry) == .reachable }
    }
    for places in reachedRules {
      reached.insert(analyses[places[0].chain].chain.rules[places[0].entry].location)
    }
    var deadUses: [(chain: Int, uses: [Location], entries: [Int])] = []
    for (chain, analysis) in analyses.enumerated() {
      deadUses += Self.deadUses(analysis).map { (chain, $0.uses, $0.entries) }
    }
    let gaps = Gaps(input.rules)
    self.gaps = gaps
    // A rule that is missing from the handler may be reachable.
    deadUses.removeAll { gaps.uses.contains($0.uses[$0.uses.count - 1]) }
    self.deadUses = deadUses
    var occurrences: Set<Occurrence> = []
    for use in deadUses {
      for entry in use.entries { occurrences.insert(Occurrence(chain: use.chain, entry: entry)) }
    }
    deadOccurrences = occurrences
    chainsWithShadows = Set(
      analyses.indices.filter { chain in
        analyses[chain].remarkable.contains { Self.isTaken(analyses[chain].status($0)) }
      })
    shadowing = ShadowingRule.all(self)
    for rule in shadowing {
      deadOccurrences.formUnion(rule.entries.map { Occurrence(chain: rule.chain, entry: $0) })
    }
    self.deadUses.removeAll { use in
      shadowing.contains { $0.chain == use.chain && $0.entries.contains(use.entries[0]) }
    }
  }

  /// All occurrences of each rule with a possible finding, in source order.
  private static func rules(_ analyses: [ChainAnalysis]) -> [[Occurrence]] {
    // The rules of each owner that are remarkable in some chain, by their numbers.
    var numbers: [RuleOwner: [Int]] = [:]
    for analysis in analyses {
      var rest = analysis.remarkable[...]
      for run in analysis.chain.runs where (rest.first ?? .max) < run.end {
        let own = rest.prefix { $0 < run.end }
        rest = rest.dropFirst(own.count)
        numbers[run.owner, default: []] += own.map { run.number + $0 - run.start }
      }
    }
    if numbers.isEmpty { return [] }
    for owner in numbers.keys { numbers[owner]?.sort() }
    var places: [(location: Location, occurrence: Occurrence)] = []
    for (chain, analysis) in analyses.enumerated() {
      for run in analysis.chain.runs {
        guard let numbers = numbers[run.owner] else { continue }
        let start = numbers.partitionPoint { $0 >= run.number }
        var last: Int?
        for number in numbers[start...].prefix(while: { $0 < run.number + run.count })
        where number != last {
          last = number
          let entry = run.start + number - run.number
          places.append((run[entry].location, Occurrence(chain: chain, entry: entry)))
        }
      }
    }
    places.sort { one, other in
      if one.location != other.location { return one.location < other.location }
      let (a, b) = (one.occurrence, other.occurrence)
      return (a.chain, a.entry) < (b.chain, b.entry)
    }
    var rules: [[Occurrence]] = []
    for (index, place) in places.enumerated() {
      if index > 0, places[index - 1].location == place.location {
        rules[rules.count - 1].append(place.occurrence)
      } else {
        rules.append([place.occurrence])
      }
    }
    return rules
  }

  /// Outermost `use` lines that contribute no reachable rule, but at least one shadowed rule.
  private static func deadUses(
    _ analysis: ChainAnalysis
  ) -> [(uses: [Location], entries: [Int])] {
    var result: [(uses: [Location], entries: [Int])] = []
    if !analysis.remarkable.contains(where: { isTaken(analysis.status($0)) }) { return result }
    func isDead(_ entry: Int) -> Bool {
      let status = analysis.status(entry)
      return isTaken(status) || status == .contradictory
    }
    let runs = analysis.chain.runs
    var start = 0
    while start < runs.count {
      let run = runs[start]
      var next = start + 1
      if isDead(run.start) {
        for depth in run.uses.indices.map({ $0 + 1 }) {
          let uses = run.uses.prefix(depth)
          // A use is handled at its first rule.
          if start > 0, runs[start - 1].uses.starts(with: uses) { continue }
          let end = runs[start...].firstIndex { !$0.uses.starts(with: uses) } ?? runs.count
          let range = run.start..<runs[end - 1].end
          if range.allSatisfy(isDead), range.contains(where: { isTaken(analysis.status($0)) }) {
            result.append((Array(uses), Array(range)))
            next = end
            break
          }
        }
      }
      start = next
    }
    return result
  }

  static func isTaken(_ status: ChainAnalysis.Status) -> Bool {
    switch status {
    case .shadowed, .frames: true
    case .reachable, .undecided, .contradictory: false
    }
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

  func status(_ occurrence: Occurrence) -> ChainAnalysis.Status {
    analyses[occurrence.chain].status(occurrence.entry)
  }

  /// The earlier rules that shadow the rule; empty if it is not shadowed.
  func cover(_ occurrence: Occurrence) -> [ChainAnalysis.Cover] {
    guard status(occurrence) == .shadowed,
      case .unreachable(.shadowed(let cover)) = reachability(occurrence)
    else { return [] }
    return cover
  }

  func rule(_ occurrence: Occurrence) -> Rule {
    analyses[occurrence.chain].chain.rules[occurrence.entry]
  }

  /// True if some chain reaches the rule, which has a possible finding.
  func isReachedSomewhere(_ rule: Rule) -> Bool { reached.contains(rule.location) }

  func isReachable(_ occurrence: Occurrence) -> Bool { status(occurrence) == .reachable }

  /// The occurrences where the rule is reached; empty if this is unknown for any of them.
  func reachedPlaces(_ occurrences: [Occurrence]) -> [Occurrence] {
    occurrences.contains { status($0) == .undecided } ? [] : occurrences.filter(isReachable)
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
