import Interpreter
import Reachability
import Requests
import Semantics
import WebURL

/// A request that reaches a rule, and its outcome.
struct ReachingRequest: Sendable {
  let witness: Witness
  /// The name of the action that the rule attempts although an earlier rule has attempted it; nil otherwise. The
  /// answer would have to change in between.
  let attemptedAgain: String?
  let outcome: Outcome

  /// - Parameters:
  ///   - witness: a request that the analysis found for the entry. No earlier rule matches it, except rules that
  ///     attempt an action.
  ///   - passing: the entries after which later rules are still tried, ascending.
  init(
    _ witness: Witness, to entry: Int, _ interpreter: Interpreter, passing: [Int]
  ) {
    let rules = interpreter.rules
    let request = witness.request
    // The rules to try are the earlier passing entries, the entry itself and all later ones.
    let before = passing.prefix { $0 < entry }
    let rest = interpreter.chain.rules.count - entry
    let asked = (0..<before.count + rest).lazy.map {
      $0 < before.count ? before[$0] : entry + $0 - before.count
    }
    let attempts = interpreter.attempts(of: request, before: entry, among: Array(before))
    let answers = Dictionary(uniqueKeysWithValues: attempts.map { ($0, false) })
    self.witness = witness
    let own = interpreter.chain.rules[entry].steps.first?.kind.attempted
    if let own, answers[own] != nil {
      attemptedAgain = rules.name(of: own)
      outcome = interpreter.decide(request, acceptingOnly: entry, evaluating: asked)
    } else {
      attemptedAgain = nil
      outcome = interpreter.decide(request, answers: answers, evaluating: asked)
    }
  }
}

extension FlatChain {
  /// The entries after which other rules are tried for a request that they match.
  var passing: [Int] {
    entries.indices.filter { index in
      let rule = entries[index].rule
      return rule.isAttempt || !rule.decision.isFinal
    }
  }
}
