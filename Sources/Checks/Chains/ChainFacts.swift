import Interpreter
import Reachability
import Requests
import Semantics
import Text

/// The results of the chain analysis, grouped by rule.
struct ChainFacts {
  /// A place of a rule: an entry of one chain.
  struct Occurrence: Hashable {
    /// The index of the chain in `analyses`.
    var chain: Int
    /// The index of the entry in the chain.
    var entry: Int
  }

  let input: CheckInput
  let analyses: [ChainAnalysis]
  /// The proofs of invariants; empty for a rule set with errors.
  let proofs: [ClaimProof]
  /// The rules with a possible finding that some chain reaches, with all of their occurrences, in source order.
  private(set) var reachedRules: [[Occurrence]] = []
  /// The rules that other rules make unreachable in some chain, and that no chain is known to reach.
  private(set) var takenRules: [[Occurrence]] = []
  /// The rules whose conditions contradict themselves.
  private(set) var contradictoryRules: [[Occurrence]] = []
  /// The rules that are undecided in some chain.
  private(set) var undecidedRules: [[Occurrence]] = []
  /// The `use` lines that contribute only unreachable rules, except those that a rule in `shadowing` explains.
  private(set) var deadUses: [(chain: Int, uses: [Location], entries: [Int])]
  /// The rules that each make many later ones unreachable.
  private(set) var shadowing: [ShadowingRule] = []
  /// Flags for each chain and entry: true if the rule is reported together with others. Empty for a chain without
  /// such rules.
  private var isInGroup: [[Bool]]
  /// The rules with a possible finding that some chain reaches.
  private var reached: Set<Location> = []
  /// The chains with rules that other rules make unreachable.
  private let chainsWithShadows: Set<Int>
  private let gaps: Gaps

  /// - Parameters:
  ///   - analyses: the analysis of every chain.
  ///   - proofs: the proof of every claim.
  init(_ input: CheckInput, _ analyses: [ChainAnalysis], _ proofs: [ClaimProof] = []) {
    self.input = input
    self.analyses = analyses
    self.proofs = proofs
    isInGroup = analyses.map { _ in [] }
    var deadUses: [(chain: Int, uses: [Location], entries: [Int])] = []
    for (chain, analysis) in analyses.enumerated() {
      deadUses += Self.deadUses(analysis).map { (chain, $0.uses, $0.entries) }
    }
    let gaps = Gaps(input.rules)
    self.gaps = gaps
    // If the handler lacks a rule because of an error, that rule may be reachable.
    deadUses.removeAll { gaps.uses.contains($0.uses[$0.uses.count - 1]) }
    self.deadUses = deadUses
    chainsWithShadows = Set(
      analyses.indices.filter { chain in
        analyses[chain].remarkable.contains { Self.isTaken(analyses[chain].statuses[$0]) }
      })
    for places in Self.rules(analyses) { add(places) }
    shadowing = ShadowingRule.all(self)
    for rule in shadowing { group(rule.entries, rule.chain) }
    self.deadUses.removeAll { use in
      !isInGroup[use.chain].isEmpty && isInGroup[use.chain][use.entries[0]]
    }
    for use in deadUses { group(use.entries, use.chain) }
  }

  /// Stores a rule with a possible finding in the list for its status in all chains.
  private mutating func add(_ places: [Occurrence]) {
    var (isReached, isTaken, isContradictory, isUndecided) = (false, false, false, false)
    for place in places {
      switch status(place) {
      case .reachable: isReached = true
      case .shadowed, .frames: isTaken = true
      case .contradictory: isContradictory = true
      case .undecided: isUndecided = true
      }
    }
    if isReached {
      reachedRules.append(places)
      reached.insert(rule(places[0]).location)
    } else if isTaken {
      takenRules.append(places)
    }
    if isContradictory { contradictoryRules.append(places) }
    if isUndecided { undecidedRules.append(places) }
  }

  /// Records that the entries are reported together.
  private mutating func group(_ entries: [Int], _ chain: Int) {
    if isInGroup[chain].isEmpty {
      isInGroup[chain] = Array(repeating: false, count: analyses[chain].statuses.count)
    }
    for entry in entries { isInGroup[chain][entry] = true }
  }

