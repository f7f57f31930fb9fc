import Diagnostics
import Interpreter
import Reachability
import Semantics
import Text

/// An order of items that makes many moves at once.
///
/// Moves within one list depend on each other. A rule must precede those that shadow it, but rules that match the
/// same requests must keep their order, and a move may bring a rule below another one that shadows it. With the known
/// covers, each of these becomes a demand that one item precedes another. A move that contradicts the demands is left
/// out.
struct MovePlan {
  /// A rule in a chain.
  private struct Occurrence {
    var chain: Int
    var entry: Int
  }

  private let state: FixState
  private let known: KnownCovers
  private let items: ItemLists
  private var order: ItemOrder
  private let analyses: [ChainAnalysis]
  /// The entries of the rules with a condition, by chain. Only conditions that have or form known covers are
  /// included.
  private var entries: [[String: [Int]]] = []
  /// The unreachable occurrences of each rule, by the head of the rule or by the `use` that inserts it.
  private var dead: [Location: [Occurrence]] = [:]

  init(_ state: FixState, _ items: ItemLists, _ known: KnownCovers) {
    self.state = state
    self.items = items
    self.known = known
    order = ItemOrder(items.count)
    analyses = state.analyses ?? []
    let conditions = Set(known.takers.flatMap { [$0.key] + $0.value.joined() })
    /// The reachable occurrences of rules with known covers, by location.
    var reached: [Location: [Occurrence]] = [:]
    for (chain, analysis) in analyses.enumerated() {
      var found: [String: [Int]] = [:]
      for (entry, rule) in analysis.chain.rules.enumerated() where !conditions.isEmpty {
        let condition = state.condition(of: rule)
        guard conditions.contains(condition) else { continue }
        found[condition, default: []].append(entry)
        let occurrence = Occurrence(chain: chain, entry: entry)
        switch analysis.entries[entry] {
        case .reachable: reached[rule.location, default: []].append(occurrence)
        case .unreachable(.shadowed):
          let uses = analysis.chain.entries[entry].uses
          for place in [rule.head] + uses { dead[place, default: []].append(occurrence) }
        case .unreachable, .undecided: break
        }
      }
      entries.append(found)
    }
    // A rule that is reached in several chains may become unreachable in one of them.
    for (_, places) in reached.sorted(by: { $0.key < $1.key }) where places.count == 1 {
      for cover in covers(of: places[0]) {
        let kept = demands(places[0], cover).first { demands in
          demands.allSatisfy { order.places[$0.first] < order.places[$0.second] }
        }
        if let kept { _ = order.add(kept, .up) { _ in false } }
      }
    }
  }

  /// The files after the planned moves; nil if an item shares a line with others.
  var files: [SourceFile]? { items.files(in: order) }

  /// Adds the fix of a finding to the plan.
  ///
  /// - Returns: false if the fix contradicts the known covers, or fixes in the plan.
  mutating func add(_ finding: Int) -> Bool {
    guard let move = move(finding) else { return false }
    return order.add(move.demands, move.motion) { items.isMovable($0) }
  }

  /// Returns whether the fix of a finding is possible without moving other items. Must be called before a fix is
  /// planned.
  mutating func allows(_ finding: Int) -> Bool {
    guard let move = move(finding) else { return false }
    return order.add(move.demands, move.motion, keeps: false) { move.moved.contains($0) }
  }

  /// The ordering constraints that a fix satisfies, and the items that it moves; nil if the fix is no move.
  private func move(
    _ finding: Int
  ) -> (demands: [ItemOrder.Demand], motion: ItemOrder.Motion, moved: Set<Int>)? {
    let finding = state.findings[finding]
    guard let edits = finding.fix?.edits, edits.count > 1 else { return nil }
    var demands: [ItemOrder.Demand] = []
    var moved: Set<Int> = []
    let isUp = edits[0].location < edits[1].location
    for pair in stride(from: 0, to: edits.count - 1, by: 2) {
      let place = edits[pair].location
      guard let item = items.item(withLines: edits[pair + 1].location),
        let target = isUp
          ? items.item(from: place, inListOf: item) : items.item(to: place, inListOf: item)
      else { return nil }
      moved.insert(item)
      demands.append(
        isUp
          ? ItemOrder.Demand(first: item, second: target)
          : ItemOrder.Demand(first: target, second: item))
    }
    guard
      let victim = dead[finding.location]?.first(where: { occurrence in
        path(occurrence).contains { items.number(of: $0) == demands[0].first }
      })
    else { return (demands, isUp ? .up : .down, moved) }
    for cover in covers(of: victim) {
      let options = self.demands(victim, cover)
      guard !options.isEmpty else { continue }
      let possible = options.first { option in
        option.allSatisfy { !order.mustPrecede($0.second, $0.first) }
      }
      guard let possible else { return nil }
      demands += possible
    }
    return (demands, isUp ? .up : .down, moved)
  }

  private func path(_ occurrence: Occurrence) -> [Location] {
    analyses[occurrence.chain].chain.entries[occurrence.entry].path
  }

  private func condition(of occurrence: Occurrence) -> String {
    state.condition(of: analyses[occurrence.chain].chain.rules[occurrence.entry])
  }

  /// The known covers of a rule. The rule's own condition is one of them, since an equal earlier rule shadows it.
  private func covers(of occurrence: Occurrence) -> [[String]] {
    let condition = condition(of: occurrence)
    return (known.takers[condition] ?? []) + [[condition]]
  }

  /// The alternatives by which a rule is reached in spite of a cover. In each, the rule precedes all rules with one
  /// of the cover's conditions. Empty if the chain does not contain the cover.
  private func demands(_ occurrence: Occurrence, _ cover: [String]) -> [[ItemOrder.Demand]] {
    let chain = analyses[occurrence.chain].chain
    let own = path(occurrence)
    var options: [[ItemOrder.Demand]] = []
    for condition in cover {
      var demands: [ItemOrder.Demand] = []
      for entry in entries[occurrence.chain][condition] ?? []
      where entry != occurrence.entry && chain.rules[entry].covers {
        let other = chain.entries[entry].path
        let shared = zip(own, other).prefix { $0 == $1 }.count
        guard shared < min(own.count, other.count), let first = items.number(of: own[shared]),
          let second = items.number(of: other[shared])
        else { continue }
        let demand = ItemOrder.Demand(first: first, second: second)
        if !demands.contains(demand) { demands.append(demand) }
      }
      if demands.isEmpty { return [] }
      options.append(demands)
    }
    return options
  }
}
