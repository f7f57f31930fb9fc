// A chain that is edited
// ======================
//
// Somebody types in one rule of thousands. Most of what is known of the others still holds, and to see
// that is cheaper than to find it out again: every answer comes with its grounds (`Grounds`).
//
//   - A rule is reached, or a part of its condition is not always true: there is a request that shows
//     it (`Sample`). It shows it as long as no earlier rule takes the request, and of those only the
//     new ones have to be asked.
//   - A rule is not reached: some earlier rules took whatever was proposed. The search goes the same
//     way again as long as those are there, and no new one can take any of what the rule asks for.
//   - A rule is not redundant: what comes next for the request that reaches it does something else.
//     It still does unless that rule is gone, or a new one comes between.
//
// The rules between the common beginning and the common end of the chain before and after are asked
// anew, and those whose grounds are gone. So are those of which something is to be reported, unless
// nothing at all can have changed, so that what is reported is what a fresh analysis reports. A chain
// that came near its budget is analysed afresh each time, for the same reason.
//
// The languages and atoms of rules that are gone stay in the context; once they are most of it, or
// where a URL is named no more, it is made anew.

import Automata
package import Semantics
package import Text

/// Analyses the chains of a rule set again and again while it is edited.
package final class ChainSession {
  private var context = AnalysisContext()
  /// By name; nil before the first time.
  private var lowered: [String: [LoweredRule]] = [:]
  private var memories: [String: Memory] = [:]
  /// Atoms and languages right after the context was made.
  private var firstSize = 0

  private struct Memory {
    var frames: FrameSet
    var grounds: [Grounds]
  }

  /// For how many questions no index of the chain is worth making.
  private static let walks = 24

  package init() {}

  /// What is known of every rule of every chain.
  ///
  /// - Parameters:
  ///   - rules: a rule set without errors.
  ///   - isUnchanged: whether nothing has changed in the file since the last time, nor in anything that
  ///     its rules may speak of.
  package func analyze(_ rules: RuleSet, isUnchanged: (FileID) -> Bool) -> [ChainAnalysis] {
    if size > 3 * firstSize + 20_000 { forget() }
    do {
      return try update(rules, isUnchanged) ?? renewed(rules)
    } catch {
      preconditionFailure("a store without a limit has no end of steps")
    }
  }

  private var size: Int { context.vocabulary.atoms.count + context.store.count / 8 }

  private func forget() {
    context = AnalysisContext()
    lowered = [:]
    memories = [:]
    firstSize = 0
  }

  private func renewed(_ rules: RuleSet) throws(OutOfSteps) -> [ChainAnalysis] {
    forget()
    guard let analyses = try update(rules, { _ in false }) else {
      preconditionFailure("nothing is left to be forgotten")
    }
    return analyses
  }

  /// The analyses; nil where the context has to be made anew.
  private func update(
    _ rules: RuleSet, _ isUnchanged: (FileID) -> Bool
  ) throws(OutOfSteps) -> [ChainAnalysis]? {
    func key(_ owner: RuleOwner) -> (String, Location) {
      switch owner {
      case .handler(let id): ("handler " + rules[id].name, rules[id].declared.location)
      case .chain(let id): ("chain " + rules[id].name, rules[id].declared.location)
      }
    }
    let isNew = lowered.isEmpty
    let known = lowered
    let set = try LoweredRuleSet(rules, context) { owner in
      let (key, location) = key(owner)
      return isUnchanged(location.file) ? known[key] : nil
    }
    lowered = [:]
    for index in rules.handlers.indices {
      lowered[key(.handler(ID(index))).0] = set[.handler(ID(index))]
    }
    for index in rules.chains.indices {
      lowered[key(.chain(ID(index))).0] = set[.chain(ID(index))]
    }
    context.live = set
    let search = try Search(context)
    var analyses: [ChainAnalysis] = []
    var next: [String: Memory] = [:]
    var isCostly = false
    for index in rules.chains.indices {
      let flat = FlatChain(ID(index), in: rules)
      let memory = memories[rules.chains[index].name]
      let solver = ChainSolver(
        flat, rules, context, search, set, walks: memory == nil ? 0 : Self.walks)
      var grounds: [Grounds]
      if let memory, memory.frames == flat.frames {
        let change = ChainChange(from: memory.grounds, to: solver.rules)
        if namesPoint(change.removed) { return nil }
        grounds = change.grounds(solver)
      } else {
        solver.askPlain()
        grounds = flat.entries.indices.map { solver.grounds($0, [.redundancy]) }
      }
      analyses.append(ChainAnalysis(flat, grounds, [.redundancy]))
      next[rules.chains[index].name] = Memory(frames: flat.frames, grounds: grounds)
      if !Self.isFarFromBudget(grounds) { isCostly = true }
    }
    if isCostly, !isNew { return nil }
    memories = next
    if firstSize == 0 { firstSize = size }
    if isCostly { forget() }
    return analyses
  }

  /// Whether `url ==` names a URL in them: such a URL is a kind of request of its own.
  private func namesPoint(_ rules: [LoweredRule]) -> Bool {
    rules.contains { rule in
      var isNamed = false
      rule.formula.eachAtom { atom in
        if case .point = context.vocabulary.atoms[atom].test { isNamed = true }
      }
      return isNamed
    }
  }

  private static func isFarFromBudget(_ grounds: [Grounds]) -> Bool {
    var cost = Grounds.Cost()
    for one in grounds {
      if one.isUndecided { return false }
      cost += one.cost
    }
    return cost.steps < ChainSolver.Budget.steps(grounds.count) / 2
      && cost.pairs < ChainSolver.Budget.pairs / 2 && cost.parts < ChainSolver.Budget.parts / 2
  }
}

