import Interpreter
import Reachability
import Semantics

/// The covers that the analyses of a rule set, and of the same with other orders, have found.
///
/// A cover holds in every order, since it is about the conditions of rules: a rule is unreachable if covering rules with
/// all conditions of one of its covers precede it. Conditions are known by their texts, which edits elsewhere do not
/// change.
struct KnownCovers {
  /// By the condition of a rule, the conditions of those that together match every request that it matches.
  private(set) var takers: [String: [[String]]] = [:]

  /// Learns why rules are unreachable.
  ///
  /// - Returns: false if all of that was known.
  mutating func learn(_ state: FixState) -> Bool {
    var isNew = false
    // Conditions do not tell which rules are left out after `leave`.
    for analysis in state.analyses ?? [] where analysis.chain.leaves.isEmpty {
      let rules = analysis.chain.rules
      for entry in analysis.remarkable {
        guard case .unreachable(.shadowed(let cover)) = analysis.entries[entry] else { continue }
        let own = state.condition(of: rules[entry])
        let takers = Set(cover.map { state.condition(of: rules[$0.entry]) }).sorted()
        if learn(own, takers) { isNew = true }
        if cover.count == 1, cover[0].isTwin, learn(takers[0], [own]) { isNew = true }
      }
    }
    return isNew
  }

  private mutating func learn(_ condition: String, _ cover: [String]) -> Bool {
    if takers[condition]?.contains(cover) ?? false { return false }
    takers[condition, default: []].append(cover)
    return true
  }
}

extension Rule {
  /// True if no later rule gets a request that it matches.
  var covers: Bool { decision.isFinal && !isAttempt }
}
