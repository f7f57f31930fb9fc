import Interpreter
import Reachability
import Semantics
import Text

/// The operands of `||` in declared conditions that have no effect in any rule that uses the condition.
struct NamedAlternatives {
  private let facts: ChainFacts
  /// The dead operands, each with the first use of its condition that was examined.
  private var dead: [NamedPlace: (use: ChainAnalysis.DeadOperand, in: ChainFacts.Occurrence)] =
    [:]
  /// For each declared condition, the numbers of its uses in each of its rules' places.
  private var counts: [ID<NamedCondition>: Uses] = [:]

  /// The number of uses of each declared condition, directly or in other declared conditions.
  private typealias Uses = [ID<NamedCondition>: Int]

  init(_ facts: ChainFacts) {
    self.facts = facts
    // A missing rule may need the operand.
    guard facts.hasAllRules else { return }
    for occurrence in facts.reachedRules.joined() where facts.isReachable(occurrence) {
      for use in facts.analyses[occurrence.chain].deadAlternatives[occurrence.entry] {
        guard let place = use.named, dead[place] == nil else { continue }
        dead[place] = (use, occurrence)
      }
    }
    if !dead.isEmpty { keepUnused() }
  }

  /// Removes the operands that have an effect in some use of their condition, or whose uses are not all examined.
  private mutating func keepUnused() {
    var seen: Set<Location> = []
    for chain in facts.analyses.indices {
      let analysis = facts.analyses[chain]
      for run in analysis.chain.runs {
        for entry in run.start..<run.end {
          let rule = run[entry]
          seen.insert(rule.location)
          remove(usedIn: rule.conditionsInArguments)
          let uses = rule.condition.map { self.uses(in: $0) } ?? [:]
          if uses.isEmpty { continue }
          let found =
            analysis.statuses[entry] == .reachable
            ? analysis.deadAlternatives[entry].compactMap { $0.named } : []
          for place in Array(dead.keys) {
            let count = uses[place.condition] ?? 0
            if count > 0, found.count(where: { $0 == place }) < count { dead[place] = nil }
          }
          if dead.isEmpty { return }
        }
      }
    }
    let rules = facts.input.rules
    remove(usedIn: rules.invariants.flatMap { $0.claims.compactMap { $0.condition } })
    for items in rules.handlers.map({ $0.items }) + rules.chains.map({ $0.items }) {
      for case .rule(let rule) in items where !seen.contains(rule.location) {
        remove(usedIn: [rule.condition].compactMap { $0 } + rule.conditionsInArguments)
      }
    }
  }

  /// Removes the operands of declared conditions that other constructs than the condition of an examined rule use.
  private mutating func remove(usedIn conditions: [Condition]) {
    for condition in conditions {
      let uses = uses(in: condition)
      if !uses.isEmpty { dead = dead.filter { uses[$0.key.condition] == nil } }
    }
  }

  private mutating func uses(in condition: Condition) -> Uses {
    switch condition {
    case .constant, .test: return [:]
    case .not(let inner, _): return uses(in: inner)
    case .all(let parts, _), .any(let parts, _):
      var sum: Uses = [:]
      for part in parts { Self.add(uses(in: part), to: &sum) }
      return sum
    case .named(let named):
      if let known = counts[named.id] { return known }
      var sum = facts.input.rules[named.id].condition.map { uses(in: $0) } ?? [:]
      Self.add([named.id: 1], to: &sum)
      counts[named.id] = sum
      return sum
    }
  }

  /// Adds the numbers without overflow. Each of many conditions can use the next one twice.
  private static func add(_ uses: Uses, to sum: inout Uses) {
    for (id, count) in uses { sum[id] = min((sum[id] ?? 0) + count, 1 << 20) }
  }

  /// The dead operands, with their conditions and places there.
  var operands: [Operand] {
    dead.compactMap { place, first in
      let declared = facts.input.rules[place.condition]
      guard let condition = declared.condition, let part = condition.part(at: place.path),
        !facts.input.hasNeverEqual(part.location)
      else { return nil }
      return Operand(
        location: part.location, declared: declared, condition: condition, use: first.use,
        chain: first.in.chain)
    }
  }

  /// A dead operand of a declared condition.
  struct Operand {
    var location: Location
    var declared: NamedCondition
    var condition: Condition
    /// A use of the condition in a rule.
    var use: ChainAnalysis.DeadOperand
    /// The index of the chain with that rule.
    var chain: Int
  }
}
