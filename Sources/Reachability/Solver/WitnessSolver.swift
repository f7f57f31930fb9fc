import Automata
import Requests
import Semantics
import WebURL

/// Searches for a request that satisfies a goal and that the caller accepts.
///
/// See `ChainAnalysis.swift` for the method. The solver keeps no state between questions: each question has its
/// own `WitnessSearch`, and its answer contains all results.
final class WitnessSolver {
  /// The caller's answer about a candidate.
  enum Verdict {
    case accept
    /// The candidate violates a formula that every wanted request satisfies.
    case require(Formula)
    /// Rejects only this request. The formula contains the components that may vary.
    case reject(Formula)
  }

  /// The kind of request that a question needs.
  enum Need {
    /// Any request that the components allow. The witness of the answer has no meaning.
    case any
    /// A real request. It is not parsed if its text determines its components.
    case real
    /// A request that has been parsed and examined once more.
    case parsed
  }

  /// A request that is examined.
  struct Candidate {
    var cube: Cube
    /// The real request; nil if it has not been built yet.
    var witness: Witness?
  }

  /// An accepted request.
  struct Found {
    let witness: Witness
    /// The candidate that was accepted last.
    let candidate: Candidate
    /// The atoms that are true for the request.
    let trueAtoms: [Int]
  }

  enum Answer {
    case found(Found)
    case none
    case undecided(Undecided)
  }

  let context: AnalysisContext
  let forms: [URLForm]
  /// The forms of each URL of `AtomTable.otherRoots`. The first one is nil, for a missing URL.
  let otherForms: [[URLForm?]]
  /// Indices into `AtomTable.otherRoots`, sorted by name so that results do not depend on which rules were
  /// lowered before.
  let otherPlaces: [Int]

  init(_ context: AnalysisContext) {
    self.context = context
    forms = context.forms(of: .request)
    let roots = context.atomTable.otherRoots
    otherForms = roots.map { [nil] + context.forms(of: $0).map { Optional($0) } }
    otherPlaces = roots.indices.sorted { (roots[$0].word ?? "", $0) < (roots[$1].word ?? "", $1) }
  }

  /// Searches for a request.
  ///
  /// - Parameters:
  ///   - goal: formulas that must hold.
  ///   - limit: the limit of this question.
  ///   - learnsEarly: whether `examine` may receive candidates whose values no request has together.
  ///   - scratch: storage for the atoms of candidates. Its contents before and after have no meaning.
  ///   - examine: accepts a candidate, or returns a formula that it violates.
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
