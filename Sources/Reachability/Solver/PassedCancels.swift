import Interpreter
import Requests
import Semantics
import Text

extension ChainSolver {
  /// The most deciding rules between the rule and a later one that cancels. With more of them, the search leaves out
  /// the requests that the later rule matches and one of them decides.
  private static let mostBetween = 16

  /// Searches for a request that satisfies the condition of a cancelling rule but lacks an argument that the page
  /// chooses, and that no other rule cancels.
  ///
  /// Attempts are assumed to succeed.
  func passedCancel(_ evidence: inout RuleVerdict.Evidence, _ entry: Int) {
    guard let lacksArgument = rules[entry].lacksArgument else { return }
    // The answer may depend on every rule before and after this one.
    evidence.hasOpenQuestion = true
    let answer = ask([lacksArgument] + frames) { assignment, candidate in
      if let earlier = decider(in: 0..<entry, assignment) {
        return .require(rules[earlier].negated)
      }
      if let later = decider(in: (entry + 1)..<rules.count, assignment), cancels(later) {
        let between = ((entry + 1)..<later).filter { decides($0) && !cancels($0) }
        let others = between.count > Self.mostBetween ? [] : between.map { rules[$0].formula }
        return .require(.disjunction([rules[later].negated] + others))
      }
      guard let witness = candidate.witness else { return .accept }
      return passes(entry, witness.request) ? .accept : .reject(lacksArgument)
    }
    switch answer {
    case .found(let found): evidence.passedCancel = found.witness
    case .none: break
    case .undecided(let undecided): evidence.note(undecided)
    }
  }

  /// Returns whether evaluation ends if the rule matches and its attempt succeeds.
  func decides(_ entry: Int) -> Bool { chain.rules[entry].decision.isFinal }

  /// The first rule in the range that decides about the request if attempts succeed; nil if there is none.
  func decider(in range: Range<Int>, _ assignment: Assignment) -> Int? {
    finders.acting.first(in: range, assignment) { decides($0) }
  }

  private func cancels(_ entry: Int) -> Bool { chain.rules[entry].decision == .cancel }

  /// Returns whether the interpreter confirms that the request passes because an argument of the rule is
  /// unusable.
  private func passes(_ entry: Int, _ request: Request) -> Bool {
    let outcome =
      budget.takeInterpretations(rules.count)
      ? interpreter.decide(request)
      : interpreter.decide(request, answers: [:], evaluating: entry...entry)
    return outcome.decision != .cancel
      && outcome.tried.contains { tried in
        if tried.entry == entry, case .unusable = tried.result { return true }
        return false
      }
  }
}