  /// All occurrences of each rule with a possible finding, in source order.
  private static func rules(_ analyses: [ChainAnalysis]) -> [[Occurrence]] {
    // For each owner, the numbers of its rules that are remarkable in some chain.
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

  /// The outermost `use` lines that contribute at least one shadowed rule, and no reachable one.
  private static func deadUses(
    _ analysis: ChainAnalysis
  ) -> [(uses: [Location], entries: [Int])] {
    var result: [(uses: [Location], entries: [Int])] = []
    if !analysis.remarkable.contains(where: { isTaken(analysis.statuses[$0]) }) { return result }
    func isDead(_ entry: Int) -> Bool {
      let status = analysis.statuses[entry]
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
          // A `use` is handled only at its first rule.
          if start > 0, runs[start - 1].uses.starts(with: uses) { continue }
          let end = runs[start...].firstIndex { !$0.uses.starts(with: uses) } ?? runs.count
          let range = run.start..<runs[end - 1].end
          if range.allSatisfy(isDead), range.contains(where: { isTaken(analysis.statuses[$0]) }) {
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

  /// Returns whether no rule, `use` or `frames` line of the chain is missing because of an error.
  func isComplete(_ chain: Int) -> Bool { !gaps.chains.contains(chain) }

  /// True if no rule of any chain or handler is missing because of an error.
  var hasAllRules: Bool { gaps.isEmpty }

  /// Returns whether no rule or `use` with an error can follow the rule in a chain, or insert it into another one.
  func hasAllFollowers(_ occurrences: [Occurrence]) -> Bool {
    gaps.isEmpty
      || occurrences.allSatisfy {
        analyses[$0.chain].chain.entries[$0.entry].uses.isEmpty && !gaps.chains.contains($0.chain)
      }
  }

  /// Returns whether no `use` with an error can insert the rule into another chain.
  func hasAllPlaces(_ occurrences: [Occurrence]) -> Bool {
    gaps.isEmpty
      || occurrences.allSatisfy { analyses[$0.chain].chain.entries[$0.entry].uses.isEmpty }
  }

  /// Returns whether the rule is reported together with others: with those of a `use`, or with those that one rule
  /// shadows.
  func isReportedInGroup(_ occurrence: Occurrence) -> Bool {
    let group = isInGroup[occurrence.chain]
    return !group.isEmpty && group[occurrence.entry]
  }

  func hasShadowedRules(_ chain: Int) -> Bool { chainsWithShadows.contains(chain) }

  func reachability(_ occurrence: Occurrence) -> ChainAnalysis.Reachability {
    analyses[occurrence.chain].entries[occurrence.entry]
  }

  func status(_ occurrence: Occurrence) -> ChainAnalysis.Status {
    analyses[occurrence.chain].statuses[occurrence.entry]
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

  /// Returns whether some chain reaches the rule, which must have a possible finding.
  func isReachedSomewhere(_ rule: Rule) -> Bool { reached.contains(rule.location) }

  func isReachable(_ occurrence: Occurrence) -> Bool { status(occurrence) == .reachable }

  /// The occurrences at which the rule is reached; empty if this is unknown for any occurrence.
  func reachedPlaces(_ occurrences: [Occurrence]) -> [Occurrence] {
    occurrences.contains { status($0) == .undecided } ? [] : occurrences.filter(isReachable)
  }

  func chainName(_ chain: Int) -> String { input.rules.chains[chain].chainName.argument }

  /// The word for what the chain decides about: `request` or `response`.
  func subject(_ chain: Int) -> String { input.rules.chains[chain].kind.subject }

  /// The names of the chains, each once, such as `` `Default` `` or `` `Default` and `Payment` ``.
  func chainNames(_ occurrences: [Occurrence]) -> String {
    var names: [String] = []
    for occurrence in occurrences where !names.contains(chainName(occurrence.chain)) {
      names.append(chainName(occurrence.chain))
    }
    return Prose.list(names, "and")
  }
}
