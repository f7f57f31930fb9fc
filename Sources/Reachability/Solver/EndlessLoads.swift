import Interpreter
import Requests
import Semantics
import WebURL

/// The request that `load url` makes, as a change of the request for which the step runs: the same URL in the main
/// frame.
struct LoadedRequest {
  private let context: AnalysisContext
  /// By atom of a component that the load changes.
  private var truths: [Int: Bool] = [:]
  private var unknown: Set<Int> = []

  init(_ context: AnalysisContext) {
    self.context = context
    let atomTable = context.atomTable
    for (number, component) in atomTable.components.enumerated() {
      guard case .input(let input) = component else { continue }
      switch input.loaded {
      case .same: break
      case .unknown: unknown.formUnion(atomTable.atomsOfComponent[number])
      case .fixed(let value):
        for atom in atomTable.atomsOfComponent[number] {
          truths[atom] = context.holds(AtomLiteral(atom: atom), ComponentValue(value))
        }
      }
    }
    // A comparison of a value that changes with another one.
    for (atom, one) in atomTable.atoms.enumerated() where one.test.isPair {
      truths[atom] = nil
      let changes = atomTable.components(ofAtom: atom).contains { number in
        guard case .input(let input) = atomTable.components[number] else { return false }
        if case .same = input.loaded { return false }
        return true
      }
      if changes { unknown.insert(atom) }
    }
  }

  /// Holds for a request if the formula holds for the loaded one; unknown values are those of the request.
  func holding(_ formula: Formula) -> Formula {
    switch formula {
    case .constant: formula
    case .literal(let literal):
      truths[literal.atom].map { .constant($0 != literal.isNegated) } ?? formula
    case .all(let parts): .conjunction(parts.map(holding))
    case .any(let parts): .disjunction(parts.map(holding))
    }
  }

  /// True if the formula can be different for the loaded request.
  func changes(_ formula: Formula) -> Bool {
    mentions(formula) { truths[$0] != nil || unknown.contains($0) }
  }

  /// True if a value of the loaded request that the formula tests is not known.
  func isUnknown(_ formula: Formula) -> Bool { mentions(formula) { unknown.contains($0) } }

  private func mentions(_ formula: Formula, _ isMeant: (Int) -> Bool) -> Bool {
    var found = false
    formula.eachAtom { if isMeant($0) { found = true } }
    return found
  }

  /// The atoms of the loaded request.
  func assignment(_ old: Assignment) -> Assignment {
    var assignment = Assignment()
    assignment.clear(context.atomTable.atoms.count)
    for atom in old.trueAtoms where truths[atom] == nil { assignment.insert(atom) }
    for (atom, isTrue) in truths where isTrue { assignment.insert(atom) }
    return assignment
  }

  /// The loaded request itself.
  static func request(_ request: Request) -> Request {
    var loaded = request
    for input in RequestInput.named + request.settings.unordered.map(\.input) {
      if case .fixed(let value) = input.loaded { loaded.settings.set(input, value) }
    }
    return loaded
  }
}

extension ChainSolver {
  /// The most rules before one with `load url` that can treat a request and the loaded one differently, so that it
  /// is searched for a proof that the loaded one always comes back.
  private static let mostDifferences = 32

  /// Searches for a request of the rule whose `load url` leads to the rule again.
  func endlessLoad(_ evidence: inout RuleVerdict.Evidence, _ entry: Int) {
    guard let loads = rules[entry].loads, chain.frames.main else { return }
    let loaded = loadedRequest
    let formula = rules[entry].formula
    let again = loaded.holding(formula)
    let answer = ask([formula, loads, again] + frames) { assignment, candidate in
      let verdict = pass(before: entry, assignment)
      guard case .accept = verdict else { return verdict }
      if let taker = covers.first(in: 0..<entry, loaded.assignment(assignment)) {
        return .require(loaded.holding(rules[taker].formula).negated)
      }
      guard let witness = candidate.witness else { return .accept }
      return interpreter.reaches(entry, witness.request)
        && interpreter.reaches(entry, LoadedRequest.request(witness.request))
        ? .accept : .reject(formula)
    }
    switch answer {
    case .none: return
    case .undecided: evidence.isComplete = false
    case .found(let found):
      evidence.endlessLoad = ChainAnalysis.EndlessLoad(
        witness: found.witness, isCertain: isCertain(entry, loads, loaded))
    }
  }

  /// Returns whether it is proved that every request that the rule loads leads to the rule again.
  private func isCertain(_ entry: Int, _ loads: Formula, _ loaded: LoadedRequest) -> Bool {
    let rule = rules[entry]
    let earlier = rules[..<entry].filter { $0.covers && loaded.changes($0.formula) }
    if chain.rules[entry].isAttempt || earlier.count > Self.mostDifferences
      || loaded.isUnknown(rule.formula)
      || earlier.contains(where: { loaded.isUnknown($0.formula) })
    {
      return false
    }
    let leaves = Formula.disjunction(
      [loaded.holding(rule.formula).negated] + earlier.map { loaded.holding($0.formula) })
    let answer = ask([rule.formula, loads, leaves] + frames, need: .any) { assignment, _ in
      pass(before: entry, assignment)
    }
    if case .none = answer { return true }
    return false
  }
}
