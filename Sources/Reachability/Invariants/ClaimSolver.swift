// Proofs of invariants
// ====================
//
// A claim is a question about a chain: is there a request for which a rule does what the claim forbids, or
// decides without what it demands? So it needs no analysis of its own. The rows of `ChainVersion` say what a
// chain does for each request; some of them are *violators*:
//
//   - `never ACT when C`, and `ACT only when !C`: the rows that do the act.
//   - `always ACT when C`: the rows that decide without it.
//
// For each violator the solver searches for a request that satisfies `C` and the row, and that no earlier row
// takes. With `always`, an earlier row that does the act without deciding takes it, too. Every attempt can fail,
// so all attempts fail except the violator's. A request that is found is evaluated by the interpreter before it
// is shown.
//
// The proof consists of the violators and the earlier rows that took proposed requests. If these rows alone take
// every request that satisfies `C`, no later violator has to be searched.

import Automata
import Interpreter
import Requests
import Semantics

/// Proves claims of invariants for one chain.
final class ClaimSolver {
  /// The verdict about a claim in one chain, and the rules on which it depends.
  struct Result {
    enum Verdict {
      case holds
      /// A request breaks the claim.
      ///
      /// - Parameter entry: the rule; nil for the end of the chain and for a frame about which it does not
      ///   decide.
      case broken(Witness, entry: Int?, isLookedAt: Bool)
      case undecided(Undecided)
    }

    var verdict: Verdict
    /// The entries that take requests that would otherwise reach a violator.
    var takers: Set<Int> = []
  }

  private let claims: [Claim]
  private let context = AnalysisContext()
  private let version: ChainVersion
  private let solver: WitnessSolver
  /// Holds for the requests that each claim is about.
  private let breaking: [Formula]
  /// Holds for requests of frames that exist.
  private let frames: Formula
  private var budget: Budget
  private var scratch = Assignment()

  private var rows: [ChainVersion.Row] { version.rows }

  /// The most sets of earlier rows that are tried as a proof for all later violators.
  private static let mostClosings = 16

  init(_ chain: FlatChain, _ rules: RuleSet, _ claims: [Claim]) {
    self.claims = claims
    let lowering = context.lowering(rules)
    let lowered = LoweredRules(chain, rules, lowering)
    breaking = claims.map { lowering.lower($0.breaking) }
    frames = context.frames(of: rules[chain.chain].kind)
    version = ChainVersion(chain, rules, context, lowered)
    solver = WitnessSolver(context)
    budget = Budget(rules: [], atoms: 0)
  }

  func prove(_ number: Int) -> Result {
    budget = Budget(rules: [rows.count], atoms: context.atomTable.atoms.count)
    let claim = claims[number]
    let doers = doers(claim)
    var result = Result(verdict: .holds)
    var takers: Set<Int> = []
    var closings = 0
    var closed = Int.max
    for row in violators(claim, breaking[number]) {
      if row > closed { break }
      let known = takers.count
      switch search(number, row, doers, &takers) {
      case .found(let found):
        result.verdict = .broken(
          found.witness, entry: version.entry(row), isLookedAt: row > 0)
        return result
      case .undecided(let undecided):
        if case .holds = result.verdict { result.verdict = .undecided(undecided) }
      case .none:
        if takers.count > known, closings < Self.mostClosings {
          closings += 1
          if isClosed(number, takers) { closed = takers.max() ?? row }
        }
      }
    }
    result.takers = Set(takers.compactMap { version.entry($0) })
    return result
  }

  /// The rows that do what the claim forbids, or decide without what it demands, in ascending order. Rows that
  /// cannot match the claim's requests are left out.
  private func violators(_ claim: Claim, _ formula: Formula) -> [Int] {
    let found = rows.indices.filter { row in
      claim.form == .always
        ? rows[row].decides && !version.does(claim.act, row) : version.does(claim.act, row)
    }
    if found.count < 8 { return found }
    let meeting = Set(version.mayMeet(formula))
    return found.filter { meeting.contains($0) }
  }

  /// The rows that do what the claim demands without ending the evaluation.
  private func doers(_ claim: Claim) -> RuleIndex? {
    guard claim.form == .always else { return nil }
    let found = version.acts.filter {
      version.does(claim.act, $0, isDeclined: rows[$0].effect.attempt != nil)
    }
    if found.isEmpty { return nil }
    let places = Set(found)
    return RuleIndex(rows.map { $0.formula }, context.atomTable) { places.contains($0) }
  }

  /// Searches for a request that breaks the claim because of the row.
  ///
  /// - Parameter takers: receives the earlier rows that take proposed requests.
  private func search(
    _ number: Int, _ row: Int, _ doers: RuleIndex?, _ takers: inout Set<Int>
  ) -> WitnessSolver.Answer {
    let goal = [breaking[number], rows[row].formula, frames]
    if context.areDisjoint(breaking[number], rows[row].formula) { return .none }
    var met: Set<Int> = []
    defer { takers.formUnion(met) }
    let answer = ask(goal, need: .parsed) { assignment, candidate in
      if let taker = version.covers.first(in: 0..<row, assignment)
        ?? doers?.first(in: 0..<row, assignment)
      {
        met.insert(taker)
        return .require(rows[taker].formula.negated)
      }
      guard let witness = candidate.witness else { return .accept }
      return isBroken(number, by: witness.request, row, assignment)
        ? .accept : .reject(.conjunction(goal))
    }
    return answer
  }

  /// Returns whether the rows are proved to take every request that the claim is about.
  private func isClosed(_ number: Int, _ takers: Set<Int>) -> Bool {
    let goal =
      [breaking[number], frames] + takers.sorted().map { rows[$0].formula.negated }
    if case .none = ask(goal, need: .any, { _, _ in .accept }) { return true }
    return false
  }

  private func ask(
    _ goal: [Formula], need: WitnessSolver.Need,
    _ examine: (Assignment, WitnessSolver.Candidate) -> WitnessSolver.Verdict
  ) -> WitnessSolver.Answer {
    let before = context.store.steps
    let answer = solver.solve(
      goal, within: budget.limit(context.store), need: need, scratch: &scratch, examine: examine)
    budget.spend(steps: context.store.steps - before)
    return answer
  }

  /// Returns whether the interpreter confirms that the request breaks the claim if only the row's attempt
  /// succeeds.
  private func isBroken(
    _ number: Int, by request: Request, _ row: Int, _ assignment: Assignment
  ) -> Bool {
    let interpreter = version.interpreter
    let count = interpreter.chain.rules.count
    let outcome =
      budget.takeInterpretations(count)
      ? interpreter.decide(
        request, acceptingOnly: version.entry(row), evaluating: 0..<count)
      : interpreter.decide(
        request, acceptingOnly: version.entry(row), evaluating: version.candidates(assignment))
    return interpreter.standing(of: claims[number], request, outcome) == .broken
  }
}

extension AnalysisContext {
  /// Holds for the requests of frames that exist in chains of the kind.
  func frames(of kind: ChainKind) -> Formula {
    var mask: UInt32 = 0
    for frame in FrameKind.allCases where frame.exists(in: kind) {
      mask |= 1 << UInt32(frame.position)
    }
    if mask == Component.input(.frame).choices { return .constant(true) }
    return atomTable.atom(.input(.frame), .choice(mask))
  }
}
