import Automata
import Requests
import Semantics
import WebURL

/// Searches for a request that satisfies a goal and that the caller accepts.
///
/// See `ChainAnalysis.swift` for the method. The solver keeps nothing between questions: each one has its own
/// `WitnessSearch`, and its answer contains all results.
final class WitnessSolver {
  /// The caller's answer about a candidate.
  enum Verdict {
    case accept
    /// The candidate violates a formula that holds for every request that is searched for.
    case require(Formula)
    /// Reject this request only; the formula names the components to vary.
    case reject(Formula)
  }

  /// The kind of request that a question needs.
  enum Need {
    /// Any request that the components allow; the witness of the answer is meaningless.
    case any
    /// A real one; if its text determines its components, it is not parsed.
    case real
    /// One that has been parsed and examined once more.
    case parsed
  }

  /// A request that is examined.
  struct Candidate {
    var cube: Cube
    /// The real request, if it has been built already.
    var witness: Witness?
  }

  /// An accepted request.
  struct Found {
    let witness: Witness
    /// The candidate that was accepted last.
    let candidate: Candidate
    /// The atoms that are true of it.
    let trueAtoms: [Int]
  }

  enum Answer {
    case found(Found)
    case none
    case undecided(Undecided)
  }

  let context: AnalysisContext
  let forms: [URLForm]
  /// The forms of the URLs of `AtomTable.otherRoots`; nil for one that is missing comes first.
  let otherForms: [[URLForm?]]
  /// The places in `AtomTable.otherRoots`, by name: their own order depends on the rules that were lowered before.
  let otherPlaces: [Int]

  init(_ context: AnalysisContext) {
    self.context = context
    forms = context.forms(of: .request)
    let roots = context.atomTable.otherRoots
    otherForms = roots.map { [nil] + context.forms(of: $0) }
    otherPlaces = roots.indices.sorted { (roots[$0].word ?? "", $0) < (roots[$1].word ?? "", $1) }
  }

  /// Searches for a request.
  ///
  /// - Parameters:
  ///   - goal: formulas that must hold.
  ///   - limit: the limit of this question.
  ///   - learnsEarly: whether `examine` may get candidates whose values no request may have together.
  ///   - scratch: storage for the atoms of candidates; its contents before and after are meaningless.
  ///   - examine: accepts a candidate or names what it violates.
  func solve(
    _ goal: [Formula], within limit: StepLimit, need: Need = .parsed, learnsEarly: Bool = false,
    scratch: inout Assignment,
    examine: (Assignment, Candidate) throws(OutOfSteps) -> Verdict
  ) -> Answer {
    var search = WitnessSearch(self, within: limit, need: need, learnsEarly: learnsEarly)
    swap(&search.assignment, &scratch)
    swap(&search.constrained, &context.componentCounts)
    defer {
      swap(&search.assignment, &scratch)
      search.constrained.clear()
      swap(&search.constrained, &context.componentCounts)
    }
    do throws(OutOfSteps) {
      if let found = try search.run(goal, examine) { return .found(found) }
    } catch {
      return .undecided(Undecided(reason: .budget, component: search.costliest))
    }
    return search.isIncomplete
      ? .undecided(Undecided(reason: .views, component: search.costliest)) : .none
  }
}
