import Automata
import Tasks

/// The analysis of a long chain by two threads.
///
/// One thread analyzes the first rules. If many steps are left to take, the other one continues with a copy of the
/// context, and each takes every other group of rules. What a search finds does not depend on the searches before,
/// unless the budget ends; so the verdicts are those of one thread if both are far from the end of the budget. Whether
/// the chain is divided depends on the steps that were taken, not on the time.
final class ChainDivision {
  private let solver: ChainSolver
  private let options: AnalysisOptions
  private let tasks: TaskRunner
  private let known: KnownVerdicts?
  /// The rules, if the solver's context continues that of another version: its automata make questions cheaper, and not
  /// all of its atoms count. Otherwise nil.
  private let live: LoweredRules?
  /// Another solver of the chain.
  private let copy: @Sendable (AnalysisContext, RuleFinders) -> ChainSolver
  /// The context of the other thread; nil if the chain was not divided.
  private(set) var context: AnalysisContext?
  /// The steps that the other thread has taken.
  private(set) var otherSteps = 0

  /// The length from which a chain is divided.
  static let leastRules = 2_000
  /// The number of rules that one thread takes in a row.
  private static let group = 32
  /// The number of rules between two decisions whether to divide.
  private static let interval = 256
  /// The number of groups after which their distribution begins again. The second thread takes a few less than half of
  /// them, since it builds matchers first.
  private static let cycle = 33
  /// The steps left for which a copy of the context is worth it, for each language, and for each atom.
  private static let stepsPerCopy = (language: 8, atom: 64)

  init(
    _ solver: ChainSolver, _ options: AnalysisOptions,
    _ tasks: TaskRunner, known: KnownVerdicts?,
    live: LoweredRules?,
    copy: @escaping @Sendable (AnalysisContext, RuleFinders) -> ChainSolver
  ) {
    self.solver = solver
    self.options = options
    self.tasks = tasks
    self.known = known
    self.live = live
    self.copy = copy
  }

  /// The verdicts by entry; nil if one thread must analyze the chain.
  func verdicts() -> [RuleVerdict]? {
    let count = solver.rules.count
    var found: [RuleVerdict] = []
    found.reserveCapacity(count)
    var cost = Budget.Cost()
    while found.count < count {
      if found.count % Self.interval == 0, isWorthDividing(after: found.count, cost) {
        return divided(found, cost)
      }
      let verdict = KnownVerdicts.verdict(found.count, known, solver, options)
      cost += verdict.evidence.cost
      found.append(verdict)
    }
    return live == nil || isFarFromBudget(cost, solver.context.steps) ? found : nil
  }

  /// - Parameter lifetime: all steps of the contexts.
  private func isFarFromBudget(_ cost: Budget.Cost, _ lifetime: Int) -> Bool {
    cost.isFarFromBudget(
      lifetime: lifetime, rules: solver.rules.count,
      atoms: {
        let table = solver.context.atomTable
        return live?.atomCount(table) ?? table.atoms.count
      })
  }

  private func isWorthDividing(after done: Int, _ cost: Budget.Cost) -> Bool {
    if done == 0 || mayComeNearBudget(after: done, cost) { return false }
    let usual = cost.steps - cost.largestQuestion
    let context = solver.context
    return usual / done * (solver.rules.count - done)
      > Self.stepsPerCopy.language * context.store.count
      + Self.stepsPerCopy.atom * context.atomTable.atoms.count
  }

  /// Returns whether the whole chain would spend nearly half of the budget if its other rules were like the first ones.
  private func mayComeNearBudget(after done: Int, _ cost: Budget.Cost) -> Bool {
    let (count, budget) = (solver.rules.count, solver.budget)
    return cost.parts * count / done > 2 * budget.parts / 5
      || (cost.steps - cost.largestQuestion) / done * count > 2 * budget.steps / 5
  }

  private func divided(_ found: [RuleVerdict], _ before: Budget.Cost) -> [RuleVerdict]? {
    let context = AnalysisContext(copying: solver.context)
    self.context = context
    let stepsBefore = context.steps
    let entries = found.count..<solver.rules.count
    let limit = solver.budget.steps / 2
    let parts = (0..<2).map { number in
      let own = entries.filter { ($0 - found.count) / Self.group % Self.cycle % 2 == number }
      return Part(own, known, options, limit: limit)
    }
    let (solver, budget) = (Shared(solver), solver.budget)
    let (other, copy) = (Shared((context, RuleFinders(copying: self.solver.finders))), copy)
    let halves: [TaskRunner.Task] = [
      { parts[0].run(solver.value) },
      {
        let (context, finders) = other.value
        let solver = copy(context, finders)
        solver.budget = budget
        parts[1].run(solver)
      },
    ]
    tasks.start([halves]).finish()
    otherSteps = context.steps - stepsBefore
    var verdicts: [RuleVerdict?] = found + entries.map { _ in nil }
    var cost = before
    for part in parts {
      for (entry, verdict) in zip(part.entries, part.verdicts) { verdicts[entry] = verdict }
      cost += part.cost
    }
    let all = verdicts.compactMap { $0 }
    let lifetime = self.solver.context.steps + context.steps
    return all.count == verdicts.count && isFarFromBudget(cost, lifetime) ? all : nil
  }

  /// Some rules of the chain, for one thread.
  ///
  /// `@unchecked Sendable` is sound since one thread runs it, and it is read afterwards.
  private final class Part: @unchecked Sendable {
    let entries: [Int]
    /// Of the first entries; not of all if the end of the budget is near.
    private(set) var verdicts: [RuleVerdict] = []
    private(set) var cost = Budget.Cost()
    private let known: KnownVerdicts?
    private let options: AnalysisOptions
    private let limit: Int

    init(_ entries: [Int], _ known: KnownVerdicts?, _ options: AnalysisOptions, limit: Int) {
      self.entries = entries
      self.known = known
      self.options = options
      self.limit = limit
    }

    func run(_ solver: ChainSolver) {
      verdicts.reserveCapacity(entries.count)
      for entry in entries {
        let verdict = KnownVerdicts.verdict(entry, known, solver, options)
        cost += verdict.evidence.cost
        if cost.steps > limit || verdict.isOutOfBudget { return }
        verdicts.append(verdict)
      }
    }
  }

  /// `@unchecked Sendable` is sound since one thread at a time uses the value.
  private struct Shared<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
  }
}

extension RuleVerdict {
  /// True if the budget did not suffice for some question.
  fileprivate var isOutOfBudget: Bool {
    if case .undecided(let undecided) = evidence.reachability, undecided.reason == .budget {
      return true
    }
    return !evidence.isComplete
  }
}
