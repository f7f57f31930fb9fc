import Diagnostics
import Interpreter
import Reachability
import Semantics
import Text

/// The findings of `dead-alternative` about declared conditions: operands of `||` without effect in every rule that
/// uses the condition.
struct NamedAlternatives {
  private let facts: ChainFacts
  /// The dead operands, each with the first use of its condition that was examined.
  private var dead: [NamedPlace: (use: ChainAnalysis.DeadAlternative, in: ChainFacts.Occurrence)] =
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
      for part in parts { sum.merge(uses(in: part), uniquingKeysWith: Self.sum) }
      return sum
    case .named(let test):
      if let known = counts[test.id] { return known }
      var sum = facts.input.rules[test.id].condition.map { uses(in: $0) } ?? [:]
      sum.merge([test.id: 1], uniquingKeysWith: Self.sum)
      counts[test.id] = sum
      return sum
    }
  }

  /// Adds without overflow. Each of many conditions can use the next one twice.
  private static func sum(_ one: Int, _ other: Int) -> Int { min(one + other, 1 << 20) }

  var findings: [Finding] {
    dead.compactMap { place, first in
      let declared = facts.input.rules[place.condition]
      guard let condition = declared.condition, let part = condition.part(at: place.path),
        !facts.input.hasNeverEqual(part.location)
      else { return nil }
      return finding(
        part.location, declared, condition, first.use, chain: first.in.chain)
    }
  }

  private func finding(
    _ location: Location, _ declared: NamedCondition, _ condition: Condition,
    _ use: ChainAnalysis.DeadAlternative, chain: Int
  ) -> Finding {
    let name = Prose.code(declared.name)
    let fix = DeadAlternative.fix(
      location, in: condition, of: declared.declared.location, facts.input)
    switch use.cause {
    case .contradictory, .frames:
      return DeadAlternative.page.finding(
        "alternative is never true in a rule that uses \(name)", at: location, label: "never true",
        related: [Finding.Related("uses it", at: use.location)],
        help: "correct it, or delete it", fix: fix)
    case .handled(let handlers):
      var finding = DeadAlternative.page.finding(
        "alternative has no effect in the rules that use \(name)", at: location,
        label: "matches nothing that the others, or earlier rules, leave",
        related: handlers.map { handler in
          let request = Prose.request(handler.witness)
          switch handler.place {
          case .entry(let entry):
            let taker = facts.rule(ChainFacts.Occurrence(chain: chain, entry: entry))
            return Finding.Related("handles \(request)", at: taker.head)
          case .alternative(let other):
            return Finding.Related("matches \(request) without it, too", at: other)
          }
        },
        help: "delete it", fix: fix)
      finding.witness = (handlers.first?.witness).map { RuleLanguagePrinter.requestText($0) }
      return finding
    }
  }
}
