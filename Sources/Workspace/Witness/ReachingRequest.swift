import Interpreter
import Reachability
import Requests
import Semantics
import WebURL

/// A request that reaches a rule, and the attempts that must fail for that.
struct ReachingRequest: Sendable {
  let witness: Witness
  /// The names of the actions that earlier rules attempt, sorted.
  let declined: [String]
  let outcome: Outcome

  /// - Parameters:
  ///   - witness: a request from the analysis of the entry: no earlier rule matches it, except those that attempt
  ///     an action.
  ///   - passing: the entries that do not cover, ascending.
  /// - Returns: nil if an earlier rule attempts the same action as the entry's, so that the answer would have to
  ///   change in between.
  init?(
    _ witness: Witness, to entry: Int, _ interpreter: Interpreter, passing: [Int]
  ) {
    let rules = interpreter.rules
    let request = witness.request
    var answers: [ID<Action>: Bool] = [:]
    // The earlier entries that do not cover, then the entry itself and the later ones.
    let before = passing.prefix { $0 < entry }
    let rest = interpreter.chain.rules.count - entry
    let asked = (0..<before.count + rest).lazy.map {
      $0 < before.count ? before[$0] : entry + $0 - before.count
    }
    while true {
      let outcome = interpreter.decide(request, answers: answers, evaluating: asked)
      if outcome.tried.contains(where: { $0.entry == entry && $0.isMatch }) {
        self.witness = witness
        self.outcome = outcome
        declined = answers.keys.map { rules[$0].name }.sorted()
        return
      }
      guard let taken = outcome.entry, taken < entry,
        let action = interpreter.chain.rules[taken].steps.first?.kind.attempted,
        answers[action] == nil
      else { return nil }
      answers[action] = false
    }
  }
}

extension FlatChain {
  /// The entries after which a request that they match continues with the next rule.
  var passing: [Int] {
    entries.indices.filter { index in
      let rule = entries[index].rule
      return rule.isAttempt || rule.decision == .continue
    }
  }
}