/// What of a chain is new, and what is known of the rest.
private struct ChainChange {
  private let old: [Grounds]
  private let rules: [LoweredRule]
  /// Length of the common beginning.
  private let start: Int
  /// Length of the common end.
  private let end: Int
  let removed: [LoweredRule]
  private let added: ArraySlice<LoweredRule>

  init(from old: [Grounds], to rules: [LoweredRule]) {
    self.old = old
    self.rules = rules
    let shared = min(old.count, rules.count)
    var start = 0
    while start < shared, old[start].rule.isSame(as: rules[start]) { start += 1 }
    var end = 0
    while end < shared - start,
      old[old.count - 1 - end].rule.isSame(as: rules[rules.count - 1 - end])
    {
      end += 1
    }
    self.start = start
    self.end = end
    removed = old[start..<(old.count - end)].map(\.rule)
    added = rules[start..<(rules.count - end)]
  }

  func grounds(_ solver: ChainSolver) -> [Grounds] {
    solver.askPlain()
    return rules.indices.map { entry in
      kept(entry, solver) ?? solver.grounds(entry, [.redundancy])
    }
  }

  /// What is known of the rule, if that still holds.
  private func kept(_ entry: Int, _ solver: ChainSolver) -> Grounds? {
    var grounds: Grounds
    if entry < start {
      grounds = old[entry]
      guard grounds.isPlain || grounds.rule === rules[entry] && grounds.redundant == nil else {
        return nil
      }
    } else if entry >= rules.count - end {
      grounds = old[entry - rules.count + old.count]
      guard holdsBehind(grounds, entry, solver) else { return nil }
      if case .unreachable(.shadowed(let cover)) = grounds.reachability {
        grounds.reachability = .unreachable(
          .shadowed(
            cover.map { ChainAnalysis.Cover(entry: place($0.entry), witness: $0.witness) }))
      }
    } else {
      return nil
    }
    switch grounds.follower {
    case .none: break
    case .searched: return nil
    case .other(let next):
      if entry < start, next >= start {
        guard next >= old.count - end, let reached = grounds.reached,
          !added.contains(where: { !$0.effect.isInert && takes($0, reached, solver) })
        else { return nil }
      }
      grounds.follower = .other(place(next))
    }
    grounds.rule = rules[entry]
    return grounds
  }

  /// Whether what is known of a rule behind the change still holds, but for what follows it.
  private func holdsBehind(_ grounds: Grounds, _ entry: Int, _ solver: ChainSolver) -> Bool {
    let covering = added.filter(\.covers)
    if case .unreachable = grounds.reachability {
      return grounds.rule === rules[entry]
        && covering.allSatisfy {
          solver.context.areDisjoint($0.formula, grounds.rule.formula)
        }
        && !removed.contains { gone in grounds.takers.contains { $0.isSame(as: gone) } }
    }
    guard grounds.isPlain, let reached = grounds.reached else { return false }
    if grounds.restsOnPlain, (solver.plainTaker ?? -1) < entry { return false }
    for rule in covering {
      if takes(rule, reached, solver) { return false }
      if grounds.counterexamples.contains(where: { takes(rule, $0, solver) }) { return false }
    }
    return true
  }

  private func takes(_ rule: LoweredRule, _ sample: Sample, _ solver: ChainSolver) -> Bool {
    (try? solver.context.holds(rule.formula, sample)) ?? true
  }

  /// Where an old entry is now, which is not one of those that are gone.
  private func place(_ entry: Int) -> Int {
    entry < start ? entry : entry + rules.count - old.count
  }
}
